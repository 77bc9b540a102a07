"""The fifth test with Hypothesis, as a list of operations."""

from under_test import Ring

# 5a queue as a list of operations
from hypothesis import *


@given(...)
def test_queue_matches_model(pushes: list[int | None]):
    queue, model = Ring(3), []
    for x in pushes:
        if x is not None and len(model) < 3:
            queue.push(x)
            model.append(x)
        else:
            assert queue.pop() == (model or [None]).pop(0)
        assert len(queue) == len(model)


# end

"""The five tests with Hypothesis. Run with `pytest compare/hypothesis`."""

# 0 imports
from hypothesis import *
from hypothesis.stateful import *
from hypothesis.strategies import *
# end
from collections import deque

from under_test import Expr, Ring, decode, encode, euclid, evaluate, rotate_to, simplify


# 1 round trip
@given(...)
def test_rle_round_trips(data: bytes):
    assert decode(encode(data)) == data
# end


# 2 index into a vector
@given(binary(min_size=1), data())
def test_rotation_starts_at_the_index(bytes, data):
    i = data.draw(integers(0, len(bytes) - 1))
    assert rotate_to(bytes, i)[0] == bytes[i]
# end


# 3 recursive expression
@given(...)
def test_simplifying_keeps_the_value(e: Expr):
    assert evaluate(simplify(e)) == evaluate(e)
# end


# 4 precondition, target and label
@given(...)
def test_gcd_divides(a: int, b: int):
    assume(b < a)
    gcd, steps = euclid(a, b)
    target(steps)
    event(f"{steps} steps")
    assert a % gcd == 0
# end


# 4a the precondition alone
@given(...)
def test_gcd_divides_alone(a: int, b: int):
    assume(b < a)
    gcd, _ = euclid(a, b)
    assert a % gcd == 0
# end


# 5 queue against a model
class QueueVsModel(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.queue = Ring(3)
        self.model = deque()

    @precondition(lambda self: len(self.model) < 3)
    @rule(x=integers())
    def push(self, x):
        self.queue.push(x)
        self.model.append(x)

    @rule()
    def pop(self):
        assert self.queue.pop() == (self.model.popleft() if self.model else None)

    @invariant()
    def same_len(self):
        assert len(self.queue) == len(self.model)


TestQueueVsModel = QueueVsModel.TestCase
# end


# 5a queue as a list of operations
@given(...)
def test_queue_matches_model(pushes: list[int | None]):
    queue, model = Ring(3), deque()
    for x in pushes:
        if x is not None and len(model) < 3:
            queue.push(x)
            model.append(x)
        else:
            assert queue.pop() == (model.popleft() if model else None)
        assert len(queue) == len(model)
# end

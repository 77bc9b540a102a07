"""The fifth test with Hypothesis, as a state machine."""

from under_test import Ring

# 5 queue against a model
from hypothesis.stateful import *
from hypothesis.strategies import *


class QueueVsModel(RuleBasedStateMachine):
    @initialize()
    def start(self):
        self.queue = Ring(3)
        self.model = []

    @precondition(lambda self: len(self.model) < 3)
    @rule(x=integers())
    def push(self, x):
        self.queue.push(x)
        self.model.append(x)

    @rule()
    def pop(self):
        assert self.queue.pop() == (self.model or [None]).pop(0)

    @invariant()
    def same_len(self):
        assert len(self.queue) == len(self.model)


TestQueueVsModel = QueueVsModel.TestCase
# end

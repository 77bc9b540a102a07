"""The third test with Hypothesis."""

from under_test import Expr, evaluate, simplify

# 3 recursive expression
from hypothesis import *


@given(...)
def test_simplifying_keeps_the_value(e: Expr):
    assert evaluate(simplify(e)) == evaluate(e)


# end

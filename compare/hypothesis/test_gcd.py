"""The fourth test with Hypothesis."""

from under_test import euclid

# 4 precondition, target and label
from hypothesis import *


@given(...)
def test_gcd_divides(a: int, b: int):
    assume(b < a)
    gcd, steps = euclid(a, b)
    target(steps)
    event(f"{steps} steps")
    assert a % gcd == 0


# end

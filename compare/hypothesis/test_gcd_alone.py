"""The fourth test with Hypothesis, as far as every library goes."""

from under_test import euclid

# 4a the precondition alone
from hypothesis import *


@given(...)
def test_gcd_divides(a: int, b: int):
    assume(b < a)
    gcd, _ = euclid(a, b)
    assert a % gcd == 0


# end

"""The second test with Hypothesis."""

from under_test import rotate_to

# 2 index into a vector
from hypothesis import *


@given(...)
def test_rotation_starts_at_the_index(data: bytes, i: int):
    assume(data)
    i %= len(data)
    assert rotate_to(data, i)[0] == data[i]


# end

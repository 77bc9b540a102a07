"""The first test with Hypothesis."""

from under_test import decode, encode

# 1 round trip
from hypothesis import *


@given(...)
def test_rle_round_trips(data: bytes):
    assert decode(encode(data)) == data


# end

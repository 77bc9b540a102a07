"""What the five tests are about, as in compare/src/lib.rs, and correct."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby


def encode(data: bytes) -> list[tuple[int, int]]:
    return [(len(list(run)), byte) for byte, run in groupby(data)]


def decode(runs: list[tuple[int, int]]) -> bytes:
    return b"".join(bytes([byte]) * length for length, byte in runs)


def rotate_to(data: bytes, i: int) -> bytes:
    if not 0 <= i < len(data):
        raise IndexError(i)
    return data[i:] + data[:i]


def euclid(a: int, b: int) -> tuple[int, int]:
    steps = 0
    while b:
        a, b = b, a % b
        steps += 1
    return a, steps


@dataclass
class Num:
    n: int


@dataclass
class Neg:
    e: Expr


@dataclass
class Mul:
    a: Expr
    b: Expr


Expr = Num | Neg | Mul


def evaluate(expr: Expr) -> int:
    match expr:
        case Num(n):
            return n
        case Neg(e):
            return -evaluate(e)
        case Mul(a, b):
            return evaluate(a) * evaluate(b)


def simplify(expr: Expr) -> Expr:
    """Takes out double negations, and multiplications by zero and one."""
    match expr:
        case Neg(e):
            e = simplify(e)
            return e.e if isinstance(e, Neg) else Neg(e)
        case Mul(a, b):
            a, b = simplify(a), simplify(b)
            if Num(0) in (a, b):
                return Num(0)
            if a == Num(1):
                return b
            return a if b == Num(1) else Mul(a, b)
        case _:
            return expr


class Ring:
    """A queue of at most so many items in a buffer that is used round and round."""

    def __init__(self, capacity: int) -> None:
        self.buffer = [0] * capacity
        self.start = self.len = 0

    def push(self, item: int) -> None:
        if self.len == len(self.buffer):
            raise OverflowError("the queue is full")
        self.buffer[(self.start + self.len) % len(self.buffer)] = item
        self.len += 1

    def pop(self) -> int | None:
        if self.len == 0:
            return None
        item = self.buffer[self.start]
        self.start = (self.start + 1) % len(self.buffer)
        self.len -= 1
        return item

    def __len__(self) -> int:
        return self.len

"""The five reduction problems with Hypothesis, in the columns of `bench reduce`.

    python3 -m venv venv
    venv/bin/pip install -r bench/hypothesis/requirements.txt
    venv/bin/python bench/hypothesis/reduce.py [SEEDS] [PROBLEM,..]

Counted as there: every run of the property after the first that failed, and
every start of the generator from then on. CPU time is that of Python.
"""

import sys
import time

from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis import strategies as st
from hypothesis import assume

CASES = 20_000


def wrapped(total):
    return (total + 32768) % 65536 - 32768


class Bound5:
    name = "bound5"

    @staticmethod
    def draw(draw):
        lists = st.lists(st.integers(-32768, 32767))
        return tuple(draw(lists) for _ in range(5))

    @staticmethod
    def judge(lists):
        sums = [wrapped(sum(one)) for one in lists]
        if any(total >= 256 for total in sums):
            return None
        return wrapped(sum(sums)) >= 5 * 256

    @staticmethod
    def size(lists):
        return sum(map(len, lists))

    @staticmethod
    def is_minimal(lists):
        return sorted(sum(lists, [])) == [-32768, -1]


class Reverse:
    name = "reverse"

    @staticmethod
    def draw(draw):
        return draw(st.lists(st.integers(-(2**31), 2**31 - 1)))

    @staticmethod
    def judge(numbers):
        return numbers != numbers[::-1]

    size = staticmethod(len)

    @staticmethod
    def is_minimal(numbers):
        return numbers == [0, 1]


class Calculator:
    name = "calculator"
    integers = st.integers(-(2**31), 2**31 - 1)

    @staticmethod
    def draw(draw):
        pair = lambda inner: st.tuples(st.sampled_from("+/"), inner, inner)
        return draw(st.recursive(Calculator.integers, pair))

    @staticmethod
    def has_literal_zero(expr):
        if isinstance(expr, int):
            return False
        operator, a, b = expr
        here = operator == "/" and b == 0 and isinstance(b, int)
        return here or Calculator.has_literal_zero(a) or Calculator.has_literal_zero(b)

    @staticmethod
    def value(expr):
        if isinstance(expr, int):
            return expr
        operator, a, b = expr
        a, b = Calculator.value(a), Calculator.value(b)
        return a + b if operator == "+" else a // b

    @staticmethod
    def judge(expr):
        if Calculator.has_literal_zero(expr):
            return None
        try:
            Calculator.value(expr)
        except ZeroDivisionError:
            return True
        return False

    @staticmethod
    def size(expr):
        if isinstance(expr, int):
            return 1
        return 1 + Calculator.size(expr[1]) + Calculator.size(expr[2])

    @staticmethod
    def is_minimal(expr):
        return expr == ("/", 0, ("+", 0, 0))


class Binheap:
    name = "binheap"

    @staticmethod
    def draw(draw):
        return Binheap.heap(draw, draw(st.integers(0, 20)), 0)

    @staticmethod
    def heap(draw, budget, least):
        if budget == 0 or draw(st.integers(0, 7)) == 0:
            return None
        key = draw(st.integers(least, 1000))
        left = Binheap.heap(draw, budget // 2, key)
        return (key, left, Binheap.heap(draw, budget // 2, key))

    @staticmethod
    def merge(a, b):
        if a is None or b is None:
            return a or b
        top, other = (a, b) if a[0] <= b[0] else (b, a)
        return (top[0], Binheap.merge(top[2], other), top[1])

    @staticmethod
    def judge(heap):
        if heap is None:
            return False
        keys, waiting = [heap[0]], [Binheap.merge(heap[1], heap[2])]
        while waiting:
            node = waiting.pop()
            if node is not None:
                keys.append(node[0])
                waiting += [node[1], node[2]]
        return keys != sorted(keys)

    @staticmethod
    def size(heap):
        return 1 if heap is None else 1 + Binheap.size(heap[1]) + Binheap.size(heap[2])

    @staticmethod
    def is_minimal(heap):
        return heap == (0, None, (0, (0, None, None), (1, None, None)))


class Parser:
    name = "parser"
    names = st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=3)
    signs = ["&&", "||", "+", "-", "*", "/"]

    @staticmethod
    def draw(draw):
        expression = st.composite(lambda draw: Parser.within(draw, draw(st.integers(0, 30))))()
        named = st.tuples(st.sampled_from(["let", "alloc"]), Parser.names, expression)
        statement = st.tuples(st.just("return"), expression) | named
        name_lists = st.lists(Parser.names)
        function = st.tuples(Parser.names, st.lists(expression), st.lists(statement))
        modules = draw(st.lists(st.tuples(name_lists, name_lists)))
        return (modules, draw(st.lists(function)))

    @staticmethod
    def within(draw, budget):
        if budget == 0:
            return draw(st.integers(-(2**31), 2**31 - 1) | st.booleans())
        number = draw(st.integers(0, 60))
        if number == 60:
            return ("!", Parser.within(draw, budget // 2))
        left = Parser.within(draw, budget // 2)
        return (Parser.signs[number // 10], left, Parser.within(draw, budget // 2))

    @staticmethod
    def shown(exp):
        if not isinstance(exp, tuple):
            return str(exp)
        if len(exp) == 2:
            return f"! {Parser.shown(exp[1])}"
        return f"( {Parser.shown(exp[1])} {exp[0]} {Parser.shown(exp[2])} )"

    @staticmethod
    def printed(program):
        lines = []
        for imports, exports in program[0]:
            lines.append(f"module imports {' '.join(imports)} exports {' '.join(exports)} ;")
        for name, arguments, body in program[1]:
            listed = "".join(f" {Parser.shown(argument)} ," for argument in arguments)
            lines.append(f"fn {name} ({listed} ) {{")
            for keyword, *name, exp in body:
                equals = f" {name[0]} =" if name else ""
                lines.append(f"  {keyword}{equals} {Parser.shown(exp)} ;")
            lines.append("}")
        return "\n".join(lines)

    @staticmethod
    def read_exp(words):
        word = next(words)
        if word == "!":
            return ("!", Parser.read_exp(words))
        if word != "(":
            return {"True": True, "False": False}[word] if word[0] in "TF" else int(word)
        a, sign, b = Parser.read_exp(words), next(words), Parser.read_exp(words)
        assert next(words) == ")"
        # The bug: operands are swapped, and `or` becomes `and`.
        return ("&&", b, a) if sign in ("&&", "||") else (sign, a, b)

    @staticmethod
    def up_to(words, end):
        found = []
        for word in words:
            if word == end:
                return found
            found.append(word)

    @staticmethod
    def parsed(text):
        words, modules, functions = iter(text.split()), [], []
        for word in words:
            if word == "module":
                next(words)
                imports = Parser.up_to(words, "exports")
                modules.append((imports, Parser.up_to(words, ";")))
                continue
            name, _ = next(words), next(words)
            arguments, body = [], []
            rest = Parser.up_to(words, "{")
            inner = iter(rest[:-1])
            for first in inner:
                arguments.append(Parser.read_exp(chain(first, inner)))
                next(inner)
            inner = iter(Parser.up_to(words, "}"))
            for keyword in inner:
                named = [] if keyword == "return" else [next(inner), next(inner)][:1]
                body.append((keyword, *named, Parser.read_exp(inner)))
                next(inner)
            functions.append((name, arguments, body))
        return (modules, functions)

    @staticmethod
    def judge(program):
        # With its types: in Python `True == 1`.
        return repr(Parser.parsed(Parser.printed(program))) != repr(program)

    @staticmethod
    def nodes(exp):
        return 1 + sum(map(Parser.nodes, exp[1:])) if isinstance(exp, tuple) else 1

    @staticmethod
    def size(program):
        names = sum(len(imports) + len(exports) for imports, exports in program[0])
        arguments = sum(Parser.nodes(exp) for _, exps, _ in program[1] for exp in exps)
        return names + arguments + sum(
            1 + Parser.nodes(statement[-1]) for _, _, body in program[1] for statement in body
        )

    @staticmethod
    def is_minimal(program):
        modules, functions = program
        if modules or len(functions) != 1 or Parser.size(program) != 3:
            return False
        _, arguments, body = functions[0]
        return not body and len(arguments) == 1 and arguments[0][0] in ("&&", "||")


def chain(first, rest):
    yield first
    yield from rest


class Failed(Exception):
    pass


def reduce(problem, number):
    """Size, minimal, shown, runs, generator runs and milliseconds; None if nothing failed."""
    state = {"runs": 0, "made": 0, "at": None, "last": None}

    @seed(number)
    @settings(
        database=None,
        deadline=None,
        max_examples=CASES,
        phases=(Phase.generate, Phase.shrink),
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
    )
    @given(st.data())
    def prop(data):
        if state["at"] is not None:
            state["made"] += 1
        value = problem.draw(data.draw)
        fails = problem.judge(value)
        if state["at"] is not None:
            state["runs"] += 1
        assume(fails is not None)
        if fails:
            if state["at"] is None:
                state["at"] = time.process_time()
            state["last"] = value
            raise Failed

    try:
        prop()
    except Failed:
        pass
    if state["at"] is None:
        return None
    spent, last = 1e3 * (time.process_time() - state["at"]), state["last"]
    minimal = problem.is_minimal(last)
    return problem.size(last), minimal, repr(last), state["runs"], state["made"], spent


def main():
    sys.setrecursionlimit(10_000)
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    only = sys.argv[2].split(",") if len(sys.argv) > 2 else None
    header = ["problem", "size", "worst", "minimal", "distinct", "runs", "worst", "generator", "CPU ms", "seeds"]
    print("".join(f"{cell:>11}" for cell in header))
    for problem in (Bound5, Reverse, Calculator, Binheap, Parser):
        if only and problem.name not in only:
            continue
        found = [reduce(problem, number) for number in range(seeds)]
        sizes, minimal, shown, runs, made, spent = zip(*(one for one in found if one))
        count = len(sizes)
        cells = [
            problem.name,
            f"{sum(sizes) / count:.2f}",
            max(sizes),
            f"{100 * sum(minimal) / count:.1f} %",
            len(set(shown)),
            f"{sum(runs) / count:.1f}",
            max(runs),
            f"{sum(made) / max(1, sum(runs)):.2f}",
            f"{sum(spent) / count:.1f}",
            count,
        ]
        print("".join(f"{cell:>11}" for cell in cells), flush=True)


if __name__ == "__main__":
    main()

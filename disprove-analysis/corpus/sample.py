#!/usr/bin/env python3
"""A seeded sample of property assertions, for labelling by hand.

    cargo disprove classify --json target/corpus > refined.jsonl
    sample.py draw refined.jsonl    which assertions: package, version, path, line, test; no labels
    sample.py check refined.jsonl   whether sample.tsv still says what the tool says

Half of the sample is Rust, half is Python. Assertions that are about nothing generated are left out; of those that a
macro makes in one place, there is one.
"""
import json
import os
import random
import sys

SEED = 20261116
OF_EACH_LANGUAGE = 30
TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sample.tsv")


def place(line):
    """Package, version, path in it, line, test."""
    parts = line["file"].split("/")
    at = max(i for i, part in enumerate(parts[:-1]) if part in ("rust", "python") and parts[i - 1] == "corpus")
    package, version = parts[at + 1].rsplit("-", 1)
    return package, version, "/".join(parts[at + 2 :]), line["line"], line["test"]


def is_property(line):
    return any(atom["label"] != "not_property" for atom in line["atoms"])


def outcome(line):
    """Of an assertion without a category."""
    is_hidden = all(atom["label"] != "uncategorised" for atom in line["atoms"]) and "opaque" in line["tags"]
    return "hidden" if is_hidden else "uncategorised"


def main(what, path):
    with open(path) as file:
        lines = [json.loads(line) for line in file]
    lines = [line for line in lines if is_property(line)]
    lines.sort(key=lambda line: (line["file"], line["line"], line["col"], line["test"]))
    if what == "draw":
        for is_python in (False, True):
            places = {}
            for line in lines:
                if line["file"].endswith(".py") == is_python:
                    places.setdefault((line["file"], line["line"], line["col"]), line)
            for line in random.Random(SEED).sample(list(places.values()), OF_EACH_LANGUAGE):
                print(*place(line), line["col"], sep="\t")
        return
    labels = {}
    for line in lines:
        labels.setdefault(place(line), set()).add("+".join(sorted(line["labels"])) or outcome(line))
    with open(TABLE) as file:
        rows = [row.rstrip("\n").split("\t") for row in file if not row.startswith("#")]
    for package, version, inner, line, test, _hand, tool, *_ in rows[1:]:
        said = labels.get((package, version, inner, int(line), test), set())
        if tool not in said:
            sys.exit(f"{package} {version} {inner}:{line} {test} is {said or 'not there'}, not {tool}: measure again")
    print(len(rows) - 1, "rows are as the tool says")


if __name__ == "__main__":
    main(*sys.argv[1:])

#!/usr/bin/env python3
"""The tables of `judging: categories` in case-studies/RESULTS.md.

    disprove-analysis/corpus/fetch
    disprove-analysis/corpus/measure.py target/release/cargo-disprove target/corpus

An assertion is categorised if it has at least one category. Uncategorised are those about generated values without
any. Not counted in shares are those that are about nothing generated, which are assertions of unit tests, and those
whose comparison cannot be seen: it is in a function of another file (hidden) or, in `paper` mode, in a form that the
paper's tool does not know (not detected). The last column counts both of them as not categorised.
"""
import collections
import json
import os
import re
import resource
import subprocess
import sys

LANGUAGES = {"rust": ".rs", "python": ".py"}


def run(tool, *arguments):
    done = subprocess.run([tool, "classify", *arguments], capture_output=True, text=True, check=True)
    return done.stdout, done.stderr


def categories(line):
    """The categories of an assertion. In the tool's output, one without any has the label `uncategorised`."""
    return [label for label in line["labels"] if label != "uncategorised"]


def standing(line):
    labels = [atom["label"] for atom in line["atoms"]]
    if categories(line):
        return "categorised"
    if "uncategorised" in labels:
        return "uncategorised"
    if "not_detected" in labels:
        return "hidden" if "opaque" in line["tags"] else "not detected"
    return "no property"


def share(part, whole):
    return f"{100 * part / whole:.2f} %" if whole else "-"


def counted(name, mode, counts):
    one, other = counts["categorised"], counts["uncategorised"]
    unseen = counts["hidden"] + counts["not detected"]
    cells = [name, mode, one, other, counts["hidden"], counts["not detected"], counts["no property"]]
    print("|", " | ".join(map(str, cells)), "|", share(one, one + other), "|", share(one, one + other + unseen), "|")


def files(folder, ending):
    return sum(name.endswith(ending) for _, _, names in os.walk(folder) for name in names)


def main(tool, corpus):
    counts = collections.defaultdict(collections.Counter)
    labels = collections.defaultdict(collections.Counter)
    print("| language | packages | files | left out | property tests | files with them |\n|---|---|---|---|---|---|")
    for language, ending in LANGUAGES.items():
        folder = os.path.join(corpus, language)
        text, errors = run(tool, folder)
        tests, holders = re.search(r"in (\d+) property tests of (\d+) files", text).groups()
        packages = len(os.listdir(folder))
        left_out = errors.count(" is skipped: ")
        print(f"| {language} | {packages} | {files(folder, ending)} | {left_out} | {tests} | {holders} |")
        for mode in ("paper", "refined"):
            lines, _ = run(tool, "--json", "--mode", mode, folder)
            for line in map(json.loads, lines.splitlines()):
                state = standing(line)
                framework = "prost" if "/prost-" in line["file"] else language
                counts[framework, mode][state] += 1
                labels[mode].update(categories(line))
                if (mode, state) == ("refined", "uncategorised"):
                    print(line["file"], line["line"], line["tags"], line["atoms"][0]["text"], sep="\t", file=sys.stderr)
    print("\n| of | mode | categorised | uncategorised | hidden | not detected | no property | share | share of all |")
    print("|---|---|---|---|---|---|---|---|---|")
    for mode in ("paper", "refined"):
        prost, rust, python = (counts[name, mode] for name in ("prost", "rust", "python"))
        counted("Rust", mode, prost + rust)
        counted("Python", mode, python)
        counted("together", mode, prost + rust + python)
        counted("together, without prost", mode, rust + python)
    print("\n| category | paper | refined |\n|---|---|---|")
    for label in sorted(labels["refined"], key=labels["refined"].get, reverse=True):
        print("|", label.replace("_", " "), "|", labels["paper"][label], "|", labels["refined"][label], "|")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"\nAll of it: {used.ru_utime + used.ru_stime:.1f} s of CPU", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])

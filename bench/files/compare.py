"""Reduces every file of corpus.txt with ours, Picire and C-Reduce and prints the table.

compare.py [--reducers ours,picire,creduce] [--reuse FILE]... [--write FILE] [--limit SECONDS]
           [--files N] [--match TEXT] [--missing] [--ours PATH]

All reducers get the same file and the same test script, which appends one byte to a file at each
call: that is the number of runs. Each uses one job; two files are reduced at once. --reuse takes
results written earlier, for reducers that are not run again; with --missing, also for the files
that those results have, so that an interrupted comparison goes on.
"""

import argparse
import json
import math
import os
import pathlib
import random
import shutil
import signal
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
ROOT = pathlib.Path(os.environ.get("FILES_DIR", HERE / "../../target/files")).resolve()
RECENT = ROOT / "ruff-0.17.4/bin/ruff"
TOOL = HERE / "../../target/release/cargo-disprove"
NAMES = {"ours": "ours", "picire": "Picire", "picire-skip": "Picire without subsets", "creduce": "C-Reduce"}
TITLES = {"formatted": "bytes after formatting", "size": "bytes", "runs": "runs", "wall": "seconds"}
# Picire: lines, then characters; answers cached by content so that no text is tried twice.
# The tuned form is its authors' advice for fewer runs: no subsets, complements from the end.
PICIRE = ["--atom", "both", "--cache", "content", "--quiet"]
TUNED = ["--subset-iterator", "skip", "--complement-iterator", "backward", "--split", "balanced"]
# Paper's figures 8 and 12, Python column: bytes after formatting and runs, with their intervals.
PUBLISHED = [
    ("no reduction", "417.2 (365.8-483.0)", "-"),
    ("Hypothesis", "71.8 (64.7-78.8)", "1284.6 (1106.6-1556.2)"),
    ("Picire", "75.7 (68.8-82.4)", "529.2 (483.6-579.2)"),
    ("C-Reduce", "70.9 (64.5-76.8)", "863.3 (797.5-937.0)"),
]


def corpus():
    for line in (HERE / "corpus.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            package, version, path, kind = line.split()
            yield {"file": f"{package}-{version}/{path}", "class": kind}


def formatted(text):
    """Size after the recent formatter; the plain size when it does not accept the text."""
    done = subprocess.run([RECENT, "format", "--isolated", "--no-cache", "--quiet", "-"], input=text, capture_output=True)
    return len(done.stdout if done.returncode == 0 else text)


def command(reducer, place, ours):
    script, case = place / "test.sh", place / "case.py"
    if reducer == "creduce":
        return ["creduce", "--not-c", "--n", "1", str(script), "case.py"], case
    if reducer.startswith("picire"):
        extra = SKIPPING if reducer == "picire-skip" else []
        picire = [str(ROOT / "venv/bin/picire"), "-i", str(case), "--test", str(script), "-o", str(place / "out")]
        return [*picire, *PICIRE, *extra], place / "out/case.py"
    tool = [str(ours), "disprove", "reduce", "--seed-file", str(case), "--jobs", "1", "--fresh", "--output", str(place / "out.py")]
    return [*tool, "--", str(script), "{}"], place / "out.py"


def reduce(entry, reducer, limit, ours):
    start = (ROOT / "src" / entry["file"]).read_bytes()
    place = pathlib.Path(tempfile.mkdtemp(prefix=f"{reducer}-", dir=ROOT))
    try:
        (place / "case.py").write_bytes(start)
        script = place / "test.sh"
        head = f"#!/bin/sh\nprintf . >>{place}/count\nFILES_DIR={ROOT}\nCLASS={entry['class']}\n"
        script.write_text(f'{head}FILE=${{1:-case.py}}\n. {HERE}/interesting.sh\n')
        script.chmod(0o755)
        line, result = command(reducer, place, ours)
        began = time.monotonic()
        process = subprocess.Popen(line, cwd=place, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)
        cut = False
        try:
            said = process.communicate(timeout=limit)[1]
        except subprocess.TimeoutExpired:
            # First a polite interrupt, so that a reducer that keeps its best so far can write it.
            cut = True
            os.killpg(process.pid, signal.SIGINT)
            try:
                said = process.communicate(timeout=10)[1]
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                said = process.communicate()[1]
        wall = time.monotonic() - began
        runs = (place / "count").stat().st_size if (place / "count").exists() else 0
        text = result.read_bytes() if result.exists() else start
        case = place / "checked.py"
        case.write_bytes(text)
        holds = subprocess.run([script, case], cwd=place).returncode == 0
        return {
            **entry, "reducer": reducer, "start": len(start), "start_formatted": formatted(start),
            "size": len(text), "formatted": formatted(text), "runs": runs, "wall": round(wall, 2),
            "cut": cut, "holds": holds, "status": process.returncode,
            "text": text.decode("utf-8", "replace") if len(text) <= 2000 else None,
            "said": said.decode("utf-8", "replace")[-500:] if process.returncode and not cut else "",
        }
    finally:
        shutil.rmtree(place, ignore_errors=True)


def interval(values, rng):
    """The mean and its 95 % bootstrap interval."""
    means = sorted(sum(rng.choices(values, k=len(values))) / len(values) for _ in range(2000))
    return f"{sum(values) / len(values):.1f} ({means[50]:.1f}-{means[1949]:.1f})"


def ratio(mine, theirs):
    return math.exp(sum(math.log(a / b) for a, b in zip(mine, theirs)) / len(mine))


def versus(mine, theirs):
    wins = sum(a < b for a, b in zip(mine, theirs))
    ties = sum(a == b for a, b in zip(mine, theirs))
    return f"{ratio(mine, theirs):.2f} | {wins}/{ties}/{len(mine) - wins - ties}"


def table(results):
    rng = random.Random(0)
    by = {}
    for result in results:
        by.setdefault(result["reducer"], {})[result["file"]] = result
    print("| reducer | files | bytes after formatting | bytes | runs | seconds | cut off | lost |")
    print("|---|---|---|---|---|---|---|---|")
    whole = {r["file"]: r for r in results}.values()
    sizes = interval([r["start_formatted"] for r in whole], rng), interval([r["start"] for r in whole], rng)
    print(f"| no reduction | {len(whole)} | {sizes[0]} | {sizes[1]} | - | - | - | - |")
    for name, title in NAMES.items():
        rows = list(by.get(name, {}).values())
        if rows:
            cells = [interval([r[key] for r in rows], rng) for key in ("formatted", "size", "runs", "wall")]
            lost = sum(not r["holds"] for r in rows)
            print(f"| {title} | {len(rows)} | {' | '.join(cells)} | {sum(r['cut'] for r in rows)} | {lost} |")
    for name, title in NAMES.items():
        if "ours" not in by or name == "ours" or name not in by:
            continue
        common = sorted(by["ours"].keys() & by[name].keys())
        print(f"\nOurs against {title} on the {len(common)} files that both have:\n")
        print(f"| | ours | {title} | geometric mean ratio | wins/ties/losses |\n|---|---|---|---|---|")
        for key in ("formatted", "size", "runs", "wall"):
            mine, theirs = ([max(by[who][file][key], 1e-2) for file in common] for who in ("ours", name))
            means = " | ".join(f"{sum(values) / len(values):.1f}" for values in (mine, theirs))
            print(f"| {TITLES[key]} | {means} | {versus(mine, theirs)} |")
    print("\nPublished (ECOOP 2020, figures 8 and 12, 200 generated Python files):\n")
    print("| reducer | bytes after formatting | runs |\n|---|---|---|")
    for row in PUBLISHED:
        print("| " + " | ".join(row) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reducers", default="ours,picire,creduce")
    parser.add_argument("--reuse", action="append", default=[])
    parser.add_argument("--write")
    parser.add_argument("--limit", type=float, default=300)
    parser.add_argument("--files", type=int, default=10**6, help="only the first N files, spread over the classes")
    parser.add_argument("--match", default="", help="only files whose path or class contains this")
    parser.add_argument("--missing", action="store_true", help="only what the reused results do not have")
    parser.add_argument("--ours", default=TOOL)
    parser.add_argument("--at-once", type=int, default=2)
    options = parser.parse_args()
    reducers = [name for name in options.reducers.split(",") if name]
    if "creduce" in reducers and not shutil.which("creduce"):
        reducers.remove("creduce")
    results = []
    for path in options.reuse:
        old = json.loads(pathlib.Path(path).read_text())
        results += [r for r in old if options.missing or r["reducer"] not in reducers]
    known = {(r["file"], r["reducer"]) for r in results}
    entries = [e for e in corpus() if options.match in e["file"] + e["class"]]
    # A prefix has to hold files of all classes: one of each class, then the second of each.
    seen = {}
    for entry in entries:
        seen[entry["class"]] = entry["turn"] = seen.get(entry["class"], -1) + 1
    entries.sort(key=lambda entry: entry.pop("turn"))
    jobs = [(entry, reducer) for reducer in reducers for entry in entries[: options.files]]
    jobs = [(entry, reducer) for entry, reducer in jobs if (entry["file"], reducer) not in known]
    with ThreadPoolExecutor(options.at_once) as pool:
        work = [pool.submit(reduce, entry, reducer, options.limit, pathlib.Path(options.ours).resolve()) for entry, reducer in jobs]
        for future in work:
            result = future.result()
            results.append(result)
            print("{reducer} {class} {file}: {start} -> {size} bytes, {runs} runs, {wall} s".format(**result), end="")
            print(" CUT" if result["cut"] else "", "" if result["holds"] else "LOST", result["said"], flush=True)
            if options.write:
                pathlib.Path(options.write).write_text(json.dumps(results, indent=1))
    table(results)


if __name__ == "__main__":
    main()

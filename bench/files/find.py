"""Unpacks the sources and finds the starting files of the comparison.

find.py --unpack   writes every candidate file of the wheels below target/files/src
find.py            runs the old and the recent linter over all of them and writes corpus.txt

A candidate has 50 to 400 lines of ASCII. Of each class of misbehavior the first few files in the
order of a hash of their path are taken, so that nobody's taste decides.
"""

import argparse
import collections
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = pathlib.Path(os.environ.get("FILES_DIR", HERE / "../../target/files")).resolve()
OLD = "0.0.250"
NEW = "0.17.4"
FIXER = "0.0.165"
# The misbehaviors of one linter version against a recent one, and how many files each may give
# at most: what an old version reports in error, and what it misses.
FALSE = "RET504 RET501 TRY301 PLR0912 PLR0915 F811 SIM114 E402 ARG001 B008 D402 N804 ERA001 ISC003".split()
MISSED = "SIM103 D417 E721 RET504 UP032".split()
PER_CLASS = 3
# Rule families whose repair may break a file.
FIXED = "D UP RET F B C4 E W I Q".split()


def unpack():
    count = 0
    for wheel in sorted((ROOT / "wheels").glob("*.whl")):
        package = "-".join(wheel.name.split("-")[:2]).lower()
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if not name.endswith(".py"):
                    continue
                text = archive.read(name)
                plain = text.isascii() and b"\r" not in text and b"\0" not in text
                if plain and 50 <= text.count(b"\n") <= 400:
                    path = ROOT / "src" / package / name
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(text)
                    count += 1
    print(f"{count} candidate files below {ROOT / 'src'}")


def reports(version, codes):
    """The set of (file, code) that a version of the linter reports on the whole tree."""
    command = [ROOT / f"ruff-{version}/bin/ruff", "check", "--isolated", "--no-cache", "--quiet"]
    command += ["--select", ",".join(codes)]
    command += ["--output-format", "concise"] if version == NEW else []
    said = subprocess.run([*command, "."], cwd=ROOT / "src", capture_output=True, text=True).stdout
    return {m.groups() for m in re.finditer(r"^(.+?):\d+:\d+: ([A-Z]+\d+) ", said, re.M)}


def interesting(path, kind):
    """Whether the interestingness test itself agrees."""
    values = {"FILES_DIR": ROOT, "CLASS": kind, "FILE": path}
    environment = {**os.environ, **{name: str(value) for name, value in values.items()}}
    command = ["sh", "-c", f". {HERE}/interesting.sh"]
    return subprocess.run(command, env=environment, capture_output=True).returncode == 0


def broken_by_repair():
    """Files that the old repair breaks, found on a copy of the tree one rule family at a time."""
    for family in FIXED:
        copy = ROOT / "repaired"
        subprocess.run(["rm", "-rf", copy], check=True)
        subprocess.run(["cp", "-r", ROOT / "src", copy], check=True)
        fixer = [ROOT / f"ruff-{FIXER}/bin/ruff", "--no-cache", "--quiet", "--select", family, "--fix", "."]
        subprocess.run(fixer, cwd=copy, capture_output=True)
        check = [ROOT / f"ruff-{NEW}/bin/ruff", "check", "--isolated", "--no-cache", "--quiet"]
        check += ["--select", "E902", "--output-format", "concise", "."]
        said = subprocess.run(check, cwd=copy, capture_output=True, text=True).stdout
        subprocess.run(["rm", "-rf", copy], check=True)
        for path in sorted(set(re.findall(r"^(.+?):\d+:\d+: invalid-syntax", said, re.M))):
            yield path, family


def choose():
    codes = sorted({*FALSE, *MISSED})
    old, new = reports(OLD, codes), reports(NEW, codes)
    classes = collections.defaultdict(list)
    for path, code in old - new:
        if code in FALSE:
            classes[f"false:{OLD}:{code}"].append(path)
    for path, code in new - old:
        if code in MISSED:
            classes[f"missed:{OLD}:{code}"].append(path)
    for path, family in broken_by_repair():
        classes[f"breaks:{FIXER}:{family}"].append(path)
    taken = set()
    lines = []
    for kind in sorted(classes):
        paths = sorted(classes[kind], key=lambda path: hashlib.sha256(path.encode()).digest())
        left = PER_CLASS
        for path in paths:
            if left and path not in taken and interesting(ROOT / "src" / path, kind):
                package, name = path.split("/", 1)
                lines.append("{} {} {} {}".format(*package.rsplit("-", 1), name, kind))
                taken.add(path)
                left -= 1
        print(f"{kind}: {PER_CLASS - left} of {len(paths)} files", file=sys.stderr)
    head = "# package version path class: the starting files, found by find.py\n"
    (HERE / "corpus.txt").write_text(head + "\n".join(lines) + "\n")
    print(f"{len(lines)} files in {len(set(line.split()[3] for line in lines))} classes")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--unpack", action="store_true", help="only unpack the wheels")
    if parser.parse_args().unpack:
        unpack()
    else:
        choose()

#!/bin/sh
# Fetches everything the comparison of file reducers needs, by pinned name and version, into
# target/files: the program under test in two old versions and one recent one, Picire, and the
# packages whose sources are reduced. Nothing of it is committed. C-Reduce comes from the system
# (Debian: apt-get install creduce).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=${FILES_DIR:-$here/../../target/files}
mkdir -p "$root/wheels"
root=$(cd "$root" && pwd)

[ -x "$root/venv/bin/pip" ] || python3 -m venv "$root/venv"
"$root/venv/bin/pip" install --quiet picire==21.8
for version in 0.0.165 0.0.250 0.17.4; do
    [ -x "$root/ruff-$version/bin/ruff" ] ||
        "$root/venv/bin/pip" install --quiet --no-deps --target "$root/ruff-$version" "ruff==$version"
done
grep -v '^#' "$here/packages.txt" | while read -r package; do
    "$root/venv/bin/pip" download --quiet --no-deps --only-binary :all: --dest "$root/wheels" "$package"
done
"$root/venv/bin/python" "$here/find.py" --unpack
command -v creduce >/dev/null || echo "creduce is not installed: its column will be left out (Debian: apt-get install creduce)"

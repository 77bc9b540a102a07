"""Lists and makes the mutants of a Python project with mutmut 2, for `cargo disprove study`.

Reads a JSON object from standard input: the root of the project, and either the `files` to list, or the `mutants` to make in
the folder `into`. Writes a JSON object per line.
"""

import ast
import difflib
import json
import os
import sys

import mutmut
from mutmut import ALL, Context, RelativeMutationID


class Listing(Context):
    """Remembers the kind of the changed node of each mutant."""

    def __init__(self, **arguments):
        super().__init__(**arguments)
        self.kinds = {}

    def should_mutate(self, node):
        result = super().should_mutate(node)
        if result:
            self.kinds[self.mutation_id_of_current_index] = node.type
        return result


def functions(body, name=""):
    """The functions outside of other functions: name, first and last line of the body."""
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield name + node.name, node.body[0].lineno, node.end_lineno
        elif isinstance(node, ast.ClassDef):
            yield from functions(node.body, name + node.name + ".")
        else:
            for field in ("body", "orelse", "finalbody"):
                yield from functions(getattr(node, field, []), name)
            for handler in getattr(node, "handlers", []):
                yield from functions(handler.body, name)


def listed(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        source = file.read()
    spans = list(functions(ast.parse(source).body))
    context = Listing(source=source, filename=path, mutation_id=ALL)
    for mutation in mutmut.list_mutations(context):
        line = mutation.line_number + 1
        inside = [span for span in spans if span[1] <= line <= span[2]]
        name, first, last = inside[0] if inside else (None, 0, 0)
        yield {
            "file": path,
            "text": mutation.line,
            "line": line,
            "index": mutation.index,
            "kind": context.kinds.get(mutation, ""),
            "function": name,
            "first": first,
            "last": last,
        }


def made(root, into, mutant):
    path = mutant["file"]
    with open(os.path.join(root, path), encoding="utf-8") as file:
        source = file.read()
    identity = RelativeMutationID(
        line=mutant["text"], index=mutant["index"], line_number=mutant["line"] - 1, filename=path
    )
    changed, count = mutmut.mutate(Context(source=source, filename=path, mutation_id=identity))
    diff = list(difflib.unified_diff(source.splitlines(True), changed.splitlines(True), path, path, n=1))
    removed = [line[1:].strip() for line in diff[2:] if line.startswith("-")]
    added = [line[1:].strip() for line in diff[2:] if line.startswith("+")]
    try:
        compile(changed, path, "exec", dont_inherit=True)
        viable = count == 1 and changed != source
    except (SyntaxError, ValueError):
        viable = False
    with open(os.path.join(into, "%d.py" % mutant["id"]), "w", encoding="utf-8", newline="") as file:
        file.write(changed)
    return {
        "id": mutant["id"],
        "viable": viable,
        "diff": "".join(diff),
        "removed": " ".join(removed),
        "added": " ".join(added),
    }


def main():
    job = json.load(sys.stdin)
    for path in job.get("files", []):
        try:
            for mutant in listed(job["root"], path):
                print(json.dumps(mutant))
        except Exception as why:  # A file that cannot be read is named, and the others are listed.
            print(json.dumps({"unread": path, "why": "%s: %s" % (type(why).__name__, why)}))
    for mutant in job.get("mutants", []):
        print(json.dumps(made(job["root"], job["into"], mutant)))


main()

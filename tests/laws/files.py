"""How long a file may be, and that its name says what it is about."""

from __future__ import annotations

from collections import defaultdict

from tests.laws.sources import PRODUCT, Broken, named, python_files

MOST_LINES = 400
NO_IDEA = {"utils", "util", "common", "helpers", "helper", "misc"}


def long_files() -> Broken:
    """Files that hold more than a person takes in."""
    found: Broken = defaultdict(list)
    for path in python_files(*PRODUCT, "tests", "benchmarks"):
        n = len(path.read_text(encoding="utf-8").splitlines())
        if n > MOST_LINES:
            found[named(path)].append(f"{n} lines, {MOST_LINES} are the most")
    return found


def files_of_no_idea() -> Broken:
    """Modules and packages named for being useful."""
    found: Broken = defaultdict(list)
    for path in python_files(*PRODUCT, "tests", "benchmarks"):
        if NO_IDEA & {path.stem, *(part.name for part in path.parents)}:
            found[named(path)].append("say in the name what it is about")
    return found

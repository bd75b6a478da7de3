"""What may be named where: families, SQL, the product's former name, words of the glossary."""

from __future__ import annotations

import ast
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator

from engine.core.canary import canary
from engine.families import _BUILT_IN
from tests.laws.sources import (
    PRODUCT,
    PROJECT,
    Broken,
    docstrings,
    module_of,
    named,
    python_files,
    tree_of,
)

FORMER = "".join(("elen", "chus"))
WORDS = {"told", "untold", "said", "manner", "manners", "yardstick", "yardsticks"}
"""What the glossary says otherwise: extracted or stated, run configuration, reference workload."""

_STATEMENT = re.compile(
    r"^\s*(SELECT\s|WITH \w+ AS |INSERT INTO |INSERT OR |UPDATE \w+ SET |DELETE FROM |ATTACH "
    r"|DETACH |SET \w+ = "
    r"|ALTER TABLE |DROP (TABLE|VIEW) |COPY |PRAGMA |CHECKPOINT|BEGIN TRANSACTION|DESCRIBE "
    r"|SUMMARIZE |CREATE (OR REPLACE )?(TEMP(ORARY)? )?(TABLE|VIEW|MACRO|SCHEMA|INDEX|SEQUENCE) )"
)
_LOWER_CASE = re.compile(
    r"^\s*select\s[^.;]*\sfrom\s+\w+(\s+(where|group|order|join|limit)\s|\s*$)", re.I
)
_CLAUSE = re.compile(
    r"(^|\s)(FROM \w+|WHERE \S+|GROUP BY|ORDER BY|JOIN \S+ (ON|USING)|USING \(|UNION (ALL|SELECT)"
    r"|HAVING |PARTITION BY|IS NOT NULL|AND \w+ = \?|LIMIT \d)"
)


def families_named() -> Broken:
    """Files outside a family's folder in which its name stands, in any case."""
    found: Broken = defaultdict(list)
    pattern = re.compile("|".join(_BUILT_IN), re.IGNORECASE)
    for path in python_files(*PRODUCT):
        name = named(path)
        text = path.read_text(encoding="utf-8")
        if name == "engine/families/__init__.py":
            text = re.sub(r"^_BUILT_IN = \(.*?\)$", "", text, flags=re.MULTILINE | re.DOTALL)
        own = re.match(r"engine/families/(\w+)/", name)
        others = {one.lower() for one in pattern.findall(text)} - ({own[1]} if own else set())
        if others and not own:
            found[name] = sorted(others)
    return found


def sql_outside() -> Broken:
    """Strings of SQL in files of neither `engine/store` nor `engine/analysis`."""
    found: Broken = defaultdict(list)
    for path in python_files(*PRODUCT):
        if module_of(path).startswith(("engine.store", "engine.analysis")):
            continue
        for line, text in strings(tree_of(path)):
            if any(kind.search(text) for kind in (_STATEMENT, _LOWER_CASE, _CLAUSE)):
                found[named(path)].append(f"line {line}: {text.strip()[:60]!r}")
    return found


def strings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The strings of a file that are no docstrings, with what is filled in left out."""
    explained = docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in explained:
            yield node.lineno, node.value


def former_name() -> Broken:
    """Files with the product's former name, but for the canary's sentence and the changelog."""
    found: Broken = defaultdict(list)
    for name in tracked():
        path = PROJECT / name
        if FORMER in name.lower():
            found[name].append("is called so")
        if name == "CHANGELOG.md" or not path.is_file():
            continue
        try:
            text = path.read_text(encoding="utf-8").replace(canary(), "")
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            if FORMER in line.lower():
                found[name].append(f"line {number}")
    return found


def tracked() -> list[str]:
    """The files of the project, as git knows them; those of the product where there is no git."""
    done = subprocess.run(
        ["git", "ls-files", "-z"], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        return [named(path) for path in python_files(*PRODUCT, "tests", "benchmarks")]
    return done.stdout.split("\0")[:-1]


def words_in_identifiers() -> Broken:
    """Names in the code that hold a word which the glossary replaces."""
    found: Broken = defaultdict(list)
    for path in python_files(*PRODUCT):
        names = {name for node in ast.walk(tree_of(path)) for name in names_of(node)}
        names.add(path.stem)
        bad = sorted(name for name in names if WORDS & set(parts(name)))
        if bad:
            found[named(path)] = bad
    return found


def names_of(node: ast.AST) -> Iterator[str]:
    """The identifiers that a node gives or uses."""
    for field in ("id", "name", "arg", "attr", "asname"):
        value = getattr(node, field, None)
        if isinstance(value, str):
            yield value


def parts(name: str) -> list[str]:
    """The words of which an identifier is made."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().split("_")

"""What we depend on: each with a stated reason, pinned, and known by the hashes of its files."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement

PROJECT = Path(__file__).parent.parent
TEXT = (PROJECT / "pyproject.toml").read_text(encoding="utf-8")
DECLARED = tomllib.loads(TEXT)
# one that is asked for in two places has its reason in both
EXTRAS = chain.from_iterable(DECLARED["project"]["optional-dependencies"].values())
OWN = DECLARED["project"]["name"]  # the extra `all` names the others by it
RUNS = [
    *DECLARED["project"]["dependencies"],
    *(one for one in EXTRAS if not one.startswith(f"{OWN}[")),
]
BUILDS = DECLARED["build-system"]["requires"]
DEVELOPS = DECLARED["dependency-groups"]["dev"]
REQUIRED = [*RUNS, *BUILDS, *DEVELOPS]
CODE = {
    "engine": RUNS,
    "dashboard": RUNS,
    "hatch_build.py": BUILDS,
    "benchmarks": REQUIRED,
    "tests": REQUIRED,
}
"""Our code, and what each part of it may import."""
PIN = re.compile(r"^([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?==([^\s\\;]+)", re.MULTILINE)


def name_of(requirement: str) -> str:
    found = re.match(r"[A-Za-z0-9][\w.-]*", requirement)
    assert found
    return re.sub(r"[-_.]+", "-", found[0]).lower()


@pytest.mark.parametrize("requirement", REQUIRED, ids=map(name_of, REQUIRED))
def test_a_dependency_has_a_stated_reason(requirement: str) -> None:
    lines = [one for one in TEXT.splitlines() if one.strip().startswith(f'"{requirement}"')]
    assert lines
    for line in lines:
        _, _, reason = line.partition("#")
        assert len(reason.split()) >= 2, f"say beside {requirement} what it is for"


def test_what_our_code_imports_is_declared_and_so_has_a_reason() -> None:
    providers = packages_distributions()
    for part, may in CODE.items():
        declared = set(map(name_of, may))
        missing = {
            module
            for module in imported(part) - OURS
            if declared.isdisjoint(map(name_of, providers.get(module, [module])))
        }
        assert missing == set(), part


OURS = {"engine", "sorites", "dashboard", "tests", *sys.stdlib_module_names} | {
    path.stem for folder in ("tests", "benchmarks") for path in (PROJECT / folder).rglob("*.py")
}
"""What needs no declaring: our packages, Python's own modules, and those beside tests."""


def imported(part: str) -> set[str]:
    """The modules that a part of the code imports, by their first name.

    Scripts for the tools of others run where those are installed, and not here.
    """
    root = PROJECT / part
    paths = [root] if root.is_file() else root.rglob("*.py")
    texts = (path.read_text(encoding="utf-8") for path in paths if path.parent.name != "scripts")
    nodes = chain.from_iterable(ast.walk(ast.parse(text)) for text in texts)
    names = chain.from_iterable(_named(node) for node in nodes)
    return {name.partition(".")[0] for name in names}


def _named(node: ast.AST) -> list[str]:
    """The modules that an import names; those of its own package are none."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
        return [node.module]
    return []


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_a_lock_file_pins_everything_by_hash(lock: str) -> None:
    text = (PROJECT / lock).read_text(encoding="utf-8")
    blocks = [one for one in re.split(r"\n(?=[A-Za-z0-9])", text) if PIN.match(one)]
    assert len(blocks) == len(PIN.findall(text)) > 10
    assert [one.split("==")[0] for one in blocks if "--hash=sha256:" not in one] == []
    unpinned = [
        line for line in text.splitlines() if re.match(r"[A-Za-z0-9]", line) and not PIN.match(line)
    ]
    assert unpinned == []


@pytest.mark.parametrize(
    ("lock", "wanted"),
    [("requirements.lock", [*RUNS, *BUILDS]), ("requirements-dev.lock", DEVELOPS)],
)
def test_what_is_declared_is_locked_within_its_range(lock: str, wanted: list[str]) -> None:
    pins = PIN.findall((PROJECT / lock).read_text(encoding="utf-8"))
    locked = {name_of(name): version for name, version in pins}
    for requirement in map(Requirement, wanted):
        assert locked[name_of(requirement.name)] in requirement.specifier, requirement

"""What we depend on: each with a stated reason, pinned, and known by the hashes of its files."""

from __future__ import annotations

import re
import tomllib
from itertools import chain
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent
TEXT = (PROJECT / "pyproject.toml").read_text(encoding="utf-8")
DECLARED = tomllib.loads(TEXT)
# one that is asked for in two places has its reason in both
REQUIRED = [
    *DECLARED["project"]["dependencies"],
    *chain.from_iterable(DECLARED["project"].get("optional-dependencies", {}).values()),
    *DECLARED["dependency-groups"]["dev"],
]
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


def test_what_is_declared_is_locked() -> None:
    locked = {
        name_of(name)
        for lock in ("requirements.lock", "requirements-dev.lock")
        for name, _ in PIN.findall((PROJECT / lock).read_text(encoding="utf-8"))
    }
    assert {name_of(one) for one in REQUIRED} <= locked

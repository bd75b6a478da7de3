"""What cannot infer answers the published sets; each test is skipped where its file is absent."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from engine.audit.label_shortcuts import STATEMENTS
from engine.audit.shortcut_suite import Rule
from engine.families.justlogic.published.dataset import read_dataset
from engine.families.logicasker.auditing.suite import suite
from engine.families.logicasker.published.dataset import read_logicasker
from engine.store import AuditRow

PROJECT = Path(__file__).parents[2]
PUBLISHED = Path(os.environ.get("SORITES_PUBLISHED", PROJECT.parent / "shared" / "published"))


@pytest.mark.published
def test_published_justlogic_is_answered_without_inference() -> None:
    items = list(read_dataset(_file("justlogic/validate_dataset.csv"), "validation").items)
    chosen = [one for one in STATEMENTS.shortcuts if isinstance(one, Rule)]
    chosen += [one for one in STATEMENTS.shortcuts if one.name == "blind-to-links"]
    few = replace(STATEMENTS, shortcuts=tuple(chosen))
    rows = few.score(items[:350], "", lambda done: None, training=items[350:])
    found = {row.name: row for row in rows if row.scope == "depth>1"}
    assert found["atom-polarity"].accuracy > 0.9
    assert found["blind-to-links"].accuracy > 0.85
    assert not found["atom-polarity"].passed
    assert not found["blind-to-links"].passed


@pytest.mark.published
def test_published_logicasker_is_answered_without_inference() -> None:
    items = list(read_logicasker(_file("logicasker/test.csv")).items)
    whole = suite(items)
    rules = tuple(one for one in whole.shortcuts if isinstance(one, Rule))
    found = _overall(replace(whole, shortcuts=rules).score(items, "", lambda done: None))
    assert found["any-sign"].accuracy > 0.7
    assert not found["any-sign"].passed


def _overall(rows: list[AuditRow]) -> dict[str, AuditRow]:
    return {row.name: row for row in rows if row.scope == "all"}


def _file(name: str) -> Path:
    path = PUBLISHED / name
    if not path.is_file():
        pytest.skip(f"{path} is not here: name the folder in SORITES_PUBLISHED")
    return path

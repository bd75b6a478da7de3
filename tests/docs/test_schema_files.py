"""What the tables, views and results look like is promised, and changes with a version alone."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from tests.docs.schema_files import current, next_version, stored


def test_a_change_of_the_promise_is_written_down_with_a_version() -> None:
    found = stored()
    version = found.pop("version")
    assert found == json.loads(json.dumps(current())), "run `make schema`, which raises the version"
    assert [part.isdigit() for part in version.split(".")] == [True] * 3


def _changed(change: str) -> dict[str, Any]:
    document = copy.deepcopy(current())
    columns = document["relations"]["accuracy"]["columns"]
    if change == "gone":
        del columns["value"]
    elif change == "another type":
        columns["value"]["type"] = "VARCHAR"
    elif change == "new":
        columns["fresh"] = {"type": "DOUBLE", "about": "New."}
    elif change == "words":
        columns["value"]["about"] = "Other words."
    elif change == "field gone":
        del document["kinds"]["item"]["properties"]["passage"]
    return document


@pytest.mark.parametrize(
    ("change", "version"),
    [
        ("none", "1.2.3"),
        ("words", "1.2.4"),
        ("new", "1.3.0"),
        ("gone", "2.0.0"),
        ("another type", "2.0.0"),
        ("field gone", "2.0.0"),
    ],
)
def test_what_changed_decides_the_version(change: str, version: str) -> None:
    assert next_version("1.2.3", current(), _changed(change)) == version

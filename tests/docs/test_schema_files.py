"""What the tables, views and results look like is promised, and changes with a version alone."""

from __future__ import annotations

import copy
import json
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.docs import schema_files
from tests.docs.schema_files import current, history, main, next_version, sealed, stored


@cache
def now() -> dict[str, Any]:
    return current()


def test_a_change_of_the_promise_is_written_down_with_a_version() -> None:
    found = stored()
    version = found.pop("version")
    assert found == json.loads(json.dumps(now())), "run `make schema`, which raises the version"
    assert sealed(version, found) == history()[-1], f"the promise of {version} is another by now"


def test_each_version_is_later_than_the_one_before_and_a_patch_changes_words_alone() -> None:
    found = history()
    parts = [tuple(map(int, one.version.split("."))) for one in found]
    assert parts == sorted(set(parts))
    promised = {(part[:2], one.promised) for part, one in zip(parts, found, strict=True)}
    assert len(promised) == len({minor for minor, _ in promised})


def test_a_promise_that_is_changed_by_hand_under_its_version_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = shutil.copytree(schema_files.FOLDER, tmp_path / "schema")
    monkeypatch.setattr(schema_files, "FOLDER", folder)
    changed = {**_changed("gone"), "version": history()[-1].version}
    (folder / "schema.json").write_text(json.dumps(changed), encoding="utf-8")
    monkeypatch.setattr(schema_files, "current", lambda: _changed("gone"))
    assert sealed(changed["version"], stored()) != history()[-1]
    with pytest.raises(SystemExit, match="changed by hand"):
        main()


def test_a_version_that_is_written_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = shutil.copytree(schema_files.FOLDER, tmp_path / "schema")
    monkeypatch.setattr(schema_files, "FOLDER", folder)
    before = history()
    monkeypatch.setattr(schema_files, "current", now)
    main()
    assert history() == before
    monkeypatch.setattr(schema_files, "current", lambda: _changed("gone"))
    main()
    assert history()[:-1] == before
    assert history()[-1] == sealed(stored()["version"], stored())
    assert stored()["version"] == f"{int(before[-1].version.split('.')[0]) + 1}.0.0"


def _changed(change: str) -> dict[str, Any]:
    document = copy.deepcopy(now())
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
    assert next_version("1.2.3", now(), _changed(change)) == version

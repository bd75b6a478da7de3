"""The page on submitting a model: its command gives all items to whoever asks with other tools."""

from __future__ import annotations

import json
import re
import shlex
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli import app
from engine.core.resources import project_file
from engine.store import DatasetMeta, connect, items_table, write_items
from tests.site.material import made_items


def test_the_command_of_the_page_writes_every_item_with_hash_and_split(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = project_file("site/submit.md").read_text(encoding="utf-8")
    [command] = re.findall(r"^sorites (export .*)$", page, re.MULTILINE)
    items, db = made_items(), tmp_path / "e.duckdb"
    with closing(connect(db)) as con:
        meta = DatasetMeta("core-1-justlogic", "justlogic", items[0].version, items[0].params, 1)
        write_items(con, meta, items_table(items))
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, [*shlex.split(command), "--db", str(db)], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    [file] = (tmp_path / "items").glob("*.jsonl")
    document = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert {(one["hash"], one["split"]) for one in document} == {(i.hash, i.split) for i in items}

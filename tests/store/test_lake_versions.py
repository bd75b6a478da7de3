"""Versions of a lake replace one another; only files that none of them needs are removed."""

from __future__ import annotations

import os
import shutil
from contextlib import closing
from pathlib import Path

import duckdb
import pytest

from engine.core.errors import StoreError
from engine.store import (
    connect,
    publish_lake,
    snapshot_of,
    vacuum,
)
from engine.store.lake.place import Place
from tests.store.lakes import ask, assert_alike, n_answers, opened


def test_an_open_reader_keeps_its_files_until_they_are_vacuumed(asked: Path, lake: Path) -> None:
    publish_lake(asked, str(lake))
    reader = opened(lake)
    with closing(connect(asked)) as con:
        con.execute("UPDATE responses SET outcome = 'wrong', strict_outcome = 'wrong'")
    publish_lake(asked, str(lake))
    assert vacuum(str(lake), 1) == 0
    own = [lake / "notes" / "mine.txt", lake / "items" / "mine.txt", lake / "versions" / "1.json"]
    for path in own:
        path.parent.mkdir(exist_ok=True)
        path.write_text("not of the lake")
    [row] = reader.rows("SELECT count(*) AS n FROM responses WHERE outcome = 'right'")
    assert row["n"] == 4
    reader.release()
    # a catalogue, its version, and the files of answers, scores and statistics
    assert vacuum(str(lake), 0) == 6
    assert all(path.exists() for path in own)
    assert n_answers(lake) == {"gpt-x": 12}
    assert vacuum(str(lake), 0) == 0


def test_an_old_version_stays_while_it_was_present_lately(asked: Path, lake: Path) -> None:
    publish_lake(asked, str(lake))
    for path in lake.rglob("*"):
        os.utime(path, (1e9, 1e9))
    ask(asked, "later")
    reader = opened(lake)
    publish_lake(asked, str(lake))
    assert vacuum(str(lake), 1) == 0
    assert len(reader.rows("SELECT DISTINCT item_id FROM item_statistics")) == 12
    reader.release()


def test_a_version_that_never_became_present_makes_no_other_old(
    asked: Path, lake: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish_lake(asked, str(lake))
    ask(asked, "killed")
    with monkeypatch.context() as killed:
        whole = Place._write

        def write(self: Place, name: str, content: bytes) -> None:
            if name == "lake.json":
                raise StoreError("killed")
            whole(self, name, content)

        killed.setattr(Place, "_write", write)
        with pytest.raises(StoreError, match="killed"):
            publish_lake(asked, str(lake))
    for path in lake.rglob("*"):
        os.utime(path, (1e9, 1e9))
    reader = opened(lake)
    with closing(connect(asked)) as con:
        con.execute("UPDATE responses SET outcome = 'wrong', strict_outcome = 'wrong'")
    publish_lake(asked, str(lake))
    vacuum(str(lake), 1)
    assert len(reader.rows("SELECT DISTINCT item_id FROM item_statistics")) == 12
    reader.release()


def test_a_lake_of_an_earlier_engine_is_brought_up_to_date(
    asked: Path, lake: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as earlier:
        earlier.setattr("engine.store.lake.parts.views", lambda: "with a column less")
        publish_lake(asked, str(lake))
    with duckdb.connect(str(snapshot_of(lake))) as con:
        con.execute("ALTER TABLE accuracy DROP COLUMN n")
    publish_lake(asked, str(lake))
    assert_alike(asked, lake)


def test_the_present_version_stays_whatever_the_clocks_of_publishers(
    asked: Path, lake: Path
) -> None:
    publish_lake(asked, str(lake))
    [version] = (lake / "versions").iterdir()
    version.rename(version.with_name(f"9{version.name}"))  # published by a clock that ran ahead
    ask(asked, "later")
    publish_lake(asked, str(lake))
    present = snapshot_of(lake)
    for _ in range(2):
        vacuum(str(lake), 0)
        assert snapshot_of(lake) == present
        assert n_answers(lake) == {"gpt-x": 12, "later": 12}
    assert len(list((lake / "versions").iterdir())) == 1
    next((lake / "versions").iterdir()).unlink()
    vacuum(str(lake), 0)
    assert n_answers(lake) == {"gpt-x": 12, "later": 12}


@pytest.mark.parametrize("lost", ["catalogue", "group_scores", "item_traits", "responses"])
def test_publishing_writes_files_that_the_lake_has_lost(asked: Path, lake: Path, lost: str) -> None:
    publish_lake(asked, str(lake))
    shutil.rmtree(lake / lost)
    publish_lake(asked, str(lake))
    assert_alike(asked, lake)

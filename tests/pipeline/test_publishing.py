"""What is published shows the papers' figures, whatever came into the database and how."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from engine import store
from engine.analysis.sources.reading import reading
from engine.cli import main
from engine.core.paths import snapshot_path
from engine.io.published import known_figures
from engine.pipeline.publish.publishing import publish
from engine.site.builder.building import all_fragments
from engine.store.figures import holds_figures


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database in which no more was done than generating a set."""
    path = tmp_path / "e.duckdb"
    monkeypatch.setenv("SORITES_DB", str(path))
    _run(monkeypatch, "generate", "logicasker", "--name", "skills", "-n", "8", "--workers", "1")
    return path


def _run(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr("sys.argv", ["sorites", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code


def _n_figures(snapshot: Path) -> int:
    opened = store.open_snapshot(snapshot)
    [row] = opened.rows("SELECT count(*) AS n FROM figures")
    opened.release()
    return int(row["n"])


def test_a_set_that_was_generated_is_published_beside_the_papers_figures(
    db: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    _run(monkeypatch, "publish", "--json")
    first = json.loads(capsys.readouterr().out)
    assert _n_figures(snapshot_path(db)) == len(known_figures())
    _run(monkeypatch, "publish", "--json")
    assert json.loads(capsys.readouterr().out)["content"] == first["content"]


def test_figures_of_an_earlier_version_give_way_to_those_of_this_one(
    db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(db)
    with closing(store.connect(db)) as con:
        con.execute("UPDATE figures SET value = 0 WHERE value = (SELECT max(value) FROM figures)")
        con.execute("DELETE FROM figures WHERE value = (SELECT min(value) FROM figures)")
    publish(db)
    with closing(store.connect_read_only(db)) as con:
        assert holds_figures(con, [one.model_dump(exclude={"kind"}) for one in known_figures()])
    monkeypatch.setattr("engine.io.published.figures.connect", None)  # nothing is left to write
    publish(db)


def test_asking_publishes_them_too(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _run(monkeypatch, "evaluate", "skills", "--model", "constant-no")
    assert _n_figures(snapshot_path(db)) == len(known_figures())


def test_the_site_shows_each_figure_once_whether_the_snapshot_has_it_or_not(db: Path) -> None:
    fragments = []
    for published in (store.publish(db), publish(db)):
        with reading(published) as source:
            fragments.append(all_fragments(source))
    without, with_figures = fragments
    other = {name for name in without if without[name] != with_figures[name]}
    assert other <= {"provenance", "sql-examples"}  # which tell the snapshot, and query it

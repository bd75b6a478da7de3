from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from engine.cli import main
from engine.errors import ElenchusError, StoreError
from engine.site import build_site, build_units
from engine.site.sources import copied_place, default_place
from engine.store import db_to_show
from tests.site.material import publish_sample

PAGES = (
    "index.html",
    "leaderboard",
    "datasets/justlogic",
    "datasets/divlogiceval",
    "method",
    "run",
)


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return publish_sample(tmp_path_factory.mktemp("sample") / "el.duckdb")


def page(folder: Path, name: str) -> str:
    path = folder / name
    return (path if path.is_file() else path / "index.html").read_text(encoding="utf-8")


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def elenchus(monkeypatch: pytest.MonkeyPatch, *words: str) -> object:
    """The exit code of the command."""
    monkeypatch.setattr("sys.argv", ["elenchus", *words])
    with pytest.raises(SystemExit) as stopped:
        main()
    return stopped.value.code


def test_without_a_snapshot_every_page_is_built_strictly(tmp_path: Path) -> None:
    built = build_site(None, strict=True, place=copied_place(tmp_path))
    assert built.warnings == ()
    assert built.snapshot is None
    for name in PAGES:
        assert "<h1" in page(built.folder, name)
    assert "elenchus generate justlogic" in page(built.folder, "leaderboard")


def test_the_same_snapshot_gives_the_same_bytes(snapshot: Path, tmp_path: Path) -> None:
    first = build_site(snapshot, strict=True, place=copied_place(tmp_path / "one"))
    again = build_site(snapshot, strict=True, place=copied_place(tmp_path / "two"))
    assert contents(first.folder) == contents(again.folder)


def test_progress_comes_to_what_was_announced(snapshot: Path, tmp_path: Path) -> None:
    place = copied_place(tmp_path)
    done: list[int] = []
    build_site(snapshot, strict=True, place=place, advance=done.append)
    assert sum(done) == build_units(place) > 10


def test_no_page_asks_for_anything_elsewhere(snapshot: Path, tmp_path: Path) -> None:
    built = build_site(snapshot, strict=True, place=copied_place(tmp_path))
    for path in built.folder.rglob("*.html"):
        html = path.read_text(encoding="utf-8")
        asked = re.findall(
            r"<(?:script|img|iframe|link|source)\b[^>]*(?:src|href)=\"([^\"]+)", html
        )
        assert asked
        assert not [url for url in asked if re.match(r"(?:https?:)?//", url)], path
    for path in built.folder.glob("assets/*.css"):
        assert "url(http" not in path.read_text(encoding="utf-8")


def test_a_failed_build_leaves_the_last_site_and_says_why(tmp_path: Path) -> None:
    place = copied_place(tmp_path)
    built = build_site(None, place=place)
    before = contents(built.folder)
    (place.root / "site" / "run.md").write_text("[nowhere](nowhere.md)\n")
    with pytest.raises(ElenchusError, match=r"nowhere\.md"):
        build_site(None, strict=True, place=place)
    assert contents(built.folder) == before
    assert [path.name for path in tmp_path.iterdir() if "partial" in path.name] == []


def test_a_build_that_is_stopped_leaves_the_last_site_alone(tmp_path: Path) -> None:
    place = copied_place(tmp_path)
    built = build_site(None, place=place)
    before = contents(built.folder)
    done: list[int] = []

    def stop(units: int) -> None:
        done.append(units)
        if len(done) == 6:  # mkdocs is at work
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_site(None, place=place, advance=stop)
    assert contents(built.folder) == before
    assert {path.name for path in tmp_path.iterdir()} == {"site", "site-source"}


def test_the_command_builds_away_from_the_checkout(
    snapshot: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("engine.site.sources.is_checkout", lambda: False)
    db = snapshot.with_name("el.duckdb")
    assert elenchus(monkeypatch, "site", "build", "--strict", "--db", str(db)) == 0
    assert (tmp_path / "build/site/leaderboard/index.html").is_file()
    assert re.search(r"10 pages, snapshot [0-9a-f]{12}", capsys.readouterr().out)


def test_a_database_that_was_never_published_is_published_first(
    snapshot: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    db = tmp_path / "new.duckdb"
    shutil.copy(snapshot.with_name("el.duckdb"), db)
    command = ("site", "build", "--db", str(db), "--out", str(tmp_path / "out"))
    assert elenchus(monkeypatch, *command) == 0
    said = capsys.readouterr()
    assert f"{db} had never been published" in said.err
    assert re.search(r"10 pages, snapshot [0-9a-f]{12}", said.out)
    assert "sample" in page(tmp_path / "out", "leaderboard")
    assert elenchus(monkeypatch, *command) == 0
    assert "never been published" not in capsys.readouterr().err


@pytest.mark.parametrize("by_flag", [True, False])
def test_a_named_database_that_is_absent_leaves_the_last_site(
    by_flag: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("engine.site.sources.is_checkout", lambda: False)
    monkeypatch.setenv("ELENCHUS_DB", "" if by_flag else "nodb.duckdb")
    site = tmp_path / "build/site/index.html"
    site.parent.mkdir(parents=True)
    site.write_text("good")
    flag = ["--db", "nodb.duckdb"] if by_flag else []
    assert elenchus(monkeypatch, "site", "build", "--strict", *flag) == 2
    said = capsys.readouterr().err
    named_by = "--db" if by_flag else "ELENCHUS_DB"
    assert f"no database at nodb.duckdb, which {named_by} names" in said
    assert said.count("\n") == 1
    assert site.read_text() == "good"


def test_the_default_database_may_be_absent_and_a_snapshot_is_enough(
    snapshot: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ELENCHUS_DB", raising=False)
    assert db_to_show() == Path("data/elenchus.duckdb")
    shutil.copy(snapshot, tmp_path / "el.snapshot.duckdb")
    assert db_to_show(Path("el.duckdb")) == Path("el.duckdb")
    with pytest.raises(StoreError, match="there is no database"):
        db_to_show(tmp_path.parent)


def test_out_builds_there_and_leaves_the_checkout_alone(
    snapshot: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    ours = default_place()
    before = [contents(folder) for folder in (ours.fragments, ours.output)]
    monkeypatch.chdir(tmp_path)
    db = str(snapshot.with_name("el.duckdb"))
    command = ("site", "build", "--db", db, "--out", "new/public")
    for words in (command, (*command, "--json")):  # the second takes the place of the first
        assert elenchus(monkeypatch, *words) == 0
    assert (tmp_path / "new/public/leaderboard/index.html").is_file()
    built = json.loads(capsys.readouterr().out.partition("\n")[2])
    assert built["n_pages"] == 10
    assert Path(built["folder"]) == tmp_path / "new/public"
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["public"]
    assert [contents(folder) for folder in (ours.fragments, ours.output)] == before


@pytest.mark.parametrize("name", ["thesis.tex", "index.html", "assets/elenchus.css"])
def test_out_deletes_nothing_but_a_site(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("mine")
    monkeypatch.delenv("ELENCHUS_DB", raising=False)
    assert elenchus(monkeypatch, "site", "build", "--out", str(tmp_path)) == 2
    assert "would delete it" in capsys.readouterr().err
    assert (tmp_path / name).read_text() == "mine"

"""Builds that fail, are stopped, or go to another folder: the last site stays whole."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
from pathlib import Path

import pytest

from engine.core.errors import SoritesError, StoreError
from engine.core.paths import db_to_show
from engine.pipeline.publish.publishing import publish
from engine.show.links.places import output_folder
from engine.site import build_site
from engine.site.builder.sources import copied, project_sources
from tests.site.builds import N_PAGES, contents, last_site, page, sorites
from tests.site.every_family import built_site
from tests.site.material import publish_sample


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return publish_sample(tmp_path_factory.mktemp("sample") / "el.duckdb")


def have_written(monkeypatch: pytest.MonkeyPatch, fragments: dict[str, str]) -> None:
    """Have builds take the generated parts of pages as they were written before."""
    monkeypatch.setattr("engine.site.builder.building.all_fragments", lambda *_: {**fragments})


def test_a_failed_build_leaves_the_last_site_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, empty_fragments: dict[str, str]
) -> None:
    have_written(monkeypatch, empty_fragments)
    output, sources = tmp_path / "site", copied(project_sources(), tmp_path / "sources")
    before = last_site(output)
    (sources.pages / "run.md").write_text("[nowhere](nowhere.md)\n")
    with pytest.raises(SoritesError, match=r"nowhere\.md"):
        build_site(None, strict=True, output=output, sources=sources)
    assert contents(output) == before
    assert {path.name for path in tmp_path.iterdir()} == {"site", "sources"}


def test_a_build_that_is_stopped_leaves_the_last_site_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, empty_fragments: dict[str, str]
) -> None:
    have_written(monkeypatch, empty_fragments)
    output = tmp_path / "site"
    before = last_site(output)

    def stop(_: int) -> None:  # mkdocs is at work
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_site(None, output=output, advance=stop)
    assert contents(output) == before
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_a_site_is_of_one_snapshot(
    snapshot: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = tmp_path / "el.duckdb"
    shutil.copy(snapshot.with_name("el.duckdb"), db)

    def published_anew(_: Path, pages: Path, *__: object) -> tuple[str, ...]:
        pages.mkdir()
        publish(db)
        return ()

    have_written(monkeypatch, {})  # nobody looks at them
    monkeypatch.setattr("engine.site.builder.building._mkdocs", published_anew)
    with pytest.raises(StoreError, match="published again while the site was built"):
        build_site(publish(db), output=tmp_path / "site")
    assert not (tmp_path / "site").exists()


def test_a_command_that_is_terminated_cleans_up_as_after_ctrl_c(
    snapshot: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Path] = []

    def terminated(sources: Path, *_: object) -> None:
        made.extend(sources.iterdir())
        os.kill(os.getpid(), signal.SIGTERM)

    have_written(monkeypatch, {})  # nobody looks at them
    monkeypatch.setattr("engine.site.builder.building._mkdocs", terminated)
    before = signal.getsignal(signal.SIGTERM)
    words = ("site", "build", "--db", str(snapshot.with_name("el.duckdb")))
    assert sorites(monkeypatch, *words, "--out", str(tmp_path / "out")) == 130
    assert signal.getsignal(signal.SIGTERM) == before
    assert len(made) > 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.full(
    quick="site/test_building_again.py::test_out_builds_there_and_leaves_the_checkout_alone"
)
def test_the_command_builds_away_from_the_checkout(
    snapshot: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("engine.show.links.places.is_checkout", lambda: False)
    db = snapshot.with_name("el.duckdb")
    assert sorites(monkeypatch, "site", "build", "--strict", "--db", str(db)) == 0
    assert (tmp_path / "build/site/leaderboard/index.html").is_file()
    assert re.search(rf"{N_PAGES} pages, snapshot [0-9a-f]{{12}}", capsys.readouterr().out)


@pytest.mark.full(quick="site/test_commands.py")
def test_a_database_that_was_never_published_is_published_first(
    snapshot: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    db = tmp_path / "new.duckdb"
    shutil.copy(snapshot.with_name("el.duckdb"), db)
    command = ("site", "build", "--db", str(db), "--out", str(tmp_path / "out"))
    assert sorites(monkeypatch, *command) == 0
    printed = capsys.readouterr()
    assert f"published {db} first" in printed.err
    assert re.search(rf"{N_PAGES} pages, snapshot [0-9a-f]{{12}}", printed.out)
    assert "sample" in page(tmp_path / "out", "leaderboard")
    assert sorites(monkeypatch, *command) == 0
    assert "had no snapshot" not in capsys.readouterr().err


@pytest.mark.parametrize("by_flag", [True, False])
def test_a_named_database_that_is_absent_leaves_the_last_site(
    by_flag: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("engine.show.links.places.is_checkout", lambda: False)
    monkeypatch.setenv("SORITES_DB", "" if by_flag else "nodb.duckdb")
    site = tmp_path / "build/site/index.html"
    site.parent.mkdir(parents=True)
    site.write_text("good")
    flag = ["--db", "nodb.duckdb"] if by_flag else []
    assert sorites(monkeypatch, "site", "build", "--strict", *flag) == 2
    printed = capsys.readouterr().err
    named_by = "--db" if by_flag else "SORITES_DB"
    assert f"no database at nodb.duckdb, which {named_by} names" in printed
    assert printed.count("\n") == 1
    assert site.read_text() == "good"


def test_the_default_database_may_be_absent_and_a_snapshot_is_enough(
    snapshot: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SORITES_DB", raising=False)
    assert db_to_show() == Path("data/sorites.duckdb")
    shutil.copy(snapshot, tmp_path / "el.snapshot.duckdb")
    assert db_to_show(Path("el.duckdb")) == Path("el.duckdb")
    with pytest.raises(StoreError, match="there is no database"):
        db_to_show(tmp_path / "absent.duckdb")


def test_out_builds_there_and_leaves_the_checkout_alone(
    snapshot: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    fragments: dict[str, str],
) -> None:
    ours = (project_sources().pages, output_folder())
    before = list(map(contents, ours))
    monkeypatch.chdir(tmp_path)
    db = str(snapshot.with_name("el.duckdb"))
    shutil.copytree(built_site(), "new/public")  # the next takes its place
    have_written(monkeypatch, fragments)
    assert sorites(monkeypatch, "site", "build", "--db", db, "--out", "new/public", "--json") == 0
    assert (tmp_path / "new/public/leaderboard/index.html").is_file()
    assert not (tmp_path / "new/public/models/relater").exists()
    built = json.loads(capsys.readouterr().out)
    assert built["n_pages"] == N_PAGES
    assert Path(built["folder"]) == tmp_path / "new/public"
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["public"]
    assert list(map(contents, ours)) == before


@pytest.mark.parametrize("name", ["thesis.tex", "index.html", "assets/sorites.css"])
def test_out_deletes_nothing_but_a_site(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("mine")
    monkeypatch.delenv("SORITES_DB", raising=False)
    assert sorites(monkeypatch, "site", "build", "--out", str(tmp_path)) == 2
    assert "which a build would delete" in capsys.readouterr().err
    assert (tmp_path / name).read_text() == "mine"

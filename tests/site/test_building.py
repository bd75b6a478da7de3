from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.cli import main
from engine.errors import ElenchusError
from engine.site import build_site
from engine.site.sources import copied_place
from tests.site.material import publish_sample

PAGES = ("index.html", "leaderboard", "datasets/justlogic", "method", "run")


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


def test_the_command_builds_away_from_the_checkout(
    snapshot: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("engine.site.sources.is_checkout", lambda: False)
    db = snapshot.with_name("el.duckdb")
    monkeypatch.setattr("sys.argv", ["elenchus", "site", "build", "--strict", "--db", str(db)])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 0
    assert (tmp_path / "build/site/leaderboard/index.html").is_file()
    assert re.search(r"6 pages, snapshot [0-9a-f]{12}", capsys.readouterr().out)

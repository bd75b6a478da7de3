"""Terminal, JSON, dashboard, site and SQL show the same rows of every board in the same order."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, replace
from html import unescape
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pytest
from streamlit.testing.v1 import AppTest
from typer.testing import CliRunner

import dashboard
import sorites
from engine.analysis.sources.reading import reading
from engine.cli import app
from engine.core.paths import snapshot_path
from engine.pipeline.files.downloads import board_rows
from engine.pipeline.publish.publishing import publish
from engine.show.tables.boards import board_table
from engine.site.boards.leaderboard import leaderboard_fragments
from engine.store import (
    connect,
    find_dataset,
    load_items,
    register_run,
    store_answers,
)
from tests.dashboard.searched_once import packages_searched_once
from tests.site.every_family import publish_every_family
from tests.site.tables import tables
from tests.store.material import answers, run_over

SETS = ("sample", "choices", "skills", "formulas")


class Shown(NamedTuple):
    """A row of a board: who, with which label, at which rank, and the score, as shown."""

    model: str
    label: str
    rank: str
    score: str


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A set of each kind of question, and on one of them two runs that look alike and one apart."""
    path = tmp_path_factory.mktemp("faces") / "e.duckdb"
    publish_every_family(path)
    with closing(connect(path)) as con:
        items = tuple(load_items(con, "sample"))
        first = run_over(find_dataset(con, "sample"), "b" * 64, "twice")
        warm = replace(first, run_hash="c" * 64, settings='{"temperature":0.5}')
        for run in (first, warm, replace(first, run_hash="d" * 64)):
            given = answers(items, lambda item: item.gold if item.index % 2 else "true")
            store_answers(con, register_run(con, run), given)
    publish(path)
    with packages_searched_once():
        yield path


def by_sql(db: Path, dataset: str) -> list[list[Shown]]:
    query = f"FROM (SELECT * FROM board) WHERE dataset = '{dataset}'"
    result = CliRunner().invoke(app, ["sql", query, "--seconds", "60", "--json", "--db", str(db)])
    found = json.loads(result.stdout)
    rows = [dict(zip(found["columns"], row, strict=True)) for row in found["rows"]]
    return by_board(rows)


def by_board(rows: list[dict[str, object]]) -> list[list[Shown]]:
    names = ("origin", "setting", "split", "language")
    return [
        [shown(row) for row in group]
        for _, group in groupby(rows, lambda row: [row[name] for name in names])
    ]


def shown(row: dict[str, object]) -> Shown:
    value = row["partial_circular" if row["setting"] == "rotations" else "value"]
    best, worst = row["rank_best"], row["rank_worst"]
    rank = "–" if best is None else str(best) if best == worst else f"{best}–{worst}"
    assert isinstance(value, float)
    return Shown(str(row["model"]), str(row["label"] or ""), rank, f"{100 * value:.1f}")


def by_json(db: Path, dataset: str) -> list[list[Shown]]:
    result = CliRunner().invoke(app, ["leaderboard", dataset, "--json", "--db", str(db)])
    return by_board(json.loads(result.stdout)["rows"])


def by_terminal(db: Path, dataset: str) -> list[list[Shown]]:
    result = CliRunner().invoke(app, ["leaderboard", dataset, "--db", str(db)])
    boards: list[list[Shown]] = []
    for line in result.stdout.splitlines():
        cells = [cell.strip() for cell in re.split("[┃│]", line)[1:-1]]
        if line.startswith("┃"):
            titles, own = cells, []
            boards.append(own)
        elif line.startswith("│") and cells[1] != "independent guessing":
            row = dict(zip(titles, cells, strict=True))
            score = row.get("PartialCircular") or row["Accuracy"]
            label = row["prompt"].partition(" · ")[2]
            own.append(Shown(row["model"], label, row["rank"], score.partition(" ")[0]))
    return boards


def by_site(db: Path, dataset: str) -> list[list[Shown]]:
    with reading(snapshot_path(db)) as source:
        own = [board for board in source.boards if board.dataset == dataset]
        assert by_board([dict(row) for board in own for row in board_rows(board)]) == by_sql(
            db, dataset
        )
        page = leaderboard_fragments(source)["leaderboard"]
        shown_at = [page.index(board_table(board)) for board in own]
        assert shown_at == sorted(shown_at)
        return [_of_table(board_table(board)) for board in own]


def _of_table(html: str) -> list[Shown]:
    [found] = tables(html)
    labels = [
        unescape((re.search(r"<small>(.*?)</small>", name) or [""] * 2)[1])
        for name in re.findall(r'<th scope="row".*?</th>', html)
    ]
    rows = [dict(zip(found.titles, row, strict=True)) for row in found.rows]
    return [
        Shown(
            row["Model"].split()[0],
            label,
            row["Rank"],
            (row.get("PartialCircular") or row["Accuracy"]).rstrip("%"),
        )
        for row, label in zip(rows, labels, strict=True)
        if not row["Model"].startswith("guessing")
    ]


def by_dashboard(db: Path, dataset: str, monkeypatch: pytest.MonkeyPatch) -> list[list[Shown]]:
    monkeypatch.setenv("SORITES_DB", str(db))
    page = AppTest.from_file(str(Path(dashboard.__file__).with_name("app.py")), default_timeout=90)
    page.query_params["data"] = dataset
    page.switch_page("app_pages/leaderboard.py").run()
    assert not page.exception
    frames = [frame.value for frame in page.dataframe if "value_interval" in frame.value]
    return [
        [
            Shown(
                row["model"],
                row.get("label") or "",
                (row.get("rank") or "–").strip(),
                f"{row.get('partial_circular', row['value']):.1f}",
            )
            for row in frame.astype(object).where(frame.notna(), None).to_dict("records")
        ]
        for frame in frames
    ]


@pytest.mark.parametrize("dataset", SETS)
def test_all_faces_show_the_same_rows_in_the_same_order(
    db: Path, dataset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = by_sql(db, dataset)
    assert expected
    assert by_json(db, dataset) == expected
    assert by_terminal(db, dataset) == expected
    assert by_site(db, dataset) == expected
    assert by_dashboard(db, dataset, monkeypatch) == expected


def test_the_whole_view_is_the_same_on_a_database_made_by_plain_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = tmp_path / "plain.duckdb"
    monkeypatch.setenv("SORITES_DB", str(db))

    def run(*words: str) -> str:
        result = CliRunner().invoke(app, [*words])
        assert not result.exit_code, result.output
        return result.stdout

    run("generate", "logicasker", "--name", "mine", "-n", "8", "--workers", "1")
    run("evaluate", "mine", "--model", "constant-no")
    run("publish")
    found = json.loads(run("sql", "SELECT * FROM board", "--seconds", "60", "--json"))
    rows = [dict(zip(found["columns"], row, strict=True)) for row in found["rows"]]
    assert {"measured", "reported", "reproduced"} <= {row["origin"] for row in rows}
    assert json.loads(run("leaderboard", "--json"))["rows"] == rows
    assert [asdict(score) for board in sorites.board() for score in board.scores] == rows
    frame = sorites.frame("board").astype(object)
    assert frame.where(frame.notna(), None).to_dict("records") == rows
    with reading(snapshot_path(db)) as source:
        assert [asdict(score) for board in source.boards for score in board.scores] == rows
    last = rows[-1]["dataset"]
    assert by_terminal(db, last) == by_dashboard(db, last, monkeypatch) == by_sql(db, last)


def test_chance_and_the_answers_given_stand_on_every_face(
    db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    query = "SELECT answered, chance FROM board WHERE dataset = 'sample' AND model = 'twice'"
    result = CliRunner().invoke(
        app, ["sql", f"{query} LIMIT 1", "--seconds", "60", "--json", "--db", str(db)]
    )
    [[answered, chance]] = json.loads(result.stdout)["rows"]
    assert answered.startswith("true ")
    assert chance == pytest.approx(1 / 3)
    printed = CliRunner().invoke(app, ["leaderboard", "sample", "--db", str(db)]).stdout
    with reading(snapshot_path(db)) as source:
        board = next(one for one in source.boards if one.dataset == "sample")
    monkeypatch.setenv("SORITES_DB", str(db))
    page = AppTest.from_file(str(Path(dashboard.__file__).with_name("app.py")), default_timeout=90)
    page.query_params["data"] = "sample"
    page.switch_page("app_pages/leaderboard.py").run()
    table = page.dataframe[0].value
    assert answered in set(table["answered"])
    assert set(table["chance"].round(1)) == {33.3}
    for shown_there in (printed, unescape(board_table(board))):
        assert answered in shown_there
        assert "33.3" in shown_there
        assert "guessing" in shown_there


def test_what_is_left_out_is_named_with_the_reason(db: Path) -> None:
    result = CliRunner().invoke(app, ["leaderboard", "sample", "--db", str(db)])
    assert "left out of sample: another run with the same configuration stands" in result.stdout
    assert f"twice (run {'b' * 12})" in result.stdout

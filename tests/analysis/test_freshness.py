"""Held-out seeds, sealed; the same questions on fresh items, in pairs with the public ones."""

from __future__ import annotations

import hashlib
import html
import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import date
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
import typer

from engine.analysis.datasets.contamination import cutoffs, freshness_rows, trained_until
from engine.analysis.sources.query import rows_of
from engine.analysis.sources.reading import Reading
from engine.cli.data.generate import generate as generate_command
from engine.cli.data.seal import seal
from engine.cli.results.leaderboard import leaderboard
from engine.cli.run.evaluate import evaluate
from engine.core.errors import InputError
from engine.core.paths import snapshot_path
from engine.core.resources import data_file
from engine.core.statistics import Counts, clustered
from engine.core.suite_files import releases, suite_names, suite_release
from engine.families import FAMILIES
from engine.io.published.reported import read_reported
from engine.pipeline.evaluate.fresh import FOLDER, SEED_FILE
from engine.pipeline.generate.held_out import make_seed, read_seed
from engine.site.boards.leaderboard import leaderboard_fragments
from engine.store import connect, connect_read_only, open_snapshot


def test_a_seal_is_the_hash_of_a_file_that_its_owner_alone_can_read(tmp_path: Path) -> None:
    made = make_seed(tmp_path / "seed.json")
    assert made.seal == hashlib.sha256((tmp_path / "seed.json").read_bytes()).hexdigest()
    assert read_seed(tmp_path / "seed.json") == made
    assert (tmp_path / "seed.json").stat().st_mode & 0o077 == 0
    assert make_seed(tmp_path / "other.json").seed != made.seed
    with pytest.raises(InputError, match="cannot write a seed"):
        make_seed(tmp_path / "seed.json")


def test_a_seal_can_be_checked_when_the_file_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seal(tmp_path / "seed.json", as_json=True)
    document = json.loads(capsys.readouterr().out)
    assert document["made"]
    seal(tmp_path / "seed.json", check=document["seal"].upper())
    with pytest.raises(typer.Exit) as ended:
        seal(tmp_path / "seed.json", check="0" * 64)
    assert ended.value.exit_code == 1
    with pytest.raises(InputError, match="not a readable seed file"):
        seal(tmp_path / "none.json", check="0" * 64)
    (tmp_path / "bad.json").write_text('{"seed": -1}', encoding="utf-8")
    with pytest.raises(InputError, match="not a readable seed file"):
        read_seed(tmp_path / "bad.json")


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("fresh") / "e.duckdb"
    generate_command("justlogic", n=36, name="small", seed=1, db=path)
    for _ in range(2):  # a second time changes nothing
        evaluate("small", model="prover-1", split="all", fresh=True, db=path)
    return path


def fresh_rows(db: Path) -> list[dict[str, Any]]:  # Any: values of a view
    with closing(connect_read_only(db)) as con:
        return freshness_rows(rows_of(con), "small")


def test_what_is_public_and_what_is_fresh_are_compared_in_pairs(db: Path) -> None:
    [row] = fresh_rows(db)
    assert (row["model"], row["n"], row["n_groups"]) == ("prover-1", 36, 12)
    with closing(connect(db)) as con:
        pairs = con.execute(
            "SELECT p.outcome = 'right', o.outcome = 'right', p.idx // 3 FROM item_responses p"
            " JOIN fresh_outcomes o ON o.idx = p.idx"
        ).fetchall()
    *sides, groups = zip(*pairs, strict=True)
    public, fresh = (sum(side) / 36 for side in sides)
    for name, side in zip(("public", "fresh"), sides, strict=True):
        right = Counter(group for group, is_right in zip(groups, side, strict=True) if is_right)
        ends = clustered([Counts(right[group], 3) for group in set(groups)])
        assert (row[f"{name}_low"], row[f"{name}_high"]) == pytest.approx(ends)
    assert (row["public_value"], row["fresh_value"]) == pytest.approx((public, fresh))
    assert row["difference"] == pytest.approx(public - fresh)
    assert row["low"] < row["difference"] < row["high"]


@contextmanager
def read_for_site(db: Path) -> Iterator[Reading]:
    snapshot = open_snapshot(snapshot_path(db))
    try:
        yield Reading(snapshot, (), snapshot.rows, snapshot.cursor)
    finally:
        snapshot.release()


def test_boards_show_the_difference_with_its_interval(
    db: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    [row] = fresh_rows(db)
    leaderboard("small", db=db, as_json=True)
    [shown] = json.loads(capsys.readouterr().out)["fresh"]
    assert (shown["difference"], shown["low"], shown["high"]) == pytest.approx(
        (row["difference"], row["low"], row["high"])
    )
    difference = f"{100 * row['difference']:+.1f}"
    leaderboard("small", db=db)
    printed = capsys.readouterr().out.partition("public minus fresh")[2]
    assert f"{difference}%" in printed
    for side in ("public", "fresh"):
        assert f"{row[f'{side}_low']:.1%} to {row[f'{side}_high']:.1%}" in printed
    with read_for_site(db) as source:
        page = leaderboard_fragments(source)["leaderboard"]
    [table] = re.findall("<caption>Public minus fresh.*?</table>", page)
    cells = [
        html.unescape(cell).replace("−", "-") for cell in re.findall("<td.*?>(.*?)</td>", table)
    ]
    low, high = f"{100 * row['low']:+.1f}", f"{100 * row['high']:+.1f}"
    public, fresh = (
        f"{row[f'{side}_value']:.1%} <small>{100 * row[f'{side}_low']:.1f} to"
        f" {row[f'{side}_high']:.1%}, n 36</small>"
        for side in ("public", "fresh")
    )
    assert cells[1:3] == [public, fresh]
    assert cells[3:6] == [difference, f"{low} to {high}", "36"]


def test_a_set_that_was_learnt_by_heart_shows(db: Path) -> None:
    """Pairs one to a group: the interval is that of Agresti and Min, worked out by hand here."""
    with closing(connect(db)) as con:
        con.execute("BEGIN")
        con.execute("DELETE FROM fresh_outcomes WHERE idx % 3 <> 0")
        con.execute("UPDATE responses SET outcome = 'right'")
        con.execute("UPDATE fresh_outcomes SET outcome = if(idx < 9, 'right', 'wrong')")
        [(n, difference, low, high)] = con.execute(
            "SELECT n, difference, low, high FROM freshness"
        ).fetchall()
        con.execute("ROLLBACK")
    assert (n, difference) == (12, 9 / 12)
    residuals = 3 * (0 - 0.75) ** 2 + 9 * (1 - 0.75) ** 2
    effect = max(1.0, residuals * 12 / 11 / (9 - 81 / 12))
    m, b = 12 / effect, 9 / effect
    error = sqrt(b + 1 - b**2 / (m + 2)) / (m + 2)
    assert low == pytest.approx(b / (m + 2) - 1.959963984540054 * error)
    assert high == pytest.approx(min(1, b / (m + 2) + 1.959963984540054 * error))
    assert low > 0


def test_fresh_items_and_their_seed_stay_out_of_the_database(db: Path) -> None:
    folder = db.parent / FOLDER
    seed = read_seed(folder / SEED_FILE)
    assert folder.stat().st_mode & 0o077 == 0
    for path in (db, db.with_suffix(".snapshot.duckdb")):
        with closing(connect(path)) as con:
            assert con.execute("SELECT name, seed FROM datasets").fetchall() == [("small", 1)]
            assert con.execute("SELECT seal FROM fresh_runs").fetchall() == [(seed.seal,)]
            public = {row[0] for row in con.execute("SELECT hash FROM items").fetchall()}
    with closing(connect(folder / db.name)) as con:
        [(_, kept)] = con.execute("SELECT name, seed FROM datasets").fetchall()
        fresh = {row[0] for row in con.execute("SELECT hash FROM items").fetchall()}
    assert kept == seed.seed
    assert len(fresh) == 36
    assert not fresh & public


def test_only_plain_questions_are_put_on_fresh_items(db: Path) -> None:
    with pytest.raises(InputError, match="plain questions"):
        evaluate("small", model="prover-1", split="all", probe="no-context", fresh=True, db=db)


def test_release_and_cut_off_stand_beside(
    db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "cutoffs.toml"
    file.write_text(
        '[[model]]\nnames = ["Prover-1"]\ncutoff = 2026-01-31\nsource = "here"\n', encoding="utf-8"
    )
    monkeypatch.setattr("engine.analysis.datasets.contamination.cutoffs", lambda: cutoffs(file))
    with closing(connect(db)) as con:
        [(content,)] = con.execute("SELECT content_hash FROM datasets").fetchall()
    monkeypatch.setattr(
        "engine.analysis.datasets.contamination.releases", lambda: {content: date(2026, 3, 1)}
    )
    [row] = fresh_rows(db)
    assert (row["released"], row["cutoff"], row["released_after"]) == (
        date(2026, 3, 1),
        date(2026, 1, 31),
        True,
    )
    file.write_text("[[model]]\nnames = 1\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"cutoffs\.toml is wrong at model\.0\.names"):
        cutoffs(file)


def test_what_is_not_known_of_a_model_is_unknown_and_a_solver_was_not_trained() -> None:
    assert trained_until("GPT-4o", "published") == trained_until("gpt-4o", "endpoint")
    assert str(trained_until("gpt-4o", "endpoint")).startswith(
        "2023-10-31, as a third party says ("
    )
    assert str(trained_until("Qwen3-32B", "published")).startswith("unknown (")
    assert trained_until("my-own", "endpoint") == "unknown"
    assert trained_until("prover-1", "oracle") is None


def test_every_suite_says_when_it_was_released() -> None:
    assert all(suite_release(name) >= date(2026, 11, 20) for name in suite_names())
    assert len(releases()) >= len(suite_names())


def test_every_cut_off_says_where_it_is_known_from_and_when_that_was_read() -> None:
    text = data_file("contamination/cutoffs.toml").read_text(encoding="utf-8")
    listed = tomllib.loads(text)["model"]
    names = [name.casefold() for one in listed for name in one["names"]]
    assert len(set(names)) == len(names) == len(cutoffs())
    assert [
        one for one in listed if not re.search(r", read 20\d\d-\d\d-\d\d$", one["source"])
    ] == []


MAKERS = (
    *("github.com/meta-llama/", "huggingface.co/microsoft/phi-4", "platform.claude.com/docs/"),
    *("ai.google.dev/", "cloud.google.com/"),
)


def test_a_cut_off_that_its_maker_does_not_say_is_marked() -> None:
    for one in cutoffs().values():
        if one.cutoff:
            is_from_maker = any(place in one.source for place in MAKERS)
            assert one.third_party is not is_from_maker, one.source


def test_of_every_model_that_a_paper_reports_on_the_cut_off_is_known_or_was_looked_for() -> None:
    reported = {
        row.model
        for one in FAMILIES.values()
        for path in (one.figures() if one.figures else ())
        if path.suffix == ".yaml"
        for row in read_reported(path)
        if row.kind == "published"
    }
    assert {name for name in reported if name.casefold() not in cutoffs()} == {
        "lowest of the six models",
        "none",
    }

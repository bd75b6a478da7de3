"""Accuracy by task and language, and English against Carroll in pairs."""

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest
from duckdb import DuckDBPyConnection

from engine.core.items import Response
from engine.core.statistics import Counts, clustered, paired_difference, wilson
from engine.grade import grade
from engine.pipeline.generate.generation import make_spec
from engine.store import DatasetMeta, Run, connect, items_table, record_run, write_items
from tests.samples import Sample

SPEC = make_spec("logicskills", {"types": "negation,atomic_dyadic"}, 3, 40)
ITEMS = Sample(SPEC)


@pytest.fixture(scope="module")
def con(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DuckDBPyConnection]:
    """English right but in two groups; Carroll, in a run of its own, right in every third."""
    with closing(connect(tmp_path_factory.mktemp("formulas") / "el.duckdb")) as opened:
        meta = DatasetMeta("formulas", SPEC.family, SPEC.version, SPEC.params, SPEC.seed)
        dataset = write_items(opened, meta, items_table(ITEMS))
        knowing: dict[str, Callable[[int], bool]] = {
            "en": lambda group: group > 1,
            "carroll": lambda group: group % 3 == 0,
        }
        for language, knows in knowing.items():
            run = Run(
                language[0] * 64, dataset.name, dataset.content_hash, "m", "endpoint", "zero-shot",
                language=language,
            )  # fmt: skip
            replies = (
                (item, f"Answer: {item.gold if knows(item.group) else '∀x'}")
                for item in ITEMS
                if item.traits.language == language
            )
            answers = [(Response(item.hash, raw=raw), grade(item, raw)) for item, raw in replies]
            record_run(opened, run, answers)
        yield opened


def one(con: DuckDBPyConnection, query: str) -> dict[str, Any]:
    (row,) = con.sql(query).to_arrow_table().to_pylist()
    found: dict[str, Any] = row
    return found


def test_accuracy_is_given_by_language_and_type_with_wilson_intervals(
    con: DuckDBPyConnection,
) -> None:
    row = one(con, "FROM formal_accuracy WHERE language = 'en' AND type = 'all'")
    assert (row["n"], row["n_right"], row["question_type"]) == (20, 18, "symbolization")
    assert (row["low"], row["high"]) == pytest.approx(wilson(18, 20), abs=1e-12)
    types = con.sql(
        "SELECT type, n FROM formal_accuracy WHERE language = 'en' AND type <> 'all' ORDER BY type"
    ).fetchall()
    assert types == [("atomic_dyadic", 10), ("negation", 10)]


def test_the_language_gap_pairs_runs_and_has_the_paired_interval(con: DuckDBPyConnection) -> None:
    row = one(con, "FROM language_gap")
    # Carroll is right in groups 0, 3, 6, … 18: of these English misses 0 alone
    assert (row["n"], row["n_en_only"], row["n_carroll_only"]) == (20, 12, 1)
    assert row["difference"] == pytest.approx(11 / 20)
    low, high = paired_difference(1, 12, 20)
    assert (row["low"], row["high"]) == pytest.approx((low, high), abs=1e-12)


def test_mistakes_have_intervals_over_all_answers(con: DuckDBPyConnection) -> None:
    row = one(con, "FROM mistakes WHERE language = 'en'")
    assert (row["n"], row["n_answers"], row["share_of_faulty"]) == (2, 20, 1.0)
    assert (row["low"], row["high"]) == pytest.approx(wilson(2, 20), abs=1e-12)


def test_answers_of_one_group_tell_less_of_a_mistake_than_their_number(
    con: DuckDBPyConnection,
) -> None:
    dataset = "formulas"
    [(content,)] = con.execute("SELECT content_hash FROM datasets").fetchall()
    run = Run("s" * 64, dataset, content, "sampled", "endpoint", "zero-shot", samples=3)
    shown = [
        (Response(item.hash, sample=sample, raw=raw), grade(item, raw))
        for item in ITEMS
        for sample in range(3)
        for raw in [f"Answer: {'∀x' if item.group % 4 == 0 and sample < 2 else item.gold}"]
    ]
    con.begin()
    try:
        record_run(con, run, shown)
        row = one(con, "FROM mistakes WHERE model = 'sampled' AND language = 'en'")
    finally:
        con.rollback()
    groups = [Counts(2 if group % 4 == 0 else 0, 3) for group in range(20)]
    assert (row["n"], row["n_answers"]) == (10, 60)
    assert (row["low"], row["high"]) == pytest.approx(clustered(groups), abs=1e-9)
    assert row["high"] - row["low"] > 1.2 * (wilson(10, 60)[1] - wilson(10, 60)[0])


def test_a_kept_figure_gives_way_to_a_run_of_its_language_alone(con: DuckDBPyConnection) -> None:
    columns = "(family, dataset, model, prompt, origin, breakdown, cell, metric, value, source)"
    con.begin()
    try:
        con.executemany(
            f"INSERT INTO figures {columns} VALUES ('logicskills', 'formulas', 'm', 'zero-shot',"
            " 'measured', 'language', ?, 'accuracy', 0.25, 'elsewhere')",
            [["en"], ["fr"]],
        )
        shown = con.execute(
            "SELECT language, source FROM leaderboard WHERE metric = 'accuracy' ORDER BY language"
        ).fetchall()
    finally:
        con.rollback()
    assert [language for language, _ in shown] == ["carroll", "en", "fr"]
    assert [source == "elsewhere" for _, source in shown] == [False, False, True]

"""Response rate and response accuracy over questions on skills."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path
from statistics import mean

import pytest
from duckdb import DuckDBPyConnection

from engine.core.items import Item, Response
from engine.core.statistics import Z_95, wilson
from engine.core.statistics.clusters import t_95
from engine.grade import grade
from engine.pipeline.generate.generation import make_spec
from engine.store import DatasetMeta, Run, connect, items_table, record_run, write_items
from tests.samples import Sample

SPEC = make_spec("logicasker", {"max_length": "2"}, 3, 640)
ITEMS = Sample(SPEC)


@pytest.fixture
def con(tmp_path: Path) -> Iterator[DuckDBPyConnection]:
    with closing(connect(tmp_path / "el.duckdb")) as opened:
        yield opened


def _ask(
    con: DuckDBPyConnection, says: Callable[[int, Item], str], items: Sequence[Item] = ITEMS
) -> None:
    meta = DatasetMeta("skills", SPEC.family, SPEC.version, SPEC.params, SPEC.seed)
    dataset = write_items(con, meta, items_table(ITEMS))
    run = Run("b" * 64, dataset.name, dataset.content_hash, "m", "endpoint", "zero-shot")
    asked = {item.hash: item for item in items}.values()
    answers = [
        (Response(item.hash, raw=raw), grade(item, raw))
        for at, item in zip(count(), asked, strict=False)
        for raw in [says(at, item)]
    ]
    record_run(con, run, answers)


def _one(con: DuckDBPyConnection, view: str, where: str = "true") -> dict[str, float]:
    (row,) = con.sql(f"SELECT * FROM {view} WHERE {where}").to_arrow_table().to_pylist()
    return row


def test_candidates_rejected_for_a_pair_are_counted_once(con: DuckDBPyConnection) -> None:
    meta = DatasetMeta("skills", SPEC.family, SPEC.version, SPEC.params, SPEC.seed)
    counted = [
        replace(i, certificate=replace(i.certificate, rejected=(("no exchange", 1 + i.group),)))
        for i in ITEMS
    ]
    write_items(con, meta, items_table(counted))
    by_group = {i.group: i.certificate.rejected for i in counted}
    expected: Counter[str] = Counter()
    for rejected in by_group.values():
        expected.update(dict(rejected))
    rows = con.execute("SELECT reason, n, n_items FROM rejections").fetchall()
    assert {reason: n for reason, n, _ in rows} == expected
    groups = Counter(reason for rejected in by_group.values() for reason, _ in rejected)
    assert {reason: n_items for reason, _, n_items in rows} == groups
    assert sum(expected.values()) > 10
    assert 2 * len(by_group) == len(ITEMS)


def test_response_accuracy_is_of_what_can_be_read_and_accuracy_of_all(
    con: DuckDBPyConnection,
) -> None:
    # every fourth reply says nothing, every fourth is read leniently only and right
    _ask(con, lambda at, item: ("I wonder.", item.gold, "Answer: yes", "Answer: no")[at % 4])
    row = _one(con, "response_accuracy")
    n = row["n"]
    assert row["n_satisfy"] == n - len(range(0, int(n), 4))
    assert row["response_accuracy"] == row["n_correct"] / row["n_satisfy"]
    assert row["accuracy"] == row["n_correct"] / n
    assert row["n_strict_satisfy"] == row["n_satisfy"] - len(range(1, int(n), 4))
    low, high = wilson(row["n_correct"], row["n_satisfy"])
    assert row["response_accuracy_low"] <= low + 1e-3, "twins are right and wrong together"
    assert row["response_accuracy_high"] >= high - 1e-3


def test_always_giving_one_answer_has_a_balanced_accuracy_of_a_half(
    con: DuckDBPyConnection,
) -> None:
    _ask(con, lambda _, __: "Answer: no")
    row = _one(con, "response_accuracy")
    assert row["balanced_accuracy"] == 0.5
    assert row["balanced_accuracy_high"] - row["balanced_accuracy_low"] < 0.1
    assert row["balanced_accuracy_low"] < 0.5 < row["balanced_accuracy_high"]


def _balanced_by_hand(answers: Sequence[tuple[Item, bool]]) -> tuple[float, float, float]:
    """Balanced accuracy and the ends of its interval, from whether each item is answered right."""
    of_gold = defaultdict(list)
    for item, is_right in answers:
        of_gold[item.gold].append(is_right)
    share = {gold: mean(map(float, each)) for gold, each in of_gold.items()}
    worth = {gold: 1 / len(of_gold) / len(each) for gold, each in of_gold.items()}
    steps: defaultdict[int, float] = defaultdict(float)
    weights: defaultdict[int, float] = defaultdict(float)
    for item, is_right in answers:
        steps[item.group] += worth[item.gold] * (is_right - share[item.gold])
        weights[item.group] += worth[item.gold]
    n, value = len(steps), mean(share.values())
    variance = n / (n - 1) * sum(step**2 for step in steps.values())
    least = 1 / sum(weight**2 for weight in weights.values())
    most = 1 / sum(worth[gold] ** 2 * len(each) for gold, each in of_gold.items())
    trials = value * (1 - value) / variance * (Z_95 / t_95(n - 1)) ** 2
    trials = max(least, min(most, trials))
    return value, *wilson(value * trials, trials)


def test_the_interval_of_balanced_accuracy_counts_twins_right_together_as_pairs(
    con: DuckDBPyConnection,
) -> None:
    # a third of the questions with the answer yes is left out, so that the answers differ in number
    some = [item for item in ITEMS if item.gold == "no" or item.group % 3]
    right = {item.hash: item.group % 10 < 7 or item.index % 13 == 0 for item in some}
    _ask(con, lambda _, item: item.gold if right[item.hash] else "Hm.", some)
    row = _one(con, "response_accuracy")
    found = tuple(row[f"balanced_accuracy{end}"] for end in ("", "_low", "_high"))
    expected = _balanced_by_hand([(item, right[item.hash]) for item in some])
    assert found == pytest.approx(expected, abs=1e-9)
    low, high = wilson(row["n_correct"], row["n"])
    assert found[2] - found[1] > 1.15 * (high - low), "wider than of as many single questions"


def test_where_both_answers_are_alike_in_every_pair_balanced_accuracy_is_accuracy(
    con: DuckDBPyConnection,
) -> None:
    _ask(con, lambda _, item: item.gold if item.group % 10 < 7 or item.index % 5 == 0 else "Hm.")
    row = _one(con, "response_accuracy")
    for end in ("", "_low", "_high"):
        assert row[f"balanced_accuracy{end}"] == pytest.approx(row[f"accuracy{end}"])


def test_a_model_that_never_answers_has_no_response_accuracy(con: DuckDBPyConnection) -> None:
    _ask(con, lambda _, __: "Hm.")
    row = _one(con, "response_accuracy")
    assert row["response_rate"] == 0
    assert row["response_accuracy"] is None
    assert row["accuracy"] == 0


def test_the_breakdown_has_every_part_of_the_tree_and_adds_up(con: DuckDBPyConnection) -> None:
    _ask(con, lambda _, item: f"Answer: {'yes' if item.traits.depth == 1 else item.gold}")
    rows = con.sql("SELECT trait, sum(n), sum(n_correct) FROM skill_accuracy GROUP BY 1").fetchall()
    assert {trait for trait, _, _ in rows} == {
        "logic",
        "category",
        "logic and category",
        "rule",
        "skill",
        "kind",
        "length",
        "kind and length",
    }
    assert len({(n, right) for _, n, right in rows}) == 1
    assert _one(con, "skill_accuracy", "trait = 'kind' AND cell = 'correct'")["accuracy"] == 1
    assert _one(con, "skill_accuracy", "trait = 'length' AND cell = '2'")["accuracy"] == 1
    assert _one(con, "skill_accuracy", "trait = 'category' AND cell = 'fallacy'")["accuracy"] < 1


def test_the_tree_has_a_share_at_each_place_and_adds_up(con: DuckDBPyConnection) -> None:
    _ask(con, lambda _, item: item.gold if item.traits.logic == "predicate" else "Hm.")
    levels = con.sql(
        "SELECT level, sum(n), sum(n_items), sum(n_correct) FROM skill_tree GROUP BY 1"
    ).fetchall()
    assert {level for level, *_ in levels} == {"logic", "category", "rule", "skill", "form"}
    assert len({tuple(counts) for _, *counts in levels}) == 1
    orphans = "level <> 'logic' AND parent NOT IN (SELECT part FROM skill_tree)"
    assert not con.sql(f"FROM skill_tree WHERE {orphans}").fetchall()
    below = con.sql(
        "SELECT sum(n), sum(n_correct) FROM skill_tree WHERE parent = 'predicate.fallacy'"
    ).fetchall()
    above = _one(con, "skill_tree", "part = 'predicate.fallacy'")
    assert below == [(above["n"], above["n_correct"])]
    assert above["accuracy"] == 1
    silent = _one(con, "skill_tree", "part = 'propositional'")
    assert (silent["accuracy"], silent["response_accuracy"]) == (0, None)


def test_the_gap_between_the_logics_has_a_sign(con: DuckDBPyConnection) -> None:
    _ask(con, lambda _, item: item.gold if item.traits.logic == "propositional" else "Hm.")
    assert not con.sql("FROM logic_gap WHERE metric = 'response accuracy'").fetchall()
    assert _one(con, "logic_gap", "metric = 'accuracy'")["difference"] == 1
    assert _one(con, "logic_gap", "metric = 'accuracy'")["low"] > 0.9


def test_a_gap_in_response_accuracy_counts_the_answers_that_could_be_read(
    con: DuckDBPyConnection,
) -> None:
    _ask(con, lambda index, item: item.gold if index % 3 else "Hm.")
    counts = {
        metric: con.execute(
            "SELECT n_propositional + n_predicate FROM logic_gap WHERE metric = $metric",
            {"metric": metric},
        ).fetchall()[0][0]
        for metric in ("accuracy", "response accuracy")
    }
    whole = _one(con, "response_accuracy", "true")
    assert counts == {"accuracy": whole["n"], "response accuracy": whole["n_satisfy"]}
    assert whole["n_satisfy"] < whole["n"]


def test_a_model_that_is_right_throughout_has_no_gap(con: DuckDBPyConnection) -> None:
    _ask(con, lambda _, item: item.gold)
    row = _one(con, "logic_gap", "metric = 'response accuracy'")
    assert row["difference"] == 0
    assert row["low"] < 0 < row["high"]


def test_newcombe_s_published_example(con: DuckDBPyConnection) -> None:
    # 56 of 70 against 48 of 80: 0.2, from 0.0524 to 0.3339 (Newcombe 1998, table II, method 10)
    query = con.execute("SELECT sql FROM duckdb_views() WHERE view_name = 'logic_gap'").fetchall()
    select = query[0][0].partition(" AS WITH")[2].rstrip("; \n")
    con.execute(
        "CREATE TEMP TABLE skill_accuracy AS SELECT 1 AS run_id, 'm' AS model, 'k' AS kind,"
        " 'd' AS dataset, 'p' AS prompt, 'x' AS probe, 'o' AS origin, 'logic' AS trait, cell,"
        " n, n AS n_satisfy, k / n AS accuracy, wilson_low(k, n) AS low,"
        " wilson_high(k, n) AS high,"
        " k / n AS response_accuracy, wilson_low(k, n) AS response_accuracy_low,"
        " wilson_high(k, n) AS response_accuracy_high"
        " FROM (VALUES ('propositional', 56, 70), ('predicate', 48, 80)) t(cell, k, n)"
    )
    rows = con.sql(f"WITH{select}").to_arrow_table().to_pylist()
    for row in rows:
        assert row["difference"] == pytest.approx(0.2)
        assert (row["low"], row["high"]) == pytest.approx((0.0524, 0.3339), abs=5e-5)

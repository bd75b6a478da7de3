"""Views over answers that are about effort, items and where a run stands out."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from statistics import correlation, fmean

import pytest
from duckdb import DuckDBPyConnection

from engine.core.items import Item
from engine.core.statistics.clusters import t_95
from engine.store import Answer, Dataset, register_run, store_answers
from tests.store.material import answer, run_over, store_doors

_HASHES = count()


def ask(con: DuckDBPyConnection, dataset: Dataset, given: Sequence[Answer], **run: object) -> int:
    made = replace(run_over(dataset, f"{next(_HASHES):064}"), **run)  # type: ignore[arg-type]
    run_id = register_run(con, made)
    store_answers(con, run_id, given)
    return run_id


def counted_answer(
    item: Item, tokens: int | None, given: str | None = None, **more: object
) -> Answer:
    response, verdict = answer(item, given or item.gold)
    counted = replace(response, prompt_tokens=tokens and 10, completion_tokens=tokens)
    return replace(counted, **more), verdict  # type: ignore[arg-type]


def test_what_was_reused_is_not_paid_for_again(con: DuckDBPyConnection) -> None:
    dataset, made = store_doors(con)
    given = [
        counted_answer(made[0], 100, finish_reason="length", latency_ms=30.0),
        counted_answer(made[1], 300, latency_ms=50.0),
        counted_answer(made[2], 500, is_reused=True, latency_ms=999.0),
        counted_answer(made[3], None),
    ]
    ask(con, dataset, given)
    [found] = con.sql(
        "SELECT n, n_reused, n_truncated, n_counted, n_uncounted, prompt_tokens, completion_tokens,"
        " mean_prompt_tokens, mean_completion_tokens, mean_latency_ms FROM effort"
    ).fetchall()
    assert found == (4, 1, 1, 3, 1, 20, 400, 10, 300, 40)


def test_the_mean_of_tokens_has_an_interval_by_groups(con: DuckDBPyConnection) -> None:
    dataset, made = store_doors(con, 12)
    chance = random.Random(3)
    groups: dict[int, list[int]] = defaultdict(list)
    given = []
    for item in made:
        tokens = 100 * item.group + chance.randrange(50)
        groups[item.group].append(tokens)
        given.append(counted_answer(item, tokens))
    ask(con, dataset, given)
    [(value, low, high)] = con.sql(
        "SELECT mean_completion_tokens, low, high FROM effort"
    ).fetchall()
    n, g = len(made), len(groups)
    mean = fmean(tokens for each in groups.values() for tokens in each)
    spread = sum((sum(each) - mean * len(each)) ** 2 for each in groups.values())
    reach = t_95(g - 1) * (spread * g / (g - 1)) ** 0.5 / n
    assert (value, low, high) == pytest.approx((mean, mean - reach, mean + reach))
    by_depth = con.sql("SELECT sum(n), sum(n * value) / sum(n) FROM effort_by_depth").fetchall()
    assert by_depth == [(n, pytest.approx(mean))]


def test_errors_are_counted_by_kind(con: DuckDBPyConnection) -> None:
    dataset, made = store_doors(con)
    kinds = ["timeout", "timeout", "http 500"]
    ask(con, dataset, [answer(i, None, error=k) for i, k in zip(made, kinds, strict=False)])
    assert con.sql("SELECT error_kind, n FROM errors ORDER BY n").fetchall() == [
        ("http 500", 1),
        ("timeout", 2),
    ]


def test_an_item_is_as_hard_as_the_models_found_it(con: DuckDBPyConnection) -> None:
    dataset, made = store_doors(con)
    right = {"strong": made, "middling": made[:6], "weak": made[1:3], "none": []}
    for model, known in right.items():
        given = [answer(i, i.gold if i in known else "nonsense") for i in made]
        ask(con, dataset, given, model=model)
    ask(con, dataset, [answer(i, "x") for i in made], model="constant", kind="baseline")
    ask(con, dataset, [answer(i, "x") for i in made], model="strong", probe="no-context")
    found = {
        row[0]: row[1:]
        for row in con.sql(
            "SELECT idx, n_models, n_models_right, share_right, discrimination FROM item_statistics"
        ).fetchall()
    }
    assert len(found) == len(made)
    for item in made:
        scores = [float(item in known) for known in right.values()]
        rest = [
            (len(known) - score) / (len(made) - 1)
            for known, score in zip(right.values(), scores, strict=True)
        ]
        expected = (4, sum(scores), fmean(scores), pytest.approx(correlation(scores, rest)))
        assert found[item.index] == expected


def test_where_all_do_alike_an_item_discriminates_nothing(con: DuckDBPyConnection) -> None:
    dataset, made = store_doors(con)
    for model in "abc":
        ask(con, dataset, [answer(i, i.gold) for i in made], model=model)
    assert con.sql("SELECT DISTINCT share_right, discrimination FROM item_statistics").fetchall() \
        == [(1.0, None)]  # fmt: skip


def test_a_cell_stands_out_by_its_difference_over_groups(con: DuckDBPyConnection) -> None:
    """Against items with the same right answer: a right answer is no cell that stands out."""
    dataset, made = store_doors(con, 30)
    con.execute("UPDATE items SET depth = 1 + idx % 2")
    chance = random.Random(7)
    right = {i.hash: chance.random() < (0.95 if i.index % 2 else 0.3) for i in made}
    ask(con, dataset, [answer(i, i.gold if right[i.hash] else "nonsense") for i in made])
    found = con.sql(
        "SELECT n, n_groups, value, rest, difference, z FROM cell_contrasts"
        " WHERE trait = 'depth' AND cell = '2'"
    ).fetchall()

    shares = {
        gold: fmean(right[i.hash] for i in made if i.gold == gold)
        for gold in {i.gold for i in made}
    }
    groups: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for item in made:
        groups[item.group][item.index % 2] += right[item.hash] - shares[item.gold]
    inside = [item for item in made if item.index % 2]
    n_in, n_out = len(inside), len(made) - len(inside)
    spread = sum((a / n_in - b / n_out) ** 2 for b, a in groups.values())
    error = (spread * len(groups) / (len(groups) - 1)) ** 0.5
    difference = sum(a / n_in - b / n_out for b, a in groups.values())
    value = fmean(right[item.hash] for item in inside)
    values = (value, value - difference, difference, difference / error)
    n_groups = len({item.group for item in inside})
    assert found == [(n_in, n_groups, *map(pytest.approx, values))]
    assert found[0][-1] > 3


@pytest.mark.parametrize("says", ["true", "false", "uncertain", "mostly false"])
def test_a_preferred_answer_makes_no_cell_stand_out(con: DuckDBPyConnection, says: str) -> None:
    dataset, made = store_doors(con, 30)
    con.execute("UPDATE items SET question_type = 'asks ' || gold, depth = 1 + idx % 2")
    chance = random.Random(7)
    given = {
        i.hash: says if chance.random() < 5 / 6 or "mostly" not in says else i.gold for i in made
    }
    ask(con, dataset, [answer(i, given[i.hash].removeprefix("mostly ")) for i in made])
    found = con.sql("SELECT trait, z FROM cell_contrasts WHERE abs(z) > 2.5").fetchall()
    assert found == []


def test_where_all_is_right_nothing_stands_out(con: DuckDBPyConnection) -> None:
    dataset, made = store_doors(con)
    ask(con, dataset, [answer(i, i.gold) for i in made])
    assert con.sql("SELECT DISTINCT difference, z FROM cell_contrasts").fetchall() == [(0.0, None)]

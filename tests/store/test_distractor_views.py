"""Which wrong options a run chose: known answers over questions on arguments and over pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from duckdb import DuckDBPyConnection

from engine.core.items import Grade, Item, Outcome, Response
from engine.core.statistics import Counts, clustered
from engine.pipeline.generate.generation import make_spec
from engine.store import (
    DatasetMeta,
    Run,
    items_table,
    register_run,
    store_answers,
    write_items,
)
from tests.samples import Later, Sample
from tests.store.choice_runs import ask as ask_pairs

ITEMS = Later(lambda: Sample(make_spec("argqa", {}, 1, 9 * 21)))
TIED = {"1.1": "ii", "1.3": "ii", "2.3": "ii", "3.1": "ii"}
"""The role that is related to both sentences, by type; the other types have none."""


def _n_tied(items: Iterable[Item]) -> int:
    """The options that are related to both sentences."""
    return sum(option.role == TIED.get(item.role) for item in items for option in item.options)


def _with_tied(items: Iterable[Item]) -> int:
    """The questions that have such an option."""
    return sum(item.role in TIED and _has(item, TIED[item.role]) for item in items)


def _has(item: Item, role: str) -> bool:
    return any(option.role == role for option in item.options)


def _wrong(item: Item) -> str:
    return next(option.role for option in item.options if option.role != "gold")


def _ask(con: DuckDBPyConnection, role: Callable[[Item], str | None]) -> None:
    """A run that chooses, of each item, the option of the role named, or none."""
    first = ITEMS[0]
    meta = DatasetMeta("arguments", first.family, first.version, first.params, first.seed)
    dataset = write_items(con, meta, items_table(ITEMS))
    run = Run(
        run_hash="a" * 64,
        dataset=dataset.name,
        dataset_hash=dataset.content_hash,
        model="a",
        kind="endpoint",
        prompt="zero-shot",
        n_planned=len(ITEMS),
    )
    key = register_run(con, run)
    store_answers(con, key, [_answer(item, role(item)) for item in ITEMS])


def _answer(item: Item, role: str | None) -> tuple[Response, Grade]:
    chosen = next((option.key for option in item.options if option.role == role), None)
    outcome = Outcome.RIGHT if chosen == item.gold else Outcome.WRONG
    outcome = Outcome.NO_ANSWER if chosen is None else outcome
    return Response(item.hash, raw=chosen), Grade(chosen, chosen, outcome, outcome, "line")


def _rows(con: DuckDBPyConnection, query: str) -> list[tuple[Any, ...]]:
    return con.execute(query).fetchall()


def test_each_role_is_counted_at_each_type(con: DuckDBPyConnection) -> None:
    _ask(con, lambda item: "ii" if item.role == "2.1" else "gold")
    found = {
        (code, role): (n, chosen)
        for code, role, n, chosen in _rows(
            con, "SELECT question_type, role, n, n_chosen FROM distractor_selection"
        )
    }
    roles = Counter((item.role, option.role) for item in ITEMS for option in item.options)
    with_ii = sum(item.role == "2.1" and _has(item, "ii") for item in ITEMS)
    assert {cell: n for cell, (n, _) in found.items()} == roles
    for (code, role), (_, chosen) in found.items():
        if code == "2.1":
            assert chosen == (with_ii if role == "ii" else 0)
        else:
            assert chosen == (roles[code, role] if role == "gold" else 0)


def test_the_option_tied_to_both_sentences_is_the_one_of_the_type(con: DuckDBPyConnection) -> None:
    _ask(con, lambda item: TIED.get(item.role, "i"))
    tied = _rows(
        con,
        "SELECT DISTINCT question_type, role FROM distractor_selection"
        " WHERE is_tied_to_both AND role <> 'gold' ORDER BY ALL",
    )
    there = {item.role for item in ITEMS if _has(item, TIED.get(item.role, ""))}
    assert {"1.1", "1.3"} <= there
    assert tied == [(code, role) for code, role in sorted(TIED.items()) if code in there]
    [(n, drawn, share)] = _rows(con, "SELECT n, n_drawn, share FROM drawn_to_tied")
    assert (n, drawn) == (_n_tied(ITEMS), _with_tied(ITEMS))
    assert share == drawn / n


def test_the_questions_on_an_argument_are_drawn_together(con: DuckDBPyConnection) -> None:
    _ask(con, lambda item: TIED.get(item.role, "i") if item.group % 3 == 0 else "gold")
    [(n, drawn, low, high)] = _rows(con, "SELECT n, n_drawn, low, high FROM drawn_to_tied")
    asked = [[item for item in ITEMS if item.group == group] for group in range(21)]
    groups = [
        Counts(0 if group % 3 else _with_tied(own), _n_tied(own)) for group, own in enumerate(asked)
    ]
    assert (n, drawn) == (_n_tied(ITEMS), sum(one.k for one in groups))
    assert (low, high) == pytest.approx(clustered(groups), abs=1e-9)


def test_an_answer_that_is_none_belongs_to_no_role(con: DuckDBPyConnection) -> None:
    _ask(con, lambda item: None if item.role.startswith("3") else _wrong(item))
    shares = dict(
        _rows(
            con,
            "SELECT question_type, sum(n_chosen) / min(n) FILTER (role = 'gold')"
            " FROM distractor_selection GROUP BY ALL ORDER BY ALL",
        )
    )
    assert {code for code, share in shares.items() if share == 0} == {"3.1", "3.2", "3.3"}
    assert {share for code, share in shares.items() if code < "3"} == {1}


def test_other_single_choices_have_roles_and_no_ties(con: DuckDBPyConnection) -> None:
    ask_pairs(con, lambda item, rotation, _: item.gold)
    rows = _rows(con, "SELECT role, is_tied_to_both, share, low, high FROM distractor_selection")
    assert {tied for _, tied, *_ in rows} == {None}
    for role, _, share, low, high in rows:
        assert share == (1 if role == "gold" else 0)
        assert low <= share <= high
    assert _rows(con, "FROM drawn_to_tied") == []


def test_types_are_compared_within_each_argument(con: DuckDBPyConnection) -> None:
    def role(item: Item) -> str:
        if item.role == "3.1" or (item.role == "1.3" and item.group % 3 == 0):
            return _wrong(item)
        return "gold"

    _ask(con, role)
    found = {
        (pair, first, second): (n, round(difference, 9), low, high)
        for pair, first, second, n, difference, low, high in _rows(
            con, "SELECT pair, first_type, second_type, n, difference, low, high FROM type_pairs"
        )
    }
    n = len(ITEMS) // 9
    assert {key: each[:2] for key, each in found.items()} == {
        ("mirror", "2.3", "3.1"): (n, 1.0),
        ("mirror", "1.1", "1.3"): (n, round(1 / 3, 9)),
        ("same structure", "2.1", "2.2"): (n, 0.0),
        ("same structure", "3.2", "3.3"): (n, 0.0),
    }
    assert all(low <= difference <= high for _, difference, low, high in found.values())
    assert found["mirror", "1.1", "1.3"][2] > 0
    assert found["same structure", "2.1", "2.2"][2] < 0


def test_every_type_counts_alike_in_the_mean_over_types(con: DuckDBPyConnection) -> None:
    _ask(con, lambda item: "gold" if item.role < "2" else _wrong(item))
    [(n, micro, mean, low, high)] = _rows(
        con, "SELECT n, micro, type_mean, low, high FROM type_average"
    )
    assert (n, round(micro, 9), round(mean, 9)) == (len(ITEMS), round(1 / 3, 9), round(1 / 3, 9))
    assert low <= mean <= high


VIEWS = ["distractor_groups", "distractor_selection", "drawn_to_tied", "type_pairs", "type_average"]


@pytest.mark.parametrize("view", VIEWS)
def test_every_column_is_explained(con: DuckDBPyConnection, view: str) -> None:
    query = "SELECT column_name FROM duckdb_columns() WHERE table_name = $view AND comment IS NULL"
    assert con.execute(query, {"view": view}).fetchall() == []

"""The metrics over option rotations: known answers, laws, and a second computation of them."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from math import log

import duckdb
import pytest
from duckdb import DuckDBPyConnection
from hypothesis import given
from hypothesis import strategies as st

from engine.core.items import Item
from engine.core.rotations import LETTERS, own_key, shown_key
from engine.store import items_table, migrate
from tests.choices_by_hand import choices, pair
from tests.examples import examples
from tests.store.choice_runs import ask, wrong
from tests.store.views import view


def scores(con: DuckDBPyConnection) -> tuple[float, float, float]:
    [row] = view(con, "circular")
    return row["accuracy"], row["circular"], row["partial_circular"]


def test_the_papers_worked_example_is_an_eighth(con: DuckDBPyConnection) -> None:
    """§2.2: the options 1, 1, 3 and 4 are chosen of four, and 1 is right."""
    key = ask(con, lambda item, rotation, _: [item.gold, item.gold, *wrong(item)][rotation])
    assert scores(con) == pytest.approx((0.5, 0, 0.125))
    [first] = con.execute("SELECT * FROM circular_items LIMIT 1").fetchall()
    assert first[0] == key


def test_one_fixed_position_scores_nothing(con: DuckDBPyConnection) -> None:
    ask(con, lambda item, rotation, _: own_key("B", rotation, 4))
    assert scores(con) == pytest.approx((0.25, 0, 0))


def test_evenly_spread_choices_score_nothing(con: DuckDBPyConnection) -> None:
    ask(con, lambda item, rotation, _: LETTERS[(rotation * 3 + item.group) % 4])
    assert scores(con) == pytest.approx((0.25, 0, 0))


def test_one_fixed_content_scores_a_quarter_where_it_is_right_a_quarter_of_the_time(
    con: DuckDBPyConnection,
) -> None:
    ask(con, lambda item, rotation, _: "C")
    assert scores(con) == pytest.approx((0.25, 0.25, 0.25))


def test_all_right_is_one_and_all_wrong_alike_is_nothing(con: DuckDBPyConnection) -> None:
    ask(con, lambda item, rotation, _: item.gold)
    ask(con, lambda item, rotation, _: wrong(item)[0], run_hash="b" * 64)
    found = {row["model"]: row for row in view(con, "circular")}
    assert [found["a"][name] for name in ("accuracy", "circular", "partial_circular")] == [1, 1, 1]
    assert [found["b"][name] for name in ("accuracy", "circular", "partial_circular")] == [0, 0, 0]
    assert found["b"]["certainty"] == 1


def test_what_is_no_answer_is_wrong_and_agrees_with_nothing(con: DuckDBPyConnection) -> None:
    ask(con, lambda item, rotation, _: item.gold if rotation < 2 else None)
    [row] = view(con, "circular")
    # two of four agree, and two stand each alone: as for the options 1, 1, 3 and 4
    assert row["partial_circular"] == pytest.approx(0.125)
    assert (row["n"], row["n_answers"], row["n_unanswered"]) == (24, 96, 48)


def test_an_item_with_a_failed_request_is_not_complete(con: DuckDBPyConnection) -> None:
    items = choices(1)[:1]
    key = ask(con, lambda item, rotation, _: item.gold, items=items)
    con.execute("UPDATE responses SET lenient = NULL, outcome = 'error' WHERE rotation = 3")
    assert con.execute("FROM circular_items WHERE run_id = ?", [key]).fetchall() == []


def test_only_items_asked_in_every_rotation_count(con: DuckDBPyConnection) -> None:
    ask(con, lambda item, rotation, _: item.gold)
    con.execute("DELETE FROM responses WHERE rotation = 2 AND item_id % 4 = 1")
    [row] = view(con, "circular")
    assert (
        row["n"]
        == con.execute(
            "SELECT count(DISTINCT item_id) FROM responses WHERE item_id % 4 <> 1"
        ).fetchall()[0][0]
    )


def test_a_run_without_rotations_has_no_such_scores(con: DuckDBPyConnection) -> None:
    ask(con, lambda item, rotation, _: item.gold, rotated=False)
    assert view(con, "circular") == view(con, "circular_by_trait", trait="question_type") == []


def test_the_original_order_alone_is_kept_apart(con: DuckDBPyConnection) -> None:
    ask(con, lambda item, rotation, _: item.gold if rotation == 0 else None)
    [row] = view(con, "circular")
    assert (row["original_accuracy"], row["accuracy"]) == (1, 0.25)


def reference(chosen: Sequence[str | None], gold: str, alpha: float = 1.0) -> float:
    """Equation 2 and Appendix F as they are printed, with the logarithm to base k."""
    k = len(chosen)
    outcomes = Counter(key or f"unanswered {at}" for at, key in enumerate(chosen))
    entropy = -sum(m / k * log(m / k, k) for m in outcomes.values())
    return outcomes[gold] / k * ((1 - alpha) + alpha * (1 - entropy))


@pytest.fixture(scope="module")
def memory() -> Iterator[DuckDBPyConnection]:
    with closing(duckdb.connect()) as con:
        migrate(con)
        yield con


@st.composite
def answers(draw: st.DrawFn) -> tuple[list[str | None], str]:
    k = draw(st.integers(2, 25))
    letters = LETTERS[:k]
    few = draw(st.integers(1, k))  # few different ones, so that many agree
    chosen = st.one_of(st.none(), st.sampled_from(letters[:few]))
    return draw(st.lists(chosen, min_size=k, max_size=k)), draw(st.sampled_from(letters))


@given(cases=st.lists(answers(), min_size=1, max_size=4), alpha=st.floats(0, 1))
@examples(30)
def test_the_views_compute_the_printed_formulas_and_keep_their_order(
    memory: DuckDBPyConnection, cases: list[tuple[list[str | None], str]], alpha: float
) -> None:
    store_bare(memory, cases)
    found = memory.execute(
        "SELECT circular, partial_circular, accuracy,"
        " partial_circular(n_right, k, certainty, alpha := $alpha),"
        " partial_circular(n_right, k, certainty, alpha := 0)"
        " FROM circular_items ORDER BY item_id",
        {"alpha": alpha},
    ).fetchall()
    assert len(found) == len(cases)
    for (chosen, gold), (whole, partly, share, weighed, unweighed) in zip(
        cases, found, strict=True
    ):
        assert partly == pytest.approx(reference(chosen, gold), abs=1e-12)
        assert weighed == pytest.approx(reference(chosen, gold, alpha), abs=1e-12)
        assert unweighed == share == chosen.count(gold) / len(chosen)
        assert whole == (chosen.count(gold) == len(chosen))
        assert 0 <= whole <= partly + 1e-12
        assert partly <= weighed + 1e-12
        assert weighed <= share + 1e-12


def store_bare(con: DuckDBPyConnection, cases: Sequence[tuple[list[str | None], str]]) -> None:
    """Just what the view reads of one rotated run."""
    for table in ("responses", "runs", "items"):
        con.execute(f"DELETE FROM {table}")
    con.execute(
        "INSERT INTO runs (run_id, run_hash, dataset_id, model_id, prompt, samples, settings,"
        " origin, n_planned, engine_version, rotated)"
        " VALUES (1, 'x', 1, 1, 'p', 1, '{}', 'measured', 0, 'v', true)"
    )
    template = items_table([pair(0)[0]])
    con.register("template", template)
    for at, (chosen, gold) in enumerate(cases):
        options = [{"key": key, "text": "", "role": ""} for key in LETTERS[: len(chosen)]]
        con.execute(
            "INSERT INTO items BY NAME SELECT * EXCLUDE (options, gold, family, version, params,"
            " seed), $at AS item_id, 1 AS dataset_id, $options AS options, $gold AS gold"
            " FROM template",
            {"at": at, "options": options, "gold": gold},
        )
        con.executemany(
            "INSERT INTO responses (run_id, item_id, sample, rotation, lenient, outcome,"
            " strict_outcome, rule) VALUES (1, ?, 0, ?, ?, ?, ?, '')",
            [
                (
                    at,
                    rotation,
                    key,
                    *(["right" if key == gold else "wrong" if key else "no_answer"] * 2),
                )
                for rotation, key in enumerate(chosen)
            ],
        )
    con.unregister("template")


@pytest.mark.parametrize("k", [2, 3, 4, 5])
def test_chance_is_exact(con: DuckDBPyConnection, k: int) -> None:
    """Against every way to guess k rotations."""
    ways = [
        [ways.count(option) for option in range(k)]
        for ways in itertools.product(range(k), repeat=k)
    ]
    expected = [
        reference([LETTERS[o] for o in range(k) for _ in range(counts[o])], "A") for counts in ways
    ]
    halves = [
        reference([LETTERS[o] for o in range(k) for _ in range(counts[o])], "A", 0.5)
        for counts in ways
    ]
    found = con.execute(
        "SELECT chance_partial_circular($k), chance_partial_circular($k, alpha := 0.5),"
        " chance_partial_circular($k, alpha := 0), chance_circular($k)",
        {"k": k},
    ).fetchall()[0]
    assert found == pytest.approx(
        (sum(expected) / len(ways), sum(halves) / len(ways), 1 / k, 1 / k**k), abs=1e-12
    )


def test_chance_among_four_and_for_many_options(con: DuckDBPyConnection) -> None:
    ask(con, lambda item, rotation, _: item.gold)
    found = {row["metric"]: row["value"] for row in view(con, "chance", "pairs")}
    assert found["accuracy"] == 0.25
    assert found["circular"] == pytest.approx(0.00390625)
    assert found["partial_circular"] == pytest.approx(0.0845, abs=5e-5)
    [(many,)] = con.execute("SELECT chance_partial_circular(25)").fetchall()
    assert 0 < many < 1 / 25


def test_the_breakdown_keeps_types_and_languages_apart(con: DuckDBPyConnection) -> None:
    ask(
        con,
        lambda item, rotation, _: item.gold if item.traits.question_type == "3e1c" else "A",
        items=choices(24),
    )
    found = {
        (row["language"], row["cell"]): row
        for row in view(con, "circular_by_trait", trait="question_type")
    }
    assert found.keys() == set(itertools.product(("en", "symbolic"), ("3c1e", "3e1c", "missing")))
    assert {row["n"] for row in found.values()} == {8}
    assert found["symbolic", "3e1c"]["circular"] == 1
    assert found["en", "missing"]["partial_circular"] == 0.25
    low, high = (found["en", "missing"][f"partial_circular_{end}"] for end in ("low", "high"))
    assert 0 <= low < 0.25 < high <= 1
    whole = view(con, "circular_by_trait", trait="overall")
    assert [(row["language"], row["n"]) for row in whole] == [("en", 24), ("symbolic", 24)]


def test_intervals_stand_with_the_answers_and_are_the_same_each_time(
    con: DuckDBPyConnection,
) -> None:
    def sometimes(item: Item, rotation: int, _: int) -> str:
        return item.gold if item.group % 3 else own_key("A", rotation, 4)

    ask(con, sometimes)
    [row] = view(con, "circular")
    for metric in ("accuracy", "circular", "partial_circular"):
        assert row[f"{metric}_low"] < row[metric] < row[f"{metric}_high"]
    before = con.execute("FROM intervals ORDER BY ALL").fetchall()
    ask(con, sometimes)
    assert con.execute("FROM intervals ORDER BY ALL").fetchall() == before
    [(low, high)] = con.execute("SELECT low, high FROM accuracy").fetchall()
    assert (low, high) == (row["accuracy_low"], row["accuracy_high"])


@given(case=st.integers(2, 25).flatmap(lambda k: st.tuples(st.just(k), st.integers(0, k - 1))))
@examples(40)
def test_letters_shown_and_own_letters_undo_each_other(
    memory: DuckDBPyConnection, case: tuple[int, int]
) -> None:
    k, rotation = case
    shown = [shown_key(key, rotation, k) for key in LETTERS[:k]]
    assert [own_key(key, rotation, k) for key in shown] == list(LETTERS[:k])
    places = memory.execute(
        "SELECT shown_position(key, $rotation, $k) FROM (SELECT unnest($keys) AS key)",
        {"keys": list(LETTERS[:k]), "rotation": rotation, "k": k},
    ).fetchall()
    assert [LETTERS[place] for (place,) in places] == shown

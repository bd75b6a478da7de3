"""Cards, costs and boards tell of what was asked here alone, each run by its own endpoint."""

from __future__ import annotations

import re
from contextlib import closing
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from engine.analysis.boards.across import overall
from engine.analysis.sources.reading import Row, reading
from engine.core.items import Origin
from engine.pipeline.files.downloads import board_rows
from engine.pipeline.publish.publishing import publish
from engine.show.tables.boards import board_table
from engine.site.boards.asked_here import cost, tokens, truncated
from engine.site.boards.breakdowns import breakdown_pages
from engine.site.boards.costs import cost_fragments
from engine.site.cards.depths import depths_of
from engine.site.models import model_cards, model_fragments, model_pages
from engine.store import Answer, Run, connect, register_run, store_answers
from tests.site.material import made_items, publish_sample
from tests.site.tables import tables
from tests.store.material import answers

OPENAI, LOCAL = "https://api.openai.com/v1", "http://127.0.0.1:8912/v1"
TOLD = [
    f"temperature 0.5, endpoint {OPENAI}, asked one by one",
    f"temperature not set, endpoint {LOCAL}, asked in batches",
]


def run(**expected: object) -> Row:
    asked = {"model": "gpt-4o", "kind": "endpoint", "endpoints": [OPENAI], "is_batched": False}
    took = {"sent": 1_000_000, "received": 100_000, "uncounted": 0, "n": 60, "n_truncated": 2}
    return {**asked, **took, **expected}


SENT_IN = run(kind="published", endpoints=None, is_batched=None, sent=7_000, received=500)


def test_a_batch_costs_what_batches_cost_and_the_sum_is_over_the_runs() -> None:
    assert cost([run()]).startswith("3.50 US dollars (")
    assert cost([run(is_batched=True)]).startswith("1.75 US dollars (")
    assert cost([run(), run(is_batched=True)]).startswith("5.25 US dollars (")
    assert cost([run(is_batched=None)]).startswith("at most 3.50 US dollars (")


def test_what_has_no_price_where_it_was_asked_is_not_priced_as_elsewhere() -> None:
    shown = cost([run(), run(endpoints=[LOCAL])])
    assert shown.startswith("3.50 US dollars (")
    assert "without 1 of 2 runs" in shown
    for endpoints in ([LOCAL], [OPENAI, LOCAL]):
        assert cost([run(endpoints=endpoints)]) == (
            "unknown: data/prices/prices.toml has no single price for it at these endpoints"
        )
    assert cost([run(uncounted=1)]).startswith("unknown: the endpoint did not report")


def test_answers_that_were_sent_in_are_neither_paid_here_nor_counted_by_an_endpoint() -> None:
    assert cost([SENT_IN, run()]).startswith("3.50 US dollars (")
    assert cost([SENT_IN]) == "no endpoint was asked here"
    assert tokens([SENT_IN, run()]) == (
        "1,000,000 and 100,000, counted by the endpoint; 7,000 and 500, as the submitters report"
    )
    assert truncated([SENT_IN, run()]) == "2 of 60 asked here"
    assert (truncated([run()]), truncated([SENT_IN])) == ("2", None)


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The model `late` sent in first, then asked at two endpoints with two temperatures."""
    db = tmp_path_factory.mktemp("late") / "el.duckdb"
    publish_sample(db)
    with closing(connect(db)) as con:
        [(name, content)] = con.execute("SELECT name, content_hash FROM datasets").fetchall()
        sent = Run(
            "a" * 64, name, content, "late", "published", "cot", origin=Origin.REGRADED,
            n_planned=54, source="late.jsonl",
        )  # fmt: skip
        first = replace(
            sent, run_hash="b" * 64, kind="endpoint", origin=Origin.MEASURED, source=None,
            settings='{"temperature":0.5}', endpoint=OPENAI, is_batched=False,
        )  # fmt: skip
        second = replace(first, run_hash="c" * 64, settings="{}", endpoint=LOCAL, is_batched=True)
        for made in (sent, first, second):
            store_answers(con, register_run(con, made), given())
    return publish(db)


def given() -> list[Answer]:
    found = answers(made_items(), lambda item: item.gold)
    return [
        (replace(response, prompt_tokens=10, completion_tokens=1), grade)
        for response, grade in found
    ]


def plain(page: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", unescape(page)).split())


def test_a_model_that_was_sent_in_first_is_shown_as_asked_here(snapshot: Path) -> None:
    with reading(snapshot) as source:
        card = plain(model_pages(model_cards(source))["late"])
        index = plain(model_fragments(source)["models"])
        costs = plain(cost_fragments(source)["costs"])
    for words in (
        "kind endpoint",
        f"endpoint {LOCAL} {OPENAI}",
        f", temperature 0.5, endpoint {OPENAI}, asked one by one measured",
        f", temperature not set, endpoint {LOCAL}, asked in batches measured",
        # the profile names which of two runs it shows, and of one sent in none
        "sample, measured, run cccccccccccc",
        "1,080 and 108, counted by the endpoint; 540 and 54, as the submitters",
    ):
        assert words in card
    assert f"late endpoint {LOCAL} {OPENAI}" in index
    assert re.search(r"sample, regraded \d", card)
    assert "late" in costs


def test_rows_that_look_alike_show_the_settings_that_differ_in_table_and_files(
    snapshot: Path,
) -> None:
    with reading(snapshot) as source:
        found = source.boards
    own = {board.origin: board for board in found if board.dataset == "sample"}
    shown = [row["label"] for row in board_rows(own[Origin.MEASURED]) if row["model"] == "late"]
    assert sorted(shown) == TOLD
    table = plain(board_table(own[Origin.MEASURED]))
    assert all(f"late {words}" in table for words in shown)
    others = [row for board in found for row in board_rows(board) if row["model"] != "late"]
    assert {row["label"] for row in others} == {None}
    [sent] = board_rows(own[Origin.REGRADED])
    assert (sent["kind"], sent["label"]) == ("published", None)


def test_parts_and_costs_have_a_row_for_each_manner_of_asking(snapshot: Path) -> None:
    with reading(snapshot) as source:
        found = tables(breakdown_pages(source)["sample"]), tables(cost_fragments(source)["costs"])
    [by_depth] = [one for one in found[0] if one.caption.startswith("Depth. Measured")]
    [by_cost] = found[1]
    for shown in (by_depth, by_cost):
        names = [row[0] for row in shown.rows]
        assert sorted(name for name in names if "late" in name) == [f"late {each}" for each in TOLD]
        assert "model-x" in names
    dollars = {row[0]: row[-1] for row in by_cost.rows}
    assert dollars[f"late {TOLD[1]}"] == "unknown"


def test_the_mean_of_families_is_of_runs_asked_in_the_same_manner(snapshot: Path) -> None:
    with reading(snapshot) as source:
        found = source.boards
    [first] = [b for b in found if (b.dataset, b.origin) == ("sample", Origin.MEASURED)]
    asked_locally = [one for one in first.scores if LOCAL in (one.label or LOCAL)]
    second = replace(first, scores=tuple(asked_locally))
    rows = overall({"justlogic": first, "argqa": second})
    late = {row.label: row.value for row in rows if row.model == "late"}
    assert late == {"temperature 0.5": None, None: pytest.approx(1)}
    assert {row.label for row in rows if row.model != "late"} == {None}


def test_what_models_asked_here_get_right_by_depth_leaves_out_what_was_sent_in(
    snapshot: Path,
) -> None:
    with reading(snapshot) as source:
        [dataset] = source.datasets
        [shown] = tables(depths_of(source, dataset))
    n_asked = 3 * 54  # model-x, and the two runs of `late` that were measured
    assert sum(int(row[-1]) for row in shown.rows) == n_asked

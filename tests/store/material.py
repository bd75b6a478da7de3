"""Items, runs and answers for the tests of the store."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import duckdb
from duckdb import DuckDBPyConnection

from engine.core.items import Grade, Item, Outcome, Response
from engine.store import Answer, Dataset, DatasetMeta, Journal, Run, items_table, write_items
from engine.store.datasets.reading import items_of, selection
from tests.items_by_hand import items

META = DatasetMeta(name="doors", family="by-hand", version=1, params="{}", seed=0)


def store_doors(con: DuckDBPyConnection, groups: int = 4) -> tuple[Dataset, tuple[Item, ...]]:
    made = items(groups)
    return write_items(con, META, items_table(made)), made


def through_rows(made: Sequence[Item]) -> list[Item]:
    """The items as they come back from rows of the database."""
    with closing(duckdb.connect()) as con:
        con.register("made", items_table(made))
        rows = con.execute(f"SELECT {selection()} FROM made i POSITIONAL JOIN made d").fetchall()
    return items_of(rows)


def run_over(dataset: Dataset, run_hash: str = "a" * 64, model: str = "gpt-x") -> Run:
    return Run(
        run_hash=run_hash,
        dataset=dataset.name,
        dataset_hash=dataset.content_hash,
        model=model,
        kind="endpoint",
        prompt="zero-shot",
        n_planned=dataset.n,
        started_at="2026-11-20T12:00:00+00:00",
    )


def answer(item: Item, given: str | None, sample: int = 0, error: str | None = None) -> Answer:
    outcome = Outcome.RIGHT if given == item.gold else Outcome.WRONG
    if given is None:
        outcome = Outcome.ERROR if error else Outcome.NO_ANSWER
    return (
        Response(
            item=item.hash,
            sample=sample,
            messages=({"role": "user", "content": item.question},),
            raw=None if error else f"Answer: {given}",
            error_kind=error,
            asked_at="2026-11-20T12:00:00+00:00",
        ),
        Grade(given, given, outcome, outcome, "line"),
    )


def answers(made: Sequence[Item], given: Callable[[Item], str | None]) -> list[Answer]:
    return [answer(item, given(item)) for item in made]


def count(con: DuckDBPyConnection, table: str) -> int:
    return int(con.execute(f"SELECT count(*) FROM {table}").fetchall()[0][0])


def journal_lines(folder: Path) -> int:
    return sum(path.read_bytes().count(b"\n") for path in folder.glob("*.jsonl"))


def write(folder: Path, given: list, worker: str = "0") -> None:
    """Append answers to a journal."""
    with Journal(folder, worker) as journal:
        for response, grade in given:
            journal.append(response, grade)


def right(n: int = 12) -> list:
    """The right answers to the first items made by hand."""
    return answers(items(4)[:n], lambda item: item.gold)

"""Runs over single choices, answered by a rule, for the tests of the views."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace

from duckdb import DuckDBPyConnection

from engine.core.items import Grade, Item, Outcome, Response
from engine.store import (
    Answer,
    DatasetMeta,
    Run,
    items_table,
    register_run,
    store_answers,
    write_items,
)
from tests.choices_by_hand import choices

META = DatasetMeta(name="pairs", family="by-hand-choice", version=1, params="{}", seed=0)
Chooses = Callable[[Item, int, int], str | None]
"""The item's own key that is chosen of an item in a rotation of a sample, or None."""


def answered(item: Item, rotation: int, sample: int, key: str | None) -> Answer:
    outcome = Outcome.RIGHT if key == item.gold else Outcome.WRONG
    outcome = Outcome.NO_ANSWER if key is None else outcome
    return Response(item.hash, sample, rotation, raw=key), Grade(key, key, outcome, outcome, "line")


def ask(
    con: DuckDBPyConnection,
    chooses: Chooses,
    items: Sequence[Item] = tuple(item for item in choices(24) if item.role == "english"),
    samples: int = 1,
    run_hash: str = "a" * 64,
    rotated: bool = True,
    **run: str,
) -> int:
    dataset = write_items(con, META, items_table(choices(24)))
    planned = Run(
        run_hash=run_hash,
        dataset=dataset.name,
        dataset_hash=dataset.content_hash,
        model=run_hash[0],
        kind="endpoint",
        prompt="zero-shot",
        rotated=rotated,
        samples=samples,
        n_planned=len(items) * 4 * samples,
    )
    key = register_run(con, replace(planned, **run))
    asked = itertools.product(items, range(4 if rotated else 1), range(samples))
    store_answers(con, key, [answered(i, r, s, chooses(i, r, s)) for i, r, s in asked])
    return key


def wrong(item: Item) -> list[str]:
    """The keys of the wrong options."""
    return [option.key for option in item.options if option.key != item.gold]

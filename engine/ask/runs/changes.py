"""How a new plan differs from the most similar earlier run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import orjson

from engine.ask.runs.plan import Plan
from engine.core.errors import InputError
from engine.store import Run, journals, read_run
from engine.store.responses.journal import journal_root

_COMPARED = ("endpoint", "prompt", "probe", "split", "language", "samples", "rotated", "n_planned")
_NAMES = {"n_planned": "questions planned", "dataset_hash": "content of the data set"}


@dataclass(frozen=True, slots=True)
class Changes:
    """An earlier run of the same model on the same data set, and the differences in words."""

    run_hash: str
    differences: tuple[str, ...]


def changes(db: Path, plan: Plan) -> Changes | None:
    """The differences from the most similar run; None if the plan was run, or there is none."""
    if (journal_root(db) / plan.run.run_hash).is_dir():
        return None
    found = [
        Changes(run.run_hash, tuple(_differences(run, plan.run))) for run in _like(db, plan.run)
    ]
    # runs with equal flags on other items, such as those of a new version, have no differences here
    return min(found, key=lambda change: len(change.differences), default=None)


def _like(db: Path, run: Run) -> Iterator[Run]:
    for folder in journals(db):
        try:
            earlier = read_run(folder)
        except InputError:
            continue
        if (earlier.dataset, earlier.model) == (run.dataset, run.model):
            yield earlier


def _differences(earlier: Run, now: Run) -> Iterator[str]:
    if earlier.dataset_hash != now.dataset_hash:
        yield "the data set has other content"
    for name in _COMPARED:
        yield from _difference(_NAMES.get(name, name), getattr(earlier, name), getattr(now, name))
    before, after = orjson.loads(earlier.settings), orjson.loads(now.settings)
    for name in sorted({*before, *after}):
        words = "wording" if name == "prompt" else name.replace("_", " ")
        yield from _difference(words, before.get(name), after.get(name))


def _difference(name: str, before: object, after: object) -> Iterator[str]:
    if before != after:
        yield f"{name}: {_shown(before)} → {_shown(after)}"


def _shown(value: object) -> str:
    return "–" if value is None else str(value)

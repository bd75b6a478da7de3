"""What a plan that was never run changes in the run that is most like it."""

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
    """An earlier run of the same model on the same data set, and what is other now, in words."""

    run_hash: str
    differences: tuple[str, ...]


def changes(db: Path, plan: Plan) -> Changes | None:
    """What differs from the run most like this plan; None if it is that run, or there is none."""
    if (journal_root(db) / plan.run.run_hash).is_dir():
        return None
    found = [
        Changes(run.run_hash, tuple(_differences(run, plan.run))) for run in _like(db, plan.run)
    ]
    # the same flags over other items, such as others of a new version, differ in none of these
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

"""Stored replies read again by the rules of today: what changes, and making it so."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from duckdb import DuckDBPyConnection

from engine.ask.prompts import WITHHELD_OPTION, withheld
from engine.core.items import Grade, Item
from engine.grade import grade, grade_withheld
from engine.grade.version import rules_version
from engine.pipeline.publishing import publish
from engine.store import connect, connect_read_only, load_items
from engine.store.responses.regrading import (
    GradedRun,
    StoredReply,
    graded_runs,
    replace_grades,
    stored_replies,
)

__all__ = ["Regrading", "regrade", "regrade_database", "rules_version"]

Changed = tuple[StoredReply, Grade]


@dataclass(frozen=True, slots=True)
class Regrading:
    """What reading a run anew changes: its replies, and those whose grade is another now."""

    run: GradedRun
    n: int
    changed: tuple[Changed, ...]

    def outcomes(self) -> dict[tuple[str, str], int]:
        """How many replies go from which outcome to which, the most frequent first."""
        pairs = Counter((str(reply.grade.outcome), str(now.outcome)) for reply, now in self.changed)
        return dict(pairs.most_common())


def regrade_database(
    db: Path, dataset: str | None = None, *, write: bool = False
) -> tuple[Regrading, ...]:
    """Read the replies of a database again; with `write`, replace grades and publish anew."""
    with closing(connect(db) if write else connect_read_only(db)) as con:
        found = regrade(con, dataset)
        for one in found if write else ():
            if one.changed:
                replace_grades(con, one.run, one.changed, rules_version())
    if write and any(one.changed for one in found):
        publish(db)
    return found


def regrade(con: DuckDBPyConnection, dataset: str | None = None) -> tuple[Regrading, ...]:
    """Every run whose verdicts are ours, read again; nothing is written.

    A verdict that depends on a solver's time may change by itself from undecided to another.
    """
    runs = graded_runs(con, dataset)
    items: dict[str, dict[str, Item]] = {}
    for run in runs:
        if run.dataset not in items:
            items[run.dataset] = {item.hash: item for item in load_items(con, run.dataset)}
    return tuple(_regraded(con, run, items[run.dataset]) for run in runs)


def _regraded(con: DuckDBPyConnection, run: GradedRun, items: dict[str, Item]) -> Regrading:
    n, changed = 0, []
    for reply in stored_replies(con, run):
        n += 1
        item = items[reply.item]
        if run.probe == WITHHELD_OPTION:
            judge = partial(grade_withheld, withheld(item), reply.raw)
        else:
            judge = partial(grade, item, reply.raw, reply.rotation)
        now = judge()
        if _verdict(now) != _verdict(reply.grade):
            changed.append((reply, now))
    return Regrading(run, n, tuple(changed))


def _verdict(given: Grade) -> tuple[object, ...]:
    """What counts of a grade; the structure that shows a mistake may be another as telling."""
    return (
        given.strict,
        given.lenient,
        given.outcome,
        given.strict_outcome,
        given.rule,
        given.mistake,
    )

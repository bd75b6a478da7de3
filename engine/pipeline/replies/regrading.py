"""Grade stored replies again by the current rules, and show or store the changes."""

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
from engine.pipeline.publish.publishing import publish
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
    """A run graded again: its number of replies, and those whose grade changes."""

    run: GradedRun
    n: int
    changed: tuple[Changed, ...]

    def outcomes(self) -> dict[tuple[str, str], int]:
        """The number of replies per old and new outcome, the most frequent first."""
        pairs = Counter((str(reply.grade.outcome), str(now.outcome)) for reply, now in self.changed)
        return dict(pairs.most_common())

    def rules(self) -> dict[tuple[str, str], int]:
        """The number of replies per old and new deciding rule, the most frequent first."""
        pairs = Counter((reply.grade.rule, now.rule) for reply, now in self.changed)
        return dict(pairs.most_common())


def regrade_database(
    db: Path, dataset: str | None = None, *, write: bool = False
) -> tuple[Regrading, ...]:
    """Grade the replies of a database again; with `write`, replace changed grades and publish."""
    with closing(connect(db) if write else connect_read_only(db)) as con:
        found = regrade(con, dataset)
        for one in found if write else ():
            if one.changed:
                replace_grades(con, one.run, one.changed, rules_version())
    if write and any(one.changed for one in found):
        publish(db)
    return found


def regrade(con: DuckDBPyConnection, dataset: str | None = None) -> tuple[Regrading, ...]:
    """Grade every run that our rules graded again; nothing is written.

    A verdict that hit a solver's time limit may change from undecided without a change of rules.
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
            judge = partial(grade, item, reply.raw, reply.rotation, reply.finish_reason)
        now = judge()
        if _verdict(now) != _verdict(reply.grade):
            changed.append((reply, now))
    return Regrading(run, n, tuple(changed))


def _verdict(given: Grade) -> tuple[object, ...]:
    """The part of a grade to compare; a mistake may be shown by several equivalent structures."""
    return (
        given.strict,
        given.lenient,
        given.outcome,
        given.strict_outcome,
        given.rule,
        given.mistake,
    )

"""`sorites regrade`: grade stored replies again, and preview the changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from engine.core.paths import db_path, db_to_read
from engine.show.terminal.options import AsJson, Db
from engine.show.terminal.output import say, show_table, write_json

if TYPE_CHECKING:
    from engine.pipeline.replies.regrading import Regrading

_SHOWN = 10
_CUT = 60


def regrade(
    dataset: Annotated[str | None, typer.Argument(help="One data set; all by default.")] = None,
    write: Annotated[bool, typer.Option("--write", help="Store the grades that change.")] = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Grade stored replies by the current rules; nothing is written without --write."""
    from engine.pipeline.replies.regrading import regrade_database, rules_version

    path = db_path(db) if write else db_to_read(db)
    found = regrade_database(path, dataset, write=write)
    if as_json:
        write_json({"rules": rules_version(), "written": write, "runs": list(map(_as_json, found))})
    else:
        _show(found, rules_version(), write=write)


def _as_json(one: Regrading) -> dict[str, object]:
    return {
        "run": one.run.run_hash,
        "model": one.run.model,
        "dataset": one.run.dataset,
        "n": one.n,
        "changed": len(one.changed),
        "outcomes": [
            {"from": before, "to": after, "n": n} for (before, after), n in one.outcomes().items()
        ],
        "deciding_rules": [
            {"from": before, "to": after, "n": n} for (before, after), n in one.rules().items()
        ],
    }


def _show(found: Sequence[Regrading], rules: str, *, write: bool) -> None:
    changed = [one for one in found if one.changed]
    total = sum(one.n for one in found)
    say(f"{total:,} replies of {len(found)} runs graded by rules {rules}")
    if not changed:
        say("no grade changes")
        return
    show_table(
        None,
        ("model", "data set", "run", "replies", "changed", "outcomes", "deciding rules"),
        [
            (
                one.run.model,
                one.run.dataset,
                one.run.run_hash[:12],
                one.n,
                len(one.changed),
                "; ".join(f"{a} → {b}: {n}" for (a, b), n in one.outcomes().items()),
                "; ".join(f"{a} → {b}: {n}" for (a, b), n in one.rules().items()),
            )
            for one in changed
        ],
    )
    show_table(
        f"the first {_SHOWN} of each run",
        ("item", "reply ends", "was", "is", "by rule"),
        [
            (
                reply.item[:12],
                " ".join(reply.raw[-4 * _CUT :].split())[-_CUT:],
                reply.grade.lenient,
                now.lenient,
                now.rule,
            )
            for one in changed
            for reply, now in one.changed[:_SHOWN]
        ],
    )
    n = sum(len(one.changed) for one in changed)
    if write:
        say(f"{n:,} grades replaced; the table former_grades keeps the old ones")
    else:
        say("nothing was written; add --write to replace these grades")

"""`sorites regrade`: read stored replies again, and see what changes before it is written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from engine.pipeline.regrading import Regrading

_SHOWN = 10
_CUT = 60


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("regrade")(regrade)


def regrade(
    dataset: Annotated[str | None, typer.Argument(help="One data set; all by default.")] = None,
    write: Annotated[bool, typer.Option("--write", help="Replace the grades that change.")] = False,
    db: Annotated[Path | None, typer.Option(help="The database.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Read stored replies by the rules of today; nothing is written without --write."""
    from engine.core.paths import db_path
    from engine.pipeline.regrading import regrade_database, rules_version
    from engine.show.output import write_json

    found = regrade_database(db_path(db), dataset, write=write)
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
    }


def _show(found: Sequence[Regrading], rules: str, *, write: bool) -> None:
    from engine.show.output import say, show_table

    changed = [one for one in found if one.changed]
    total = sum(one.n for one in found)
    say(f"{total:,} replies of {len(found)} runs read by rules {rules}")
    if not changed:
        say("no grade changes")
        return
    show_table(
        None,
        ("model", "data set", "run", "replies", "changed", "outcomes"),
        [
            (
                one.run.model,
                one.run.dataset,
                one.run.run_hash[:12],
                one.n,
                len(one.changed),
                "; ".join(f"{a} → {b}: {n}" for (a, b), n in one.outcomes().items()),
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
        say(f"{n:,} grades replaced; the former ones are in the table former_grades")
    else:
        say("nothing was written; repeat the command with --write to replace these grades")

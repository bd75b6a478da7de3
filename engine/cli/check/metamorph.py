"""`sorites metamorph`: check that verification accepts rewritten items and rejects corrupt ones."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from engine.core.paths import db_to_read
from engine.show.terminal.options import AsJson, DataSet, Db, Workers
from engine.show.terminal.output import say, show_table, write_json
from engine.show.terminal.progress import progress

if TYPE_CHECKING:
    from engine.pipeline.check.metamorphosis import Metamorphosis

_SHOWN = 20


def metamorph(
    dataset: DataSet,
    limit: Annotated[
        int | None,
        typer.Option(help="Check at most this many items, spread evenly; all by default.", min=1),
    ] = None,
    workers: Workers = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Rewrite and corrupt every item; exit 1 if a label changes or a corruption is missed."""
    from engine.core.workers import pool_of
    from engine.pipeline.check.metamorphosis import metamorph_dataset

    with pool_of(workers) as executor:
        found = metamorph_dataset(dataset, db_to_read(db), executor, progress, limit=limit)
    if as_json:
        write_json({**asdict(found), "passed": found.passed})
    else:
        _show(found)
    if not found.passed:
        raise typer.Exit(1)


def _show(found: Metamorphosis) -> None:
    show_table(
        f"{found.dataset}: {found.items:,} items",
        ("check", "items", "variants", "not applicable", "missed"),
        [
            (name, tally.items, tally.variants, tally.not_applicable, tally.slipped)
            for name, tally in found.checks.items()
        ],
    )
    for slip in found.slips[:_SHOWN]:
        say(f"  {slip.item}, {slip.check}: {slip.problem}")
    if len(found.slips) > _SHOWN:
        say(f"  and {len(found.slips) - _SHOWN:,} more; --json lists them all")
    if found.unsound:
        named = ", ".join(found.unsound[:_SHOWN])
        say(f"{len(found.unsound):,} items were not checked, because they do not verify: {named}")

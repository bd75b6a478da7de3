"""`sorites verify`: derive everything stored about a data set again."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import typer

from engine.core.paths import db_path
from engine.show.terminal.options import AsJson, DataSet, Db, Workers
from engine.show.terminal.output import say, write_json
from engine.show.terminal.progress import progress

if TYPE_CHECKING:
    from engine.pipeline.check.verification import VerifiedDataset

_SHOWN = 20


def verify(
    dataset: DataSet,
    workers: Workers = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Derive the label, proof, text and counts of every item again; exit 1 on any disagreement."""
    from engine.core.workers import pool_of
    from engine.pipeline.check.verification import verify_dataset

    with pool_of(workers) as executor:
        found = verify_dataset(dataset, db_path(db), executor, progress)
    if as_json:
        write_json(asdict(found))
    else:
        show_verified(found)
    if found.disagreements:
        raise typer.Exit(1)


def show_verified(found: VerifiedDataset) -> None:
    """Print the number of verified items, and the first that failed."""
    counts = _counted(found.verdicts)
    say(f"{found.dataset}: {found.verified:,} of {found.items:,} items verified ({counts})")
    if not found.remade:
        say("  not regenerated from their seeds, because another version or source made them")
    for row in found.disagreements[:_SHOWN]:
        say(f"  {row['item']}: {row['problem']}")
    if len(found.disagreements) > _SHOWN:
        say(f"  and {len(found.disagreements) - _SHOWN:,} more; --json lists them all")


def _counted(verdicts: dict[str, int]) -> str:
    """The number of items per derived answer; only the number of answers if there are many."""
    if len(verdicts) > _SHOWN:
        return f"{len(verdicts):,} different answers"
    return ", ".join(f"{count:,} {verdict}" for verdict, count in verdicts.items())

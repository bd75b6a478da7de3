"""`sorites evaluate --fresh`: the same run on newly seeded items."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from engine.ask.runs import Plan, Summary, Tally


def known_fresh(db: Path, plans: Sequence[Plan], seed_file: Path | None) -> dict[str, Tally]:
    """What earlier starts came to on fresh items, by the hashes of those runs."""
    from engine.ask.runs import standing
    from engine.pipeline.fresh import SEED_FILE, known_fresh_plan, private_folder
    from engine.pipeline.held_out import read_seed

    path = seed_file or private_folder(db) / SEED_FILE
    if not seed_file and not path.is_file():
        return {}
    seed = read_seed(path)
    known = filter(None, (known_fresh_plan(db, plan, seed) for plan in plans))
    return {fresh.run.run_hash: standing(private, fresh) for private, fresh in known}


def ask_fresh(
    db: Path,
    plans: list[Plan],
    seed_file: Path | None,
    make_run: Callable[[Plan, Path], Summary],
) -> list[Summary]:
    """Make each run on fresh items, and take over what became of them.

    When one is stopped or halted, what became of it is left for when it is whole, and those after
    it are not begun.
    """
    from engine.pipeline.fresh import SEED_FILE, fresh_plan, private_folder, record_fresh
    from engine.pipeline.held_out import make_seed, read_seed
    from engine.show.progress import progress

    if not plans:
        typer.echo(
            "sorites: no fresh items are asked, for the database has not got the answers to the"
            " public ones yet; the same command asks them later",
            err=True,
        )
        return []
    path = seed_file or private_folder(db) / SEED_FILE
    seed = read_seed(path) if seed_file or path.is_file() else make_seed(path)
    typer.echo(f"sorites: fresh items of the seed sealed as {seed.seal}", err=True)
    summaries = []
    for plan in plans:
        private, fresh = fresh_plan(db, plan, seed, progress)
        summary = make_run(fresh, private)
        summaries.append(replace(summary, dataset=f"fresh items of {summary.dataset}"))
        if summary.stopped or summary.halted:
            break
        if not summary.postponed:
            record_fresh(db, private, plan, fresh, seed)
    return summaries

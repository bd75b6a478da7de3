"""`elenchus evaluate --fresh`: the same run on newly seeded items."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from engine.errors import InputError

if TYPE_CHECKING:
    from engine.evaluation import Plan, Summary


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
    from engine.cli.progress import progress
    from engine.freshness import SEED_FILE, fresh_plan, private_folder, record_fresh
    from engine.held_out import make_seed, read_seed

    if not plans:
        raise InputError("no run came to its end, so there is nothing to put on fresh items yet")
    path = seed_file or private_folder(db) / SEED_FILE
    seed = read_seed(path) if seed_file or path.is_file() else make_seed(path)
    typer.echo(f"elenchus: fresh items of the seed sealed as {seed.seal}", err=True)
    summaries = []
    for plan in plans:
        with progress(f"fresh {plan.run.dataset}", len(plan.items)) as advance:
            private, fresh = fresh_plan(db, plan, seed, advance)
        summary = make_run(fresh, private)
        summaries.append(replace(summary, dataset=f"fresh items of {summary.dataset}"))
        if summary.stopped or summary.halted:
            break
        if not summary.postponed:
            record_fresh(db, private, plan, fresh, seed)
    return summaries

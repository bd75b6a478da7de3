"""`sorites sentences`: an inventory of classified sentences from a recipe and a seed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.show.terminal.options import AsJson, Db

if TYPE_CHECKING:
    from engine.families.logicskills.inventory.spec import InventorySpec
    from engine.store import Inventory


def sentences(
    name: Annotated[str, typer.Option(help="A name for the inventory.")] = "sentences",
    n: Annotated[int, typer.Option("-n", help="Pairs of sentences.", min=1)] = 10_000,
    seed: Annotated[
        int, typer.Option(help="Other seeds give other sentences.", min=-(2**63), max=2**63 - 1)
    ] = 1,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", help="lexicon=, max_depth= or types=, as in types=negation:3,…"),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help="Processes; as many as there are cores by default.", min=1)
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace another inventory of this name.")
    ] = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Make sentences of first-order logic in English and Carroll's words, each classified."""
    from contextlib import closing

    from engine.core.paths import db_path
    from engine.core.settings import parse_settings
    from engine.families.logicskills.inventory.spec import make_inventory_spec
    from engine.show.terminal.output import write_json
    from engine.store import connect, sentence_counts

    spec = make_inventory_spec(parse_settings(settings or []), seed, n)
    path = db_path(db)
    made = _present(path, name, spec, replace) or _made(path, name, spec, workers, replace)
    with closing(connect(path)) as con:
        counts = sentence_counts(con, name)
    if as_json:
        write_json(
            {
                "inventory": made.name,
                "pairs": made.n,
                "unsettled": made.n_unsettled,
                "content_hash": made.content_hash,
                "counts": [
                    {key: row[key] for key in ("type", "class", "n", "n_distinct")}
                    for row in counts
                ],
            }
        )
    else:
        _show(made, counts)


def _present(db: Path, name: str, spec: InventorySpec, replace: bool) -> Inventory | None:
    """Return the inventory if it exists; refuse an unusable name before the work starts."""
    from contextlib import closing

    from engine.families.logicskills.inventory.making import inventory_meta
    from engine.store import connect, find_inventory

    meta = inventory_meta(spec, name)
    if replace:
        return None
    with closing(connect(db)) as con:
        return find_inventory(con, meta)


def _made(
    db: Path, name: str, spec: InventorySpec, workers: int | None, replace: bool
) -> Inventory:
    from engine.core.workers import pool_of
    from engine.families.logicskills.inventory.making import store_inventory
    from engine.show.terminal.progress import progress

    with pool_of(workers) as executor:
        return store_inventory(spec, name, db, executor, progress, replace=replace)


def _show(made: Inventory, counts: list[dict[str, object]]) -> None:
    from engine.show.terminal.output import say, show_table

    columns = ("type", "class", "n", "n_distinct")
    show_table(
        f"{made.name}: pairs by type and class",
        ("type", "class", "pairs", "different"),
        [[row[column] for column in columns] for row in counts],
    )
    say(
        f"{made.n:,} pairs, content {made.content_hash[:12]}; {made.n_unsettled:,} more were left"
        " out, their class not settled"
    )

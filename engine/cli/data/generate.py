"""`sorites generate`: a verified data set from a recipe and a seed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from engine.pipeline.generation import Spec
    from engine.store import Dataset


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("generate")(generate)


def generate(
    family: Annotated[str, typer.Argument(help="The family of items; an unknown name lists all.")],
    name: Annotated[str | None, typer.Option(help="What to call the data set.")] = None,
    n: Annotated[
        int | None, typer.Option("-n", help="Items; rounded up to whole groups.", min=1)
    ] = None,
    seed: Annotated[
        int, typer.Option(help="Other seeds give other items.", min=-(2**63), max=2**63 - 1)
    ] = 1,
    recipe: Annotated[
        str | None, typer.Option(help="sound or faithful, where the family has both.")
    ] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", help="KEY=VALUE, a parameter of the family.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help="Processes; as many as there are cores by default.", min=1)
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Take the place of another set of this name.")
    ] = False,
    db: Annotated[Path | None, typer.Option(help="The database.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Generate a data set: each item labelled by two procedures, with its certificate."""
    from engine.core.paths import db_path
    from engine.core.settings import parse_settings
    from engine.pipeline.generation import make_spec
    from engine.show.output import say, write_json

    chosen = ({"recipe": recipe} if recipe else {}) | parse_settings(settings or [])
    spec = make_spec(family, chosen, seed, n)
    if n is not None and spec.n_items != n and not as_json:
        say(f"{n} is rounded up to {spec.n_items} items: whole groups of {spec.members}")
    path = db_path(db)
    called = "-".join(filter(None, (family, spec.recipe))) if name is None else name
    present, left_out = _present(path, called, spec, replace), spec.left_out
    dataset = present or _made(path, called, spec, workers, replace)
    rejected = _rejected(path, dataset)
    if as_json:
        write_json(
            {
                "dataset": dataset.name,
                "requested": n,
                "items": dataset.n,
                "content_hash": dataset.content_hash,
                "left_out": left_out,
                "rejected": rejected,
            }
        )
    else:
        note = "; it was there already, and --replace makes it anew" if present else ""
        say(f"{dataset.name}: {dataset.n:,} items, content {dataset.content_hash[:12]}{note}")
        if rejected:
            reasons = ", ".join(f"{reason} {count:,}" for reason, count in rejected.items())
            say(f"candidates rejected on the way: {sum(rejected.values()):,} ({reasons})")
        for where, names in left_out.items():
            say(f"left out at {where}: {len(names)} not reached: {', '.join(names)}")


def _present(db: Path, name: str, spec: Spec, replace: bool) -> Dataset | None:
    """The data set if it is there already; a name that will not do ends here, before the work."""
    from engine.pipeline.datasets import dataset_meta, find_generated

    dataset_meta(spec, name)
    return None if replace else find_generated(spec, name, db)


def _rejected(db: Path, dataset: Dataset) -> dict[str, int]:
    """How many candidates the generator discarded on the way to the set, by reason."""
    from contextlib import closing

    from engine.store import connect_read_only, rejected_candidates

    with closing(connect_read_only(db)) as con:
        return rejected_candidates(con, dataset.name)


def _made(db: Path, name: str, spec: Spec, workers: int | None, replace: bool) -> Dataset:
    from engine.core.workers import chosen
    from engine.pipeline.datasets import generate_dataset
    from engine.show.progress import progress

    with chosen(workers) as executor:
        return generate_dataset(spec, name, db, executor, progress, replace=replace)

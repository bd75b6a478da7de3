"""`sorites generate`: a verified data set from a recipe and a seed."""

from __future__ import annotations

from typing import Annotated

import typer

from engine.core.paths import db_path
from engine.show.terminal.options import AsJson, Db, Replace, Workers
from engine.show.terminal.output import say, write_json
from engine.show.terminal.progress import progress


def generate(
    family: Annotated[
        str, typer.Argument(help="The family of items; an unknown name lists them all.")
    ],
    name: Annotated[
        str | None, typer.Option(help="The name of the data set; FAMILY-RECIPE by default.")
    ] = None,
    n: Annotated[
        int | None, typer.Option("-n", help="Number of items, rounded up to whole groups.", min=1)
    ] = None,
    seed: Annotated[
        int,
        typer.Option(help="The seed; another seed gives other items.", min=-(2**63), max=2**63 - 1),
    ] = 1,
    recipe: Annotated[
        str | None, typer.Option(help="The recipe, sound or faithful, if the family has both.")
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", help="A parameter of the family as KEY=VALUE; may be repeated."),
    ] = None,
    workers: Workers = None,
    replace: Replace = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Generate a data set; two independent procedures decide each label, and certify it."""
    from engine.core.settings import parse_settings
    from engine.core.workers import pool_of
    from engine.pipeline.generate.datasets import (
        dataset_meta,
        find_generated,
        generate_dataset,
        n_for_test,
        rejections,
    )
    from engine.pipeline.generate.generation import make_spec

    chosen = ({"recipe": recipe} if recipe else {}) | parse_settings(settings or [])
    spec = make_spec(family, chosen, seed, n)
    if n is not None and spec.n_items != n and not as_json:
        say(f"{n} is rounded up to {spec.n_items} items, in whole groups of {spec.members}")
    path = db_path(db)
    called = "-".join(filter(None, (family, spec.recipe))) if name is None else name
    dataset_meta(spec, called)  # an invalid name fails here, before the work
    present = None if replace else find_generated(spec, called, path)
    with pool_of(workers) as executor:
        dataset = present or generate_dataset(
            spec, called, path, executor, progress, replace=replace
        )
    rejected = rejections(path, dataset.name)
    if as_json:
        write_json(
            {
                "dataset": dataset.name,
                "requested": n,
                "items": dataset.n,
                "content_hash": dataset.content_hash,
                "rejected": rejected,
            }
        )
        return
    note = "; it already existed, and --replace generates it again" if present else ""
    say(f"{dataset.name}: {dataset.n:,} items, content {dataset.content_hash[:12]}{note}")
    for_test = n_for_test(path, dataset.name)
    if 0 < for_test < dataset.n:
        say(
            f"`sorites evaluate` asks the {for_test:,} of its test split; --split all asks all"
            f" {dataset.n:,}"
        )
    if rejected:
        reasons = ", ".join(f"{reason} {count:,}" for reason, count in rejected.items())
        say(f"rejected candidates: {sum(rejected.values()):,} ({reasons})")

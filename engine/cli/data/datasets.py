"""`sorites datasets`: list the data sets in the database."""

from __future__ import annotations

from dataclasses import asdict

from engine.core.paths import db_to_read
from engine.show.terminal.options import AsJson, Db
from engine.show.terminal.output import show_table, write_json


def datasets(
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """List the data sets in the database."""
    from engine.pipeline.generate.datasets import stored_datasets

    found = stored_datasets(db_to_read(db))
    if as_json:
        write_json({"datasets": [asdict(dataset) for dataset in found]})
        return
    show_table(
        None,
        ("data set", "family", "recipe", "items", "seed", "source", "content"),
        [(d.name, d.family, d.recipe, d.n, d.seed, d.source, d.content_hash[:12]) for d in found],
    )

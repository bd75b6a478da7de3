"""The splits of a family's data sets, and how each set was generated."""

from __future__ import annotations

import orjson

from engine.analysis.datasets.composition import splits
from engine.analysis.sources.reading import Dataset, Reading
from engine.pipeline.generate.remaking import making_command
from engine.show.tables.html import COUNTED, Cell, Column, code, count, share, table, text
from engine.show.texts.notices import no_dataset


def splits_section(reading: Reading, family: str) -> str:
    """The splits of each set, with its generator's parameters and seed."""
    sets = reading.family(family)
    if not sets:
        return no_dataset(family)
    rows = [
        [
            text(dataset.name),
            text(row["split"] or "undivided"),
            count(row["n"]),
            count(row["n_groups"]),
            share(row["n"] / dataset.n),
        ]
        for dataset in sets
        for row in splits(reading, dataset)
    ]
    columns = (
        Column("Data set"),
        Column("Split"),
        Column("Items", numeric=True),
        Column("Groups", numeric=True),
        Column("Share", numeric=True),
    )
    made = [
        [text(d.name), _made_by(reading, d), code(_sorted(d.params)), count(d.seed)]
        for d in sets
        if d.source == "generated"
    ]
    titles = (
        Column("Data set"),
        Column("Command"),
        Column("Parameters"),
        Column("Seed", numeric=True),
    )
    shown = [table(f"Splits. {COUNTED}", columns, rows)]
    shown += [table("Generation", titles, made)] if made else []
    return "\n\n".join(shown)


def _made_by(reading: Reading, dataset: Dataset) -> Cell:
    command = making_command(reading, dataset)
    return code(command) if command else text(None)


def _sorted(params: str) -> str:
    return orjson.dumps(orjson.loads(params), option=orjson.OPT_SORT_KEYS).decode()

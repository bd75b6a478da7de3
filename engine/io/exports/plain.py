"""Items as plain files: JSON lines, CSV, Parquet."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from engine.core.canary import canary
from engine.core.items import SPLITS, Item
from engine.core.writing import write_lines, write_whole
from engine.io.exports.material import Exported
from engine.io.records import records


def write_jsonl(exported: Exported, folder: Path) -> dict[str, int]:
    """Write one file with a record per line."""
    return {"all": write_lines(folder / f"{exported.slug}.jsonl", records(exported.items))}


def write_csv(exported: Exported, folder: Path) -> dict[str, int]:
    """Write one file with a row per item; lists and nested values are JSON."""
    rows = records(exported.items)

    def write(path: Path) -> None:
        with path.open("w", encoding="utf-8", newline="") as file:
            table = csv.DictWriter(file, list(rows[0]))
            table.writeheader()
            table.writerows({name: _cell(value) for name, value in row.items()} for row in rows)

    write_whole(folder / f"{exported.slug}.csv", write)
    return {"all": len(rows)}


def _cell(value: object) -> object:
    return orjson.dumps(value).decode() if isinstance(value, list | dict) else value


def write_parquet(exported: Exported, folder: Path) -> dict[str, int]:
    """Write one file per split, with the column types of the table `items`."""
    return {
        split: write_split(exported, split, folder / f"{exported.slug}-{split}.parquet")
        for split in splits_of(exported)
    }


def splits_of(exported: Exported) -> tuple[str, ...]:
    """The splits that have items: train, validation, test, and others by name."""
    found = {item.split for item in exported.items}
    known = [split for split in SPLITS if split in found]
    return (*known, *sorted(found - set(known)))


def write_split(exported: Exported, split: str, path: Path) -> int:
    """Write the items of a split as Parquet; returns their number."""
    items = [item for item in exported.items if item.split == split]
    return write_table(items, {}, path)


def write_table(items: Sequence[Item], more: Mapping[str, Sequence[str]], path: Path) -> int:
    """Write items as Parquet, with the canary and more columns of texts; returns their number."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    from engine.store import items_table

    table = items_table(items)
    for name, texts in {"canary": [canary()] * len(items), **more}.items():
        table = table.append_column(name, pa.array(texts, pa.string()))
    # no schema metadata and no wall clock: equal items, equal bytes
    write_whole(path, lambda partial: pq.write_table(table, partial, compression="zstd"))
    return len(items)


def schema_of() -> Any:  # Any: a pyarrow schema, which has no stubs here
    """The columns of the Parquet files."""
    import pyarrow as pa

    from engine.store.datasets.rows import ITEM_SCHEMA

    return ITEM_SCHEMA.append(pa.field("canary", pa.string()))

"""Data sets in the database: their descriptions, finding one by name, listing them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Self

from duckdb import DuckDBPyConnection

from engine.core.errors import InputError
from engine.core.pasted_keys import check_name


@dataclass(frozen=True, slots=True)
class DatasetMeta:
    """What identifies a data set and regenerates it. See the comments of the table `datasets`.

    Raises:
        InputError: the name is empty, too long or holds a key.
    """

    name: str
    family: str
    version: int
    params: str
    seed: int
    recipe: str | None = None
    source: Literal["generated", "imported"] = "generated"
    note: str | None = None

    def __post_init__(self) -> None:
        check_name(self.name, "a data set")

    @classmethod
    def published(
        cls, name: str, family: str, version: int, params: str, note: str | None = None
    ) -> Self:
        """Of a data set that others published."""
        return cls(name, family, version, params, 0, "published", "imported", note)


@dataclass(frozen=True, slots=True)
class Dataset:
    """A data set in the database."""

    dataset_id: int
    name: str
    family: str
    recipe: str | None
    version: int
    params: str
    seed: int
    source: str
    n: int
    content_hash: str
    engine_version: str
    created_at: datetime
    note: str | None


def list_datasets(con: DuckDBPyConnection) -> tuple[Dataset, ...]:
    """All data sets, by name."""
    rows = con.execute("SELECT * FROM datasets ORDER BY name").fetchall()
    return tuple(Dataset(*row) for row in rows)


def find_dataset(con: DuckDBPyConnection, name: str) -> Dataset:
    """The data set of that name.

    Raises:
        InputError: if there is none; the message names those there are.
    """
    datasets = {dataset.name: dataset for dataset in list_datasets(con)}
    if name not in datasets:
        known = ", ".join(datasets) or "none yet"
        raise InputError(f"there is no data set named {name}; there are: {known}")
    return datasets[name]

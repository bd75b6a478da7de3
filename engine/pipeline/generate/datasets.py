"""Generate data sets into the database in parallel, and list and store them."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import orjson

from engine.core.errors import InputError
from engine.core.items import Item
from engine.core.progress import Progress, silent
from engine.core.workers import opened
from engine.pipeline.generate.generation import Spec, make_shards
from engine.store import (
    Dataset,
    DatasetMeta,
    check_usable,
    connect,
    connect_read_only,
    find_made,
    ingest_shards,
    items_table,
    list_datasets,
    load_items,
    rejected_candidates,
    shards_beside,
    write_items,
)
from engine.store.datasets.known import n_in_split


def generate_dataset(
    spec: Spec,
    name: str,
    db: Path,
    executor: Executor | None = None,
    progress: Progress = silent,
    *,
    replace: bool = False,
) -> Dataset:
    """Generate a data set and store it in one transaction: all of it or nothing.

    If this is stopped or fails, the next start with the same spec takes up the finished shards.

    Raises:
        InputError: the name is taken by other content.
        VerificationError: the solvers disagree over an item.
    """
    with opened(executor, spec.n_shards) as pool:
        check_usable(db)
        with shards_beside(db, spec) as folder:
            with progress(f"generating {name}", spec.n_items) as advance:
                shards = make_shards(spec, folder, pool, advance)
            with closing(connect(db)) as con:
                return ingest_shards(con, dataset_meta(spec, name), shards, replace=replace)


def generate_items(spec: Spec, executor: Executor | None, progress: Progress) -> list[Item]:
    """The items of a spec, generated in parallel by way of a temporary database."""
    with TemporaryDirectory(prefix="sorites-items-") as folder:
        db = Path(folder) / "items.duckdb"
        generate_dataset(spec, "items", db, executor, progress)
        with closing(connect_read_only(db)) as con:
            return list(load_items(con, "items"))


def store_items(items: Sequence[Item], name: str, db: Path, *, replace: bool = False) -> Dataset:
    """Store items of one family and recipe as a data set.

    Raises:
        InputError: there are no items, they are of several recipes, or the name is taken by other
            content.
    """
    if not items:
        raise InputError("there are no items to store; make some with `sorites.generate`")
    first, *others = ((one.family, one.version, one.params, one.seed) for one in items)
    if any(one != first for one in others):
        raise InputError("the items have several families, recipes or seeds; store them separately")
    recipe = str(orjson.loads(first[2] or "{}").get("recipe", ""))
    with closing(connect(db)) as con:
        meta = DatasetMeta(name, *first, recipe=recipe)
        return write_items(con, meta, items_table(items), replace=replace)


def stored_datasets(db: Path) -> tuple[Dataset, ...]:
    """The data sets of a database.

    Raises:
        StoreError: there is no such database.
    """
    with closing(connect_read_only(db)) as con:
        return list_datasets(con)


def rejections(db: Path, name: str) -> dict[str, int]:
    """How many candidates the generator rejected for a data set, by reason."""
    with closing(connect_read_only(db)) as con:
        return rejected_candidates(con, name)


def n_for_test(db: Path, name: str) -> int:
    """How many items of a data set are in its test split, which `evaluate` asks by default."""
    with closing(connect_read_only(db)) as con:
        return n_in_split(con, name, "test")


def find_generated(spec: Spec, name: str, db: Path) -> Dataset | None:
    """The data set of a spec if the database has it already, else None.

    Raises:
        InputError: the name is invalid or taken by another data set.
    """
    with closing(connect(db)) as con:
        return find_made(con, dataset_meta(spec, name), spec.n_items)


def dataset_meta(spec: Spec, name: str) -> DatasetMeta:
    """The description of the data set that a spec makes."""
    return DatasetMeta(
        name=name,
        family=spec.family,
        version=spec.version,
        params=spec.params,
        seed=spec.seed,
        recipe=spec.recipe,
    )

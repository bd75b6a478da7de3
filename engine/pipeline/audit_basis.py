"""Which items the shortcuts are scored on: the set itself or, if it is small, a fresh sample."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.core.items import Item
from engine.core.progress import Progress
from engine.families import FAMILIES
from engine.pipeline.datasets import generate_dataset
from engine.pipeline.generation import Spec, make_spec
from engine.store import Dataset, connect_read_only, load_items

SMALL = 3_000
"""A set with fewer items says too little about its recipe: by luck alone one of the depths of a
perfect set of 1,050 items passes its limit in most audits."""
SAMPLE = 5_000
"""Items of a fresh sample: intervals of about 1.5 points to either side."""


@dataclass(frozen=True, slots=True)
class Basis:
    """The items that are scored, and a phrase saying which they are."""

    items: Sequence[Item]
    words: str


def choose_basis(
    dataset: Dataset,
    items: Sequence[Item],
    executor: Executor | None,
    progress: Progress,
    *,
    must_be_own: bool,
) -> Basis:
    """The set's own items, or a fresh sample of its recipe by another seed if they are few.

    A set that was chosen of its recipe, as a second round is, has another mixture than a sample.
    Where it takes long to find more items, the set's `must_be_own`: then limits are for the lower
    ends of intervals, which luck alone hardly brings past them.
    """
    if must_be_own:
        words = f"all {len(items):,} items of the set; a limit is for the lower end of the interval"
        return Basis(items, words)
    if len(items) >= SMALL:
        return Basis(items, f"all {len(items):,} items of the set")
    if dataset.source != "generated":
        return Basis(items, f"all {len(items):,} items of the set, which has no recipe to draw on")
    if any(item.index != place for place, item in enumerate(items)):
        return Basis(items, f"all {len(items):,} items of the set, which were chosen of its recipe")
    if FAMILIES[dataset.family].stock is not None:
        words = f"all {len(items):,} items of the set, whose family has no endless material"
        return Basis(items, words)
    spec = _another(dataset)
    if spec.version != dataset.version or spec.params != dataset.params:
        words = f"all {len(items):,} items of the set, made by another version of the generator"
        return Basis(items, words)
    words = f"a fresh sample of {spec.n_items:,} items by the same recipe, seed {spec.seed}"
    return Basis(_drawn(spec, executor, progress), f"{words}: the set has only {len(items):,}")


def _another(dataset: Dataset) -> Spec:
    """What makes a sample that shares no item with the set; the same at every audit."""
    seed = int.from_bytes(hashlib.sha256(f"audit {dataset.seed}".encode()).digest()[:4])
    settings = json.loads(dataset.params)
    known = FAMILIES[dataset.family].params.model_fields
    kept = {key: value for key, value in settings.items() if key in known}
    return make_spec(dataset.family, kept, seed + (seed == dataset.seed), SAMPLE)


def _drawn(spec: Spec, executor: Executor | None, progress: Progress) -> list[Item]:
    with TemporaryDirectory(prefix="sorites-audit-") as folder:
        db = Path(folder) / "sample.duckdb"
        generate_dataset(spec, "sample", db, executor, progress)
        con = connect_read_only(db)
        try:
            return list(load_items(con, "sample"))
        finally:
            con.close()

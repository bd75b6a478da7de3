"""Choose the items on which shortcuts are scored: the set itself or, if small, a fresh sample."""

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
"""Smaller sets say too little about their recipe: in most audits of a perfect set of 1,050 items,
some depth exceeds its limit by luck alone."""
SAMPLE = 5_000
"""Items of a fresh sample, which give 95% intervals of about ±1.5 points."""


@dataclass(frozen=True, slots=True)
class Basis:
    """The items to score, and a phrase that describes them."""

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
    """The set's own items or, if they are few, a fresh sample of its recipe from another seed.

    A set of selected items, such as a second round, has a different mixture from a sample, so its
    own items count. `must_be_own` avoids a sample that is slow to make; limits then apply to the
    lower ends of intervals, which rarely exceed them by luck.
    """
    if must_be_own:
        words = f"all {len(items):,} items of the set; limits apply to the lower end of intervals"
        return Basis(items, words)
    if len(items) >= SMALL:
        return Basis(items, f"all {len(items):,} items of the set")
    if dataset.source != "generated":
        return Basis(items, f"all {len(items):,} items of the set, which has no recipe")
    if any(item.index != place for place, item in enumerate(items)):
        return Basis(items, f"all {len(items):,} items of the set, a selection from its recipe")
    if FAMILIES[dataset.family].stock is not None:
        words = f"all {len(items):,} items of the set, whose family has limited material"
        return Basis(items, words)
    spec = _another(dataset)
    if spec.version != dataset.version or spec.params != dataset.params:
        words = f"all {len(items):,} items of the set, made by another version of the generator"
        return Basis(items, words)
    words = f"a fresh sample of {spec.n_items:,} items from the same recipe, seed {spec.seed}"
    return Basis(_drawn(spec, executor, progress), f"{words}: the set has only {len(items):,}")


def _another(dataset: Dataset) -> Spec:
    """The spec of a sample that shares no item with the set; the same in every audit."""
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

"""Choose the items on which shortcuts are scored: the set itself or, if small, a fresh sample."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

from engine.core.items import Item
from engine.core.progress import Progress
from engine.families import FAMILIES
from engine.pipeline.generate.datasets import generate_items
from engine.pipeline.generate.generation import Spec, make_spec
from engine.store import Dataset

SMALL = 3_000
"""Smaller sets say too little about their recipe, so a fresh sample is scored in their place."""
SAMPLE = 5_000
"""Items of a fresh sample, which give 95% intervals of about ±1.5 points."""
TRAINING = 4_000
"""Fresh items that shortcuts are trained on, by default."""


@dataclass(frozen=True, slots=True)
class Basis:
    """The items to score, those to train on (none: cross-validation), and a phrase on both."""

    items: Sequence[Item]
    words: str
    training: Sequence[Item] = ()


def choose_basis(
    dataset: Dataset,
    items: Sequence[Item],
    executor: Executor | None,
    progress: Progress,
    *,
    must_be_own: bool,
    n_training: int = 0,
) -> Basis:
    """The items of the set or, if they are few, a fresh sample of its recipe from another seed.

    Shortcuts are trained on further fresh items, `n_training` or by default `TRAINING`. A set of
    selected items, such as a second round, has a different mixture from a sample, so its own items
    count. `must_be_own` avoids a sample that is slow to make.
    """
    own = f"all {len(items):,} items of the set"
    if must_be_own:
        return Basis(items, own)
    if dataset.source != "generated":
        return Basis(items, f"{own}, which has no recipe")
    if any(item.index != place for place, item in enumerate(items)):
        return Basis(items, f"{own}, a selection from its recipe")
    if FAMILIES[dataset.family].stock is not None:
        return Basis(items, f"{own}, whose family has limited material")
    n_scored = SAMPLE if len(items) < SMALL else 0
    spec = _another(dataset, n_scored + (n_training or TRAINING))
    if spec.version != dataset.version or spec.params != dataset.params:
        return Basis(items, f"{own}, made by another version of the generator")
    drawn = generate_items(spec, executor, progress)
    fresh = [item for item in drawn if item.group < drawn[n_scored].group]
    training = drawn[len(fresh) :]
    learnt = f"shortcuts trained on {len(training):,} fresh items, seed {spec.seed}"
    if not fresh:
        return Basis(items, f"{own}; {learnt}", training)
    words = f"a fresh sample of {len(fresh):,} items from the same recipe, seed {spec.seed}"
    return Basis(fresh, f"{words}: the set has only {len(items):,}; {learnt}", training)


def _another(dataset: Dataset, n: int) -> Spec:
    """The spec of a sample that shares no item with the set; the same in every audit."""
    seed = int.from_bytes(hashlib.sha256(f"audit {dataset.seed}".encode()).digest()[:4])
    settings = json.loads(dataset.params)
    known = FAMILIES[dataset.family].params.model_fields
    kept = {key: value for key, value in settings.items() if key in known}
    return make_spec(dataset.family, kept, seed + (seed == dataset.seed), n)

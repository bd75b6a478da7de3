"""The metamorphic checks of one item: rewritings to accept, and corruptions to reject."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import NamedTuple

from engine.audit.metamorphic.certifying import certified
from engine.audit.metamorphic.corrupting import (
    with_keys_exchanged,
    with_other_label,
    without_needed,
)
from engine.audit.metamorphic.deriving import derived_gold, doubled
from engine.audit.metamorphic.rewriting import renamed, reworded, shuffled
from engine.core.errors import SoritesError
from engine.core.items import AnswerKind, Item, Outcome
from engine.decide import verify_item
from engine.grade import grade

Rewriting = Callable[[Item, Random], Item | None]
Corruption = Callable[[Item], Iterator[Item]]

REWRITINGS: dict[str, Rewriting] = {
    "atoms renamed": renamed,
    "premises shuffled": shuffled,
    "clauses paraphrased": reworded,
}
"""Verification must accept the rewritten item, with the same result."""

DOUBLED = "negations doubled"
"""Only the gold answer is derived again, because such formulas have no proofs or sentences."""

CORRUPTIONS: dict[str, Corruption] = {
    "needed premise deleted": without_needed,
    "label flipped": with_other_label,
    "option key flipped": with_keys_exchanged,
}
"""Verification must reject every item corrupted like this."""

CHECKS = (*REWRITINGS, DOUBLED, *CORRUPTIONS)


class Finding(NamedTuple):
    """The result of a check on an item: the number of variants, and the problem, if any."""

    check: str
    n: int
    problem: str | None = None


def check_item(item: Item) -> list[Finding]:
    """A finding for each of `CHECKS`; `n` is 0 if a check does not apply to the item.

    The unchanged item must pass verification.
    """
    return [
        *(_rewritten(item, name, rewrite) for name, rewrite in REWRITINGS.items()),
        _doubled(item),
        *(_corrupted(item, name, corrupt) for name, corrupt in CORRUPTIONS.items()),
    ]


def _rewritten(item: Item, name: str, rewrite: Rewriting) -> Finding:
    seed = hashlib.sha256(f"{name}:{item.hash}".encode()).digest()
    changed = rewrite(item, Random(int.from_bytes(seed)))
    if changed is None:
        return Finding(name, 0)
    try:
        again = certified(changed)
        found = verify_item(again)
    except SoritesError as error:
        return Finding(name, 1, str(error))
    if not found.agreed:
        return Finding(name, 1, found.problem)
    if not _is_same_gold(changed.gold, again):
        return Finding(name, 1, f"the gold {changed.gold} has become {again.gold}")
    return Finding(name, 1)


def _is_same_gold(gold: str, item: Item) -> bool:
    """Whether an item still has a gold answer; any countermodel counts, not only the least."""
    if item.answer_kind is AnswerKind.STRUCTURE:
        return grade(item, gold).outcome is Outcome.RIGHT
    return item.gold == gold


def _doubled(item: Item) -> Finding:
    try:
        gold = derived_gold(doubled(item))
    except SoritesError as error:
        return Finding(DOUBLED, 1, str(error))
    return Finding(DOUBLED, 1, None if gold == item.gold else f"{gold} is derived, not {item.gold}")


def _corrupted(item: Item, name: str, corrupt: Corruption) -> Finding:
    n = 0
    for changed in corrupt(item):
        n += 1
        if verify_item(replace(changed, index=item.index)).agreed:
            return Finding(name, n, f"not caught: {_difference(item, changed)}")
    return Finding(name, n)


def _difference(item: Item, changed: Item) -> str:
    if changed.gold != item.gold:
        return f"gold {changed.gold} instead of {item.gold}"
    if changed.premises != item.premises:
        missing = next(one for one in item.premises if one not in changed.premises)
        return f"without the premise {missing}"
    return "options exchanged"

"""Few-shot examples: whole groups of the train split, the same ones every time."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.errors import InputError
from engine.items import Item, Label

# Two steps: more than one application of a form, and still short enough to show.
_PREFERRED_DEPTH = 2
_TRIPLE = len(Label)


@dataclass(frozen=True, slots=True)
class Examples:
    """The groups that may be shown, in order of preference; one is held in reserve."""

    groups: tuple[tuple[Item, ...], ...]
    shots: int

    def for_item(self, item: Item) -> tuple[Item, ...]:
        """The examples to show before `item`: never one of its own group."""
        others = [group for group in self.groups if not _same_group(group[0], item)]
        return tuple(example for group in others[: self.shots] for example in group)


def choose_examples(train: Sequence[Item], shots: int) -> Examples:
    """Choose `shots` groups of three examples, and one more in reserve, from the train split.

    Exchange triples are taken whole. Items without a group of their own are put together by
    threes, one of each label. Groups of two steps come first; the rest is settled by hash, so
    that the order of `train` makes no difference.

    Raises:
        InputError: the train split does not have that many groups.
    """
    if shots == 0:
        return Examples((), 0)
    ordered = sorted(train, key=lambda item: (item.family, item.seed, item.group, item.index))
    groups = [tuple(g) for _, g in groupby(ordered, lambda i: (i.family, i.seed, i.group))]
    whole = [group for group in groups if len(group) > 1]
    candidates = [_mixed(group) for group in whole] or _by_threes(ordered)
    candidates.sort(key=_preference)
    if len(candidates) < shots + 1:
        raise InputError(
            f"{shots} group(s) of examples and one in reserve are needed, but the train split has "
            f"only {len(candidates)}; use the zero-shot prompt or a data set with a train split"
        )
    return Examples(tuple(candidates[: shots + 1]), shots)


def _preference(group: tuple[Item, ...]) -> tuple[int, str]:
    depths = [item.traits.depth or 0 for item in group]
    return max(abs(depth - _PREFERRED_DEPTH) for depth in depths), _digest(group)


def _mixed(group: tuple[Item, ...]) -> tuple[Item, ...]:
    """The group in an order that does not give the labels away."""
    return tuple(sorted(group, key=lambda item: _digest((item,))))


def _by_threes(train: Sequence[Item]) -> list[tuple[Item, ...]]:
    """Single items in threes, one of each label, those of the preferred depth first."""
    ranked = sorted(train, key=lambda item: _preference((item,)))
    by_label = [[item for item in ranked if item.gold == label] for label in Label]
    return [_mixed(group) for group in zip(*by_label, strict=False) if len(group) == _TRIPLE]


def _same_group(example: Item, item: Item) -> bool:
    return (example.family, example.seed, example.group) == (item.family, item.seed, item.group)


def _digest(items: tuple[Item, ...]) -> str:
    return hashlib.sha256("".join(item.hash for item in items).encode()).hexdigest()

"""Respondents that ignore the question."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.ask.prompts import answer_line
from engine.core.errors import InputError
from engine.core.items import Item
from engine.core.rotations import is_single_choice


@dataclass(frozen=True, slots=True)
class Chance:
    """Chooses an option by a hash of the item, reproducibly.

    In a single choice the hash covers the order of options, so each rotation is guessed
    independently.
    """

    name: str = "random"
    kind: str = "baseline"

    def answer(self, item: Item) -> str:
        """One of the item's options."""
        shown = "".join(option.text for option in item.options) if is_single_choice(item) else ""
        digest = hashlib.sha256(f"random {item.hash}{shown}".encode()).digest()
        choice = int.from_bytes(digest[:8]) % len(item.options)
        return answer_line(item.options[choice].key)


@dataclass(frozen=True, slots=True)
class Constant:
    """Always answers the same label."""

    label: str
    kind: str = "baseline"

    @property
    def name(self) -> str:
        """`constant-` and the label."""
        return f"constant-{self.label}"

    def answer(self, item: Item) -> str:
        """The label, whatever the item."""
        return answer_line(self.label)


@dataclass(slots=True)
class Majority:
    """Always answers the most frequent gold answer of the train split, the first option on ties."""

    name: str = "majority"
    kind: str = "baseline"
    _label: str | None = field(default=None, repr=False)

    def fit(self, train: Sequence[Item]) -> None:
        """Count the gold answers."""
        require_train(self.name, train)
        counts = Counter(item.gold for item in train)
        keys = [option.key for option in train[0].options]
        self._label = max(keys, key=lambda key: counts[key])

    def answer(self, item: Item) -> str:
        """The most frequent answer, whatever the item."""
        if self._label is None:
            raise InputError("majority must be trained on a train split before it can answer")
        return answer_line(self._label)


def require_train(name: str, train: Sequence[Item]) -> None:
    """Raise an InputError if there is nothing to learn from."""
    if not train:
        raise InputError(
            f"{name} learns from the train split, and this data set has none; "
            "choose another respondent or generate the data set with splits"
        )

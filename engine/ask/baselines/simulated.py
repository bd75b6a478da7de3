"""A respondent of known ability: what a harness measures of it must be what it was made with.

It looks at the gold answer, by design, and so stands on no board as a baseline: it is served over
HTTP and measured like any model (`sorites serve simulated`).
"""

from __future__ import annotations

import hashlib
import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from random import Random

from engine.ask.prompts import answer_line
from engine.core.errors import InputError
from engine.core.items import AnswerKind, Item, Traits
from engine.core.resources import data_file
from engine.core.rotations import is_single_choice

OTHER = "other"
"""The cell that stands for all that are not named."""


@dataclass(frozen=True, slots=True)
class Ability:
    """How often it does what; all shares are 0 to 1 and independent between answers.

    `accuracy` is the share right among the items with each value of the trait `by`, as text, or
    under `OTHER`. Before that, with probability `preference` a lettered option is chosen for its
    position alone, the one at `prefers` as shown, counted from 0. `silent` replies hold no answer,
    `sloppy` ones are not in the asked format.
    """

    accuracy: Mapping[str, float]
    by: str | None = None
    sloppy: float = 0.0
    silent: float = 0.0
    prefers: int = 0
    preference: float = 0.0

    def of(self, item: Item) -> float:
        """The share right that is stated for items like this one.

        Raises:
            InputError: the item's value of the trait has no share, and there is no other.
        """
        cell = str(getattr(item.traits, self.by)) if self.by else OTHER
        found = self.accuracy.get(cell, self.accuracy.get(OTHER))
        if found is None:
            raise InputError(
                f"no accuracy is stated for items with {self.by} {cell}; add {cell}=SHARE, or"
                f" {OTHER}=SHARE for all that are not named"
            )
        return found


@dataclass(slots=True)
class Simulated:
    """Answers by an ability and a seed; every further answer to a question is drawn anew."""

    ability: Ability
    seed: int = 0
    name: str = "simulated"
    kind: str = "ceiling"
    _asked: Counter[str] = field(default_factory=Counter, repr=False)

    def answer(self, item: Item) -> str:
        """A reply with the stated chances of being right, silent, sloppy or drawn to a position."""
        shown = "".join(option.text for option in item.options)
        question = hashlib.sha256(f"{item.hash} {shown}".encode()).hexdigest()
        random = Random(f"{self.seed} {question} {self._asked[question]}")
        self._asked[question] += 1
        if random.random() < self.ability.silent:
            return random.choice(_replies()["silent"])
        label = self._label(item, random)
        if random.random() < self.ability.sloppy:
            return random.choice(_replies()["sloppy"]).format(label=label)
        return answer_line(label)

    def _label(self, item: Item, random: Random) -> str:
        if is_single_choice(item) and random.random() < self.ability.preference:
            return item.options[self.ability.prefers % len(item.options)].key
        return item.gold if random.random() < self.ability.of(item) else _wrong(item, random)


def _wrong(item: Item, random: Random) -> str:
    """An answer that is certainly wrong."""
    if item.answer_kind is AnswerKind.FORMULA:
        return f"¬({item.gold})"
    if item.answer_kind is AnswerKind.STRUCTURE:
        return '{"domain": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}'
    return random.choice([option.key for option in item.options if option.key != item.gold])


def read_ability(
    accuracy: str, by: str | None, *, sloppy: float, silent: float, prefers: str, preference: float
) -> Ability:
    """An ability as a command line states it: `0.8`, or `1=0.9,2=0.7,other=0.5` by a trait.

    Raises:
        InputError: a share is none, or the trait or position does not exist.
    """
    named = [field.name for field in fields(Traits) if field.name != "forms"]
    if by is not None and by not in named:
        raise InputError(f"there is no trait {by!r}; --by takes one of {', '.join(named)}")
    if by is None and "=" in accuracy:
        raise InputError("say with --by which trait the accuracies are for, such as --by depth")
    if len(prefers) != 1 or not "A" <= prefers.upper() <= "Z":
        raise InputError(f"--prefers takes the letter of a position, such as A, not {prefers!r}")
    shares = {}
    for part in accuracy.split(","):
        cell, _, share = part.rpartition("=")
        shares[cell.strip() or OTHER] = _share(share)
    place = ord(prefers.upper()) - ord("A")
    return Ability(shares, by, sloppy, silent, place, preference)


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise InputError(
            f"{text!r} is no accuracy; --accuracy takes a share from 0 to 1, or such shares by the"
            " values of a trait as in 1=0.9,2=0.7"
        )
    return share


@lru_cache(maxsize=1)
def _replies() -> dict[str, tuple[str, ...]]:
    with data_file("lexicon/simulated.toml").open("rb") as file:
        return {name: tuple(texts) for name, texts in tomllib.load(file).items()}

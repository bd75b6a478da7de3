"""A respondent of known ability, to check that a harness measures what it should.

It uses the gold answer by design, so it is no baseline on any board: it is served over HTTP and
measured like a model (`sorites serve simulated`).
"""

from __future__ import annotations

import hashlib
import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from random import Random

import orjson

from engine.ask.prompts import answer_line
from engine.core.errors import InputError
from engine.core.items import AnswerKind, Item, Traits
from engine.core.resources import data_file
from engine.core.rotations import is_single_choice

OTHER = "other"
"""The cell for all values that are not named."""


@dataclass(frozen=True, slots=True)
class Ability:
    """The probabilities of each behaviour, from 0 to 1, independent between answers.

    `accuracy` maps each value of the trait `by` (as text), or `OTHER`, to the share of right
    answers. Before that, with probability `preference`, the option at position `prefers` (from 0)
    is chosen whatever its content. `silent` replies contain no answer; `sloppy` ones ignore the
    requested format.
    """

    accuracy: Mapping[str, float]
    by: str | None = None
    sloppy: float = 0.0
    silent: float = 0.0
    prefers: int = 0
    preference: float = 0.0

    def of(self, item: Item) -> float:
        """The accuracy for this item.

        Raises:
            InputError: the item's value of the trait has no accuracy, and there is no `OTHER`.
        """
        cell = str(getattr(item.traits, self.by)) if self.by else OTHER
        found = self.accuracy.get(cell, self.accuracy.get(OTHER))
        if found is None:
            raise InputError(
                f"there is no accuracy for items with {self.by} {cell}; add {cell}=SHARE, or"
                f" {OTHER}=SHARE for all other values"
            )
        return found


@dataclass(slots=True)
class Simulated:
    """Answers by an ability and a seed; repeated answers to a question are independent."""

    ability: Ability
    seed: int = 0
    name: str = "simulated"
    kind: str = "oracle"
    _asked: Counter[str] = field(default_factory=Counter, repr=False)

    def answer(self, item: Item) -> str:
        """A reply that is right, silent, sloppy or biased with the given probabilities."""
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
        structure = orjson.loads(item.gold)
        return orjson.dumps({**structure, "domain": [*structure["domain"], -1]}).decode()
    return random.choice([option.key for option in item.options if option.key != item.gold])


def read_ability(
    accuracy: str, by: str | None, *, sloppy: float, silent: float, prefers: str, preference: float
) -> Ability:
    """The ability given on a command line: `0.8`, or `1=0.9,2=0.7,other=0.5` by a trait.

    Raises:
        InputError: a share is invalid, or the trait or position does not exist.
    """
    named = [field.name for field in fields(Traits) if field.name != "forms"]
    if by is not None and by not in named:
        raise InputError(f"there is no trait {by!r}; --by takes one of {', '.join(named)}")
    if by is None and "=" in accuracy:
        raise InputError(
            "accuracies by value need the trait; name it with --by, such as --by depth"
        )
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
            f"{text!r} is not an accuracy; --accuracy takes a share from 0 to 1, or shares by the"
            " values of a trait, as in 1=0.9,2=0.7"
        )
    return share


@lru_cache(maxsize=1)
def _replies() -> dict[str, tuple[str, ...]]:
    with data_file("lexicon/simulated.toml").open("rb") as file:
        return {name: tuple(texts) for name, texts in tomllib.load(file).items()}

"""Verified examples to show before a question: on a model's weak skills, or on any (§3.4).

LogicAsker teaches a model by examples from the leaves on which it is weakest, and compares them
with random ones (Table 10). Here answers are balanced, lengths run up to three, each example is
a verified item made from a fresh seed, and its explanation is its certificate in words: the
derivation, the contradiction, or cases that leave the conclusion open. A file names each by its
leaf and origin and shows its words; reading it makes and verifies every item again.

Every leaf has one answer. Each place goes to the weakest leaf that has the answer wanted there;
where no weak leaf has it, to the contrast twin of a weak one. A twin asks the same rule, except
that the twin of a fallacy asks the sound rule for which that is taken.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from math import lcm
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import orjson

from engine.analysis.weaknesses import Weaknesses, settings_for
from engine.ask.prompts import reasoning
from engine.core.canary import canary
from engine.core.errors import InputError
from engine.core.items import Item
from engine.families.logicasker.params import chosen_leaves
from engine.logic.skills import Problem, leaves
from engine.pipeline.generation import make_group, make_spec
from engine.store import connect_read_only, find_dataset, load_items

FAMILY = "logicasker"
LONGEST = 3
"""The longest argument that is shown, in steps."""

_FORMAT = "sorites demonstrations 2"
_GROUPS = 300
"""Groups of a leaf and length in which a question is sought that was not asked."""


class Strategy(StrEnum):
    """On what examples are: on the leaves below the model's mean, the weakest first, or on any."""

    WEAK = "weak"
    RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Demonstrations:
    """Examples in the order shown. `digest` is SHA-256 (hexadecimal) of what is shown."""

    strategy: str
    model: str
    items: tuple[Item, ...]
    digest: str

    @property
    def name(self) -> str:
        """What runs with these examples are called beside their prompt, such as `weak:4`."""
        return f"{self.strategy}:{len(self.items)}"


class _Place(NamedTuple):
    """What one example is to be: on a leaf, or its contrast twin, with an answer and a length."""

    leaf: str
    is_twin: bool
    answer: int
    length: int


def make_demonstrations(
    db: Path, found: Weaknesses, n: int, strategy: Strategy, seed: int | None = None
) -> dict[str, Any]:  # Any: JSON
    """The document of `n` demonstrations for the model of a run.

    Raises:
        InputError: the run was not listed by leaf, or has fewer leaves than examples are wanted.
    """
    if found.by != "leaf" or not 1 <= n <= len(found.parts):
        raise InputError(
            f"{n} demonstrations need as many leaves, and the run has {len(found.parts)} parts by"
            f" {found.by}"
        )
    with closing(connect_read_only(db)) as con:
        first = find_dataset(con, found.run.dataset)
        asked = frozenset(item.hash for item in load_items(con, first.name))
    rng = Random(hashlib.sha256(f"{found.run.run_hash} {strategy} {n} {seed}".encode()).digest())
    told = json.loads(first.params)
    settings = {key: told[key] for key in ("question", "language") if key in told}
    # a second round has the next seed
    fresh = first.seed + 2 if seed is None else seed
    n_answers = make_spec(FAMILY, settings, fresh, 1).members
    places = _places(_eligible(found, n, strategy, rng), n, n_answers)
    shown = list(zip(places, _drawn(settings, places, asked, fresh), strict=True))
    rng.shuffle(shown)  # else the answers would alternate
    return {
        "format": _FORMAT,
        "model": found.run.model,
        "strategy": str(strategy),
        "run": found.run.run_hash,
        "dataset": first.name,
        "canary": canary(),
        "twins": sum(place.is_twin for place in places),
        "examples": [_told(item, place.leaf if place.is_twin else None) for place, item in shown],
    }


def _eligible(found: Weaknesses, n: int, strategy: Strategy, rng: Random) -> list[str]:
    """The leaves on which examples may be, in the order in which they are taken.

    Weak are those below the run's own mean; if these are too few, the next above it as well.
    """
    ranked = [part.part for part in found.parts]
    if strategy is Strategy.RANDOM:
        return rng.sample(sorted(ranked), len(ranked))
    n_weak = sum(part.estimate < found.run.share for part in found.parts)
    return ranked[: max(n, n_weak)]


def _places(eligible: Sequence[str], n: int, n_answers: int) -> list[_Place]:
    """A leaf for each of `n` places, lengths and answers taking turns.

    Twins come last, so that none stands where a leaf has the answer itself.
    """
    waiting = list(eligible)
    own: list[str | None] = []
    for at in range(n):
        answer = at % n_answers
        leaf = next((leaf for leaf in waiting if _answer_of(leaf, n_answers) == answer), None)
        if leaf is not None:
            waiting.remove(leaf)
        own.append(leaf)
    round_ = lcm(LONGEST, n_answers)  # after which the same answer would have the same length
    return [
        _Place(
            leaf or waiting.pop(0),
            leaf is None,
            at % n_answers,
            (at + at // round_) % LONGEST + 1,
        )
        for at, leaf in enumerate(own)
    ]


def _answer_of(leaf: str, n_answers: int) -> int:
    """Which of the options of a question is right on a leaf."""
    skill, problem = leaves()[leaf]
    if problem is Problem.INFERENCE and not skill.is_fallacy:
        return 0
    return 1 if problem is Problem.CONTRADICTION else n_answers - 1


def _drawn(
    settings: dict[str, str], places: Sequence[_Place], asked: frozenset[str], seed: int
) -> list[Item]:
    """An example for each place; no two are of one group, and none was asked."""
    seen, items = set(asked), list[Item]()
    for place in places:
        made = _group_for(settings, place, seen, seed)
        seen.update(item.hash for item in made)
        key = made[0].options[place.answer].key
        items.append(next(item for item in made if item.gold == key))
    return items


def _group_for(
    settings: dict[str, str], place: _Place, seen: set[str], seed: int
) -> tuple[Item, ...]:
    """A fresh group with a place's leaf; of another length where there is none of its own."""
    chosen = settings | settings_for([place.leaf], settings.get("question", ""))
    for length in (place.length, *range(1, LONGEST + 1)):
        if not chosen_leaves(chosen["tree"], chosen["leaves"], length):
            continue
        lengths = {"min_length": str(length), "max_length": str(length)}
        spec = make_spec(FAMILY, chosen | lengths, seed, 1)
        for group in range(_GROUPS):
            made = make_group(spec, group)
            if seen.isdisjoint(item.hash for item in made):
                return made
    raise InputError(
        f"all questions found on {place.leaf}, up to length {LONGEST}, were asked; choose another"
        " seed with --seed"
    )


def _told(item: Item, twin_of: str | None) -> dict[str, Any]:
    """What names an example, and its words; `twin_of` is the leaf for which it stands in."""
    return {
        "family": item.family,
        "version": item.version,
        "params": item.params,
        "seed": item.seed,
        "index": item.index,
        "hash": item.hash,
        "leaf": item.traits.leaf,
        "twin_of": twin_of,
        "length": item.traits.depth,
        "premises": list(item.passage),
        "conclusion": item.question,
        "answer": item.gold,
        "explanation": reasoning(item),
    }


def read_demonstrations(path: Path) -> Demonstrations:
    """The demonstrations of a file, each made and verified again.

    Raises:
        InputError: there is no such file, it is none of ours, or an example is not what its seed
            makes in this version.
    """
    try:
        document = orjson.loads(path.read_bytes())
        if document["format"] != _FORMAT:
            raise ValueError(document["format"])
        items = tuple(_again(path, told) for told in document["examples"])
        name = (str(document["strategy"]), str(document["model"]))
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise InputError(
            f"{path} holds no demonstrations ({error!r}); write them with `sorites demonstrations`"
        ) from None
    if not items:
        raise InputError(f"{path} holds no example")
    shown = orjson.dumps([[item.hash, reasoning(item)] for item in items])
    return Demonstrations(*name, items, hashlib.sha256(shown).hexdigest())


def _again(path: Path, told: dict[str, Any]) -> Item:
    spec = make_spec(told["family"], json.loads(told["params"]), told["seed"], 1)
    group, at = divmod(int(told["index"]), spec.members)
    item = make_group(spec, group)[at]
    if spec.params != told["params"] or _told(item, told["twin_of"]) != told:
        raise InputError(
            f"{path}: the example {str(told['hash'])[:12]} is not what its seed makes in this"
            " version; write the file anew with `sorites demonstrations`"
        )
    return item

"""Verified examples to show before a question: on a model's weak skills, or on any (§3.4).

LogicAsker teaches a model by examples from the leaves on which it is weakest, and compares them
with random ones (Table 10). Here answers are balanced, lengths run up to three, each example is
a verified item made from a fresh seed, and its explanation is its certificate in words: the
derivation, the contradiction, or cases that leave the conclusion open. A file names each by its
origin and shows its words; reading it makes and verifies every item again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import orjson

from engine.canary import canary
from engine.errors import InputError
from engine.generation import Spec, make_group, make_spec
from engine.items import Item
from engine.prompts import reasoning
from engine.store import connect_read_only, find_dataset, load_items
from engine.weaknesses import Weaknesses, settings_for

FAMILY = "logicasker"
LONGEST = 3
"""The longest argument that is shown, in steps."""

_FORMAT = "elenchus demonstrations 1"
_GROUPS = 3_000


class Strategy(StrEnum):
    """Where examples come from: the weakest leaves, or leaves drawn from all that were asked."""

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


class _Wanted(NamedTuple):
    leaf: str
    length: int
    answer: int


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
    leaves = [part.part for part in found.parts]
    chosen = leaves[:n] if strategy is Strategy.WEAK else rng.sample(sorted(leaves), n)
    told = json.loads(first.params)
    settings = {key: told[key] for key in ("question", "language") if key in told}
    settings |= settings_for(chosen, settings.get("question", ""))
    settings["max_length"] = str(LONGEST)
    spec = make_spec(FAMILY, settings, first.seed + 1 if seed is None else seed, 1)
    items = _drawn(spec, chosen, asked)
    rng.shuffle(items)  # else the answers would alternate
    return {
        "format": _FORMAT,
        "model": found.run.model,
        "strategy": str(strategy),
        "run": found.run.run_hash,
        "dataset": first.name,
        "canary": canary(),
        "examples": [_told(item) for item in items],
    }


def _drawn(spec: Spec, leaves: Sequence[str], asked: frozenset[str]) -> list[Item]:
    """An example for each leaf, lengths and answers taking turns.

    Where the wanted answer is not the leaf's own, its contrast twin is shown: the same rule.
    """
    wanted = [_Wanted(leaf, at % LONGEST + 1, at % spec.members) for at, leaf in enumerate(leaves)]
    found: dict[_Wanted, Item] = {}
    for group in range(_GROUPS):
        open_ = [want for want in wanted if want not in found]
        if not open_:
            return [found[want] for want in wanted]
        made = make_group(spec, group)
        for want in open_:
            if not any(item.traits.leaf == want.leaf for item in made):
                continue
            item = made[_with_answer(made, want.answer)]
            if made[0].traits.depth == want.length and item.hash not in asked:
                found[want] = item
                break
    lacking = next(want for want in wanted if want not in found)
    raise InputError(f"no example of length {lacking.length} was found on {lacking.leaf}")


def _with_answer(made: Sequence[Item], answer: int) -> int:
    key = made[0].options[answer].key
    return next(at for at, item in enumerate(made) if item.gold == key)


def _told(item: Item) -> dict[str, Any]:
    """What names an example, and its words."""
    return {
        "family": item.family,
        "version": item.version,
        "params": item.params,
        "seed": item.seed,
        "index": item.index,
        "hash": item.hash,
        "leaf": item.traits.leaf,
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
            f"{path} holds no demonstrations ({error!r}); write them with `elenchus demonstrations`"
        ) from None
    if not items:
        raise InputError(f"{path} holds no example")
    shown = orjson.dumps([[item.hash, reasoning(item)] for item in items])
    return Demonstrations(*name, items, hashlib.sha256(shown).hexdigest())


def _again(path: Path, told: dict[str, Any]) -> Item:
    spec = make_spec(told["family"], json.loads(told["params"]), told["seed"], 1)
    group, at = divmod(int(told["index"]), spec.members)
    item = make_group(spec, group)[at]
    if spec.params != told["params"] or _told(item) != told:
        raise InputError(
            f"{path}: the example {str(told['hash'])[:12]} is not what its seed makes in this"
            " version; write the file anew with `elenchus demonstrations`"
        )
    return item

"""One-step arguments and their contrast twins, drawn from a list with shares.

Where letters stand for simple statements, one step has hardly two ways to go wrong, and counts of
symbols and words give away what does not follow. So letters also stand for compounds. From very
many pairs of an argument and its edit, those are listed (`data/lexicon/logicasker/twins.tsv`) that
leave the audit's attackers at a loss, with shares that do. The list is not trusted: each pair is
derived and decided again whenever it is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import accumulate
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from engine.core.errors import InputError
from engine.core.resources import data_file
from engine.families.logicasker.arguments import Sound, proven
from engine.families.logicasker.asked import Asked, correct, left_open, refuted
from engine.families.logicasker.contrast import contrasts
from engine.families.logicasker.looks import Formulas
from engine.families.logicasker.params import Cell, Params
from engine.families.logicasker.roots import as_asked
from engine.families.logicasker.rules.skills import Problem, schemas
from engine.logic import parse
from engine.logic.judging import interned

_FILE = "lexicon/logicasker/twins.tsv"
_KEPT = 1 << 14


class Twin(NamedTuple):
    """A listed pair: an argument by a schema, and the edit of it.

    `form` is the key of the leaf's schema. For a fallacy, whose sound argument is by the rule it is
    mistaken for, it is the fallacy's own.
    """

    form: str
    edit: str
    sound: str
    edited: str


class _Listed(NamedTuple):
    twins: tuple[Twin, ...]
    up_to: tuple[float, ...]  # cumulative shares


def are_listed(params: Params, length: int) -> bool:
    """Whether arguments of this length and their twins are drawn from the list.

    In the three-way form each argument has two twins, and a contradiction cannot look like what
    follows (see the card). The published recipe has no twins.
    """
    return length == 1 and params.recipe == "sound" and params.question == "two-way"


def asked_in_one_step(planned: Cell, rng: Random) -> tuple[Sound, list[Asked]]:
    """A sound argument of one step and two questions: itself and its contrast twin.

    Raises:
        Rejected: a procedure does not decide the drawn pair.
    """
    listed = twins()[planned.leaf]
    twin = rng.choices(listed.twins, cum_weights=listed.up_to)[0]
    kind = "unrelated"
    if planned.skill.is_fallacy:
        kind = "fallacy"
    elif planned.problem is Problem.CONTRADICTION:
        kind = "contradiction"
    sound, other = _proven(twin, kind)
    return sound, [correct(sound), other]


@lru_cache(maxsize=_KEPT)
def _proven(twin: Twin, kind: str) -> tuple[Sound, Asked]:
    """The pair, derived and decided by both procedures."""
    root = as_asked(schemas()[twin.form])
    *premises, conclusion = _read(twin.sound)
    sound = proven(tuple(premises), conclusion, root, 1, contrasts().get(twin.form))
    formulas = _read(twin.edited)
    if kind == "contradiction":
        return sound, refuted(formulas, twin.edit, 1)
    return sound, left_open(kind, formulas, twin.edit)


def _read(argument: str) -> Formulas:
    """The premises, and the conclusion last."""
    premises, _, conclusion = argument.partition(" ⊢ ")
    return tuple([interned(parse(one)) for one in (*premises.split("; "), conclusion)])


@cache
def twins() -> Mapping[str, _Listed]:
    """The listed pairs with their shares, by leaf.

    Raises:
        InputError: a line of the data file is not a leaf, form, edit, two arguments and a share.
    """
    path = data_file(_FILE)
    found: dict[str, list[tuple[Twin, float]]] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()[1:], 2):
        try:
            leaf, *twin, share = line.split("\t")
            found.setdefault(leaf, []).append((Twin(*twin), float(share)))
        except (TypeError, ValueError):
            raise InputError(f"{path.name}, line {number}: not a pair with its share") from None
    return MappingProxyType(
        {
            leaf: _Listed(
                tuple(twin for twin, _ in shared), tuple(accumulate(share for _, share in shared))
            )
            for leaf, shared in found.items()
        }
    )

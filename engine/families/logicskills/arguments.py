"""Searches for premises, with conclusions that follow and similar ones that do not.

One of the structures in `samples` shows that a conclusion does not follow, so only those that
follow need a proof. All candidates for the conclusion are one sentence with its letters replaced by
others of the same sorts. They share a predicate, and a name if they have any. The premises, whose
letters are drawn alike, decide which follows; nothing in the candidates does. What candidates
repeat of the premises would give it away: see `giving_away`.

The search is in the few letters of `PALETTE`, and a found argument gets others at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from itertools import combinations
from random import Random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.families.logicskills.bank import PALETTE
from engine.families.logicskills.giving_away import is_kept
from engine.families.logicskills.language import (
    Palette,
    Tree,
    draw_identity,
    formula_of,
    relettered,
)
from engine.families.logicskills.language.types import PUBLISHED_TYPES
from engine.families.logicskills.params import PREMISE_TYPES, Params, turns
from engine.families.logicskills.parting import parted, partings
from engine.families.logicskills.repeating import measured
from engine.families.logicskills.samples import Words, as_words, everywhere, of_size, truth
from engine.families.logicskills.statements import (
    Lettered,
    Statement,
    lettered,
    stated,
    statement,
    together,
)
from engine.families.logicskills.vacuity import outright

N_OPTIONS = 6
_POOL = 40  # premises drawn together
_SETS = 600  # sets of premises tried among them
_NEAR = 8  # conclusions from which one that nearly follows is taken
_ROUNDS = 2_000  # draws of premises and conclusions before the search is given up
_LEAST_MODELS = 48  # fewest sampled structures in which the premises must be true
_GLANCE = 20  # every 20th word of a truth shows most of what does not follow
_KINDS = frozenset("MNO")

_Rows = npt.NDArray[np.intp]


class Candidates(NamedTuple):
    """Premises, and conclusions of which those at `right` seem to follow."""

    premises: tuple[Tree, ...]
    options: tuple[Tree, ...]
    right: tuple[int, ...]
    type: str


def premise_sets(params: Params, rng: Random) -> Iterator[tuple[Statement, ...]]:
    """Sets of premises over these letters that are jointly true in some structures."""
    types = turns(params.types) if params.types.strip() else PREMISE_TYPES
    pool = [
        statement(rng.choice(types), rng.randint(1, params.max_depth), PALETTE, rng)
        for _ in range(_POOL)
    ]
    pool = [one for one in pool if one.bits not in (0, everywhere())]
    identical = _identities(rng) if params.identity else []
    times = partings(params)
    if len(pool) < params.premises - times:
        return
    for _ in range(_SETS):
        chosen = rng.sample(pool, params.premises - times)
        if times:
            trees = parted([one.tree for one in chosen], times, params, PALETTE, rng)
            chosen = [] if trees is None else [stated(tree) for tree in trees]
        if identical:
            chosen[rng.randrange(len(chosen))] = rng.choice(identical)
        if not chosen or together(chosen).bit_count() < _LEAST_MODELS:
            continue
        if not any(one.bits == two.bits for one, two in combinations(chosen, 2)):
            yield tuple(chosen)


def candidates(params: Params, rejected: Counter[str], rng: Random) -> Iterator[Candidates]:
    """Arguments in which only what seems to follow is still to be proved.

    Rejections are counted by reason. Where one of six follows and no premise was parted, arguments
    given away by overlaps are rejected too; elsewhere there are too few to choose from.
    """
    is_sieved = params.right == 1 and not partings(params)
    for _ in range(_ROUNDS):
        drawn = [lettered(name, rng.randint(1, params.max_depth), rng) for name in PUBLISHED_TYPES]
        search = _Search(params, drawn)
        for premises in premise_sets(params, rng):
            found = search.arguments(premises, rng)
            rejected["no candidates"] += not found
            for argument in found:
                renamed = _renamed(argument, rng)
                if is_sieved and not _is_kept(renamed, rng):
                    rejected["what follows may look right"] += 1
                    continue
                yield renamed


def near_misses(params: Params, rejected: Counter[str], rng: Random) -> Iterator[Candidates]:
    """Arguments whose one conclusion is true in most, but not all, models of the premises.

    A sampled structure of the wanted size shows that it does not follow, another that the premises
    do not contradict it.
    """
    for _ in range(_ROUNDS):
        for premises in premise_sets(params, rng):
            known = frozenset[str]().union(*(one.symbols for one in premises))
            name, models = rng.choice(PUBLISHED_TYPES), together(premises)
            depth = rng.randint(1, params.max_depth)
            drawn = [statement(name, depth, PALETTE, rng) for _ in range(_NEAR)]
            drawn += _identities(rng) if params.identity else []
            open_ones = [
                one
                for one in drawn
                if one.symbols <= known
                and models & one.bits
                and models & ~one.bits & of_size(params.domain)
            ]
            if open_ones:
                nearest = max(open_ones, key=lambda one: (models & one.bits).bit_count())
                trees = tuple(one.tree for one in premises)
                yield _renamed(Candidates(trees, (nearest.tree,), (), name), rng)
                break
            rejected["no candidates"] += 1


def _identities(rng: Random) -> list[Statement]:
    """What is said with identity, as often as other things."""
    return [stated(draw_identity(PALETTE, rng)) for _ in range(_NEAR)]


def _renamed(found: Candidates, rng: Random) -> Candidates:
    """The argument in letters drawn from all; those of kinds stay."""
    every = Palette()
    letters = {kind: kind for kind in _KINDS}
    for held, drawn in (
        (PALETTE.names, every.names),
        (PALETTE.properties, every.properties),
        (PALETTE.relations, every.relations),
    ):
        letters.update(zip(held, rng.sample(drawn, len(held)), strict=True))
    return found._replace(
        premises=tuple(relettered(tree, letters) for tree in found.premises),
        options=tuple(relettered(tree, letters) for tree in found.options),
    )


def _is_kept(found: Candidates, rng: Random) -> bool:
    premises, options = ([measured(tree) for tree in trees] for trees in found[:2])
    return is_kept(premises, options, found.right[0], rng)


class _Search:
    """Looks for what follows among sentences in various letters, all at once."""

    def __init__(self, params: Params, drawn: Sequence[Lettered]) -> None:
        self._params = params
        self._drawn = [one for one in drawn if len(one.at) >= N_OPTIONS]
        self._false = ~np.concatenate([one.words for one in self._drawn])
        self._glance = np.ascontiguousarray(self._false[:, ::_GLANCE].T)
        self._known: dict[tuple[int, ...], tuple[tuple[Statement, ...], npt.NDArray[np.bool_]]] = {}
        self._of = np.repeat(np.arange(len(self._drawn)), [len(one.at) for one in self._drawn])

    def arguments(self, premises: Sequence[Statement], rng: Random) -> list[Candidates]:
        """Those of these premises, one for each sentence of which enough seems to follow."""
        bits = together(premises)
        held = self._following(as_words(bits))
        for some in combinations(premises, self._params.min_premises - 1):
            held = held[~self._follow_from(some)[held]]
        known = frozenset[str]().union(*(one.symbols for one in premises))
        counts = np.bincount(self._of[held], minlength=len(self._drawn))
        places = [int(at) for at in (counts >= self._params.right).nonzero()[0]]
        rng.shuffle(places)
        starts = self._of.searchsorted(places)
        found = (
            self._argument(premises, known, bits, self._drawn[at], set(held - start), rng)
            for at, start in zip(places, starts, strict=True)
        )
        return [argument for argument in found if argument is not None]

    def _follow_from(self, some: tuple[Statement, ...]) -> npt.NDArray[np.bool_]:
        """For each row, whether it seems to follow from these few premises, which recur."""
        key = tuple(map(id, some))
        if key not in self._known:
            is_following = np.zeros(len(self._of), bool)
            is_following[self._following(as_words(together(some)))] = True
            self._known[key] = some, is_following  # kept, so that no other gets their identity
        return self._known[key][1]

    def _following(self, models: Words) -> _Rows:
        """What seems to follow where these are the structures in which premises are true."""
        seen = np.bitwise_or.reduce(self._glance & models[::_GLANCE, np.newaxis], axis=0)
        [rows] = (seen == 0).nonzero()
        return np.asarray(rows[~_any(self._false[rows] & models)], np.intp)

    def _argument(
        self,
        premises: Sequence[Statement],
        known: frozenset[str],
        bits: int,
        drawn: Lettered,
        held: Set[int],
        rng: Random,
    ) -> Candidates | None:
        """Six candidates and those that seem to follow; None if there are too few."""
        following = [
            row
            for row in sorted(held & set(range(len(drawn.at))))
            if drawn.symbols[row] <= known and _is_earned(bits, drawn.tree(row))
        ]
        if len(following) < self._params.right:
            return None
        usable = [row for row, symbols in enumerate(drawn.symbols) if symbols <= known]
        if len(usable) < N_OPTIONS:
            return None
        rng.shuffle(following)
        right = following[: self._params.right]
        models = as_words(bits)
        can_fail, can_hold = _any(models & ~drawn.words), _any(models & drawn.words)
        failing = [row for row in usable if can_fail[row]]
        for common in _in_common(drawn.symbols[(right or [rng.choice(usable)])[0]], rng):
            wrong = [row for row in failing if common <= drawn.symbols[row]]
            n_wrong = N_OPTIONS - len(right)
            if len(wrong) < n_wrong or not all(common <= drawn.symbols[row] for row in right):
                continue
            rows = [*right, *rng.sample(wrong, n_wrong)]
            if sum(bool(can_fail[row] and can_hold[row]) for row in rows) >= 2:
                rng.shuffle(rows)
                trees = tuple(one.tree for one in premises), tuple(map(drawn.tree, rows))
                places = tuple(at for at, row in enumerate(rows) if row in right)
                return Candidates(*trees, places, drawn.type)
        return None


def _any(words: Words) -> npt.NDArray[np.bool_]:
    """For each row, whether any bit is set."""
    return np.asarray(np.bitwise_or.reduce(words, axis=1) != 0, bool)


def _is_earned(models: int, tree: Tree) -> bool:
    """Whether a statement that seems to follow does not hold for an idle reason."""
    return all(models & ~truth(one) for one in outright(formula_of(tree)))


def _in_common(held: frozenset[str], rng: Random) -> list[frozenset[str]]:
    """What all options may share: a predicate that is not a kind, and a name if there is one."""
    predicates = [symbol for symbol in held - _KINDS if symbol.isupper()]
    names = [{symbol} for symbol in held if symbol.islower()] or [set[str]()]
    found = [frozenset({symbol} | name) for symbol in predicates for name in names]
    found.sort(key=sorted)
    rng.shuffle(found)
    return found

"""Searches for premises, with conclusions that follow and similar ones that do not.

One of the structures in `samples` shows that a conclusion does not follow, so only those that
follow need a proof. All candidates for the conclusion are one sentence with its letters replaced by
others of the same sorts. The premises, whose letters are drawn alike, decide which follows; nothing
in the candidates does. What candidates repeat of the premises would give it away: `giving_away`
draws those that do not follow so that each of six is as likely to follow as the others.

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
from engine.families.logicskills.giving_away import chances, drawn_alike
from engine.families.logicskills.language import (
    Palette,
    Tree,
    draw_identity,
    relettered,
)
from engine.families.logicskills.language.types import PUBLISHED_TYPES
from engine.families.logicskills.params import PREMISE_TYPES, VALIDITY, Params, turns
from engine.families.logicskills.parting import parted, partings
from engine.families.logicskills.repeating import columns
from engine.families.logicskills.samples import Words, as_words, everywhere, of_size
from engine.families.logicskills.statements import (
    Lettered,
    Statement,
    lettered,
    plain_statement,
    stated,
    statement,
    together,
)

N_OPTIONS = 6
_POOL = 40  # premises drawn together
_SETS = 600  # sets of premises tried among them
_NEAR = 8  # conclusions from which one that nearly follows is taken
_ROUNDS = 2_000  # draws of premises and conclusions before the search is given up
_LEAST_MODELS = 48  # fewest sampled structures in which the premises must be true
_GLANCE = 20  # every 20th word of a truth shows most of what does not follow
_TYPES = 8  # sentences drawn together for conclusions
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
    draw = plain_statement if params.task == VALIDITY else statement
    pool = [
        draw(rng.choice(types), rng.randint(1, params.max_depth), PALETTE, rng)
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

    Each is the first of a draw of its own, and rejections are counted by reason: to search a draw
    until an argument is kept would prefer draws in which what follows looks right. Where one of six
    follows and no premise was parted, all six look right alike; elsewhere there is too little to
    choose from.
    """
    is_alike = params.right == 1 and not partings(params)
    for _ in range(_ROUNDS):
        names = rng.sample(PUBLISHED_TYPES, _TYPES)
        drawn = [lettered(name, rng.randint(1, params.max_depth), rng) for name in names]
        usable = [one for one in drawn if len(one.rows) >= N_OPTIONS]
        if not usable:
            continue
        search = _Search(params, usable)
        for premises in premise_sets(params, rng):
            if found := search.argument(premises, rng):
                argument = _with_options(found, rng, is_alike=is_alike)
                if isinstance(argument, Candidates):
                    yield _renamed(argument, rng)
                else:
                    rejected[argument] += 1
                break
            rejected["no candidates"] += 1


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


class _Argument(NamedTuple):
    """Premises, with a sentence in the letters of some rows: what follows and what does not.

    What is `open` does not follow and is not contradicted either.
    """

    premises: tuple[Tree, ...]
    drawn: Lettered
    right: Sequence[int]
    wrong: Sequence[int]
    open: Set[int]


def _with_options(found: _Argument, rng: Random, *, is_alike: bool) -> Candidates | str:
    """The argument with six of its candidates; else the reason for rejection."""
    premises, drawn, right, wrong, open_ones = found
    rows = [*right, *rng.sample(wrong, N_OPTIONS - len(right))]
    if is_alike:
        every = [*right, *wrong]
        alike = columns(premises, drawn.firsts, [drawn.rows[row] for row in every])
        places = drawn_alike(chances(alike), N_OPTIONS, rng)
        if places is None:
            return "what follows may look right"
        rows = [every[place] for place in places]
    if sum(row in open_ones for row in rows) < 2:
        return "all else is contradicted"
    rng.shuffle(rows)
    at = tuple(place for place, row in enumerate(rows) if row in right)
    return Candidates(premises, tuple(map(drawn.tree, rows)), at, drawn.type)


class _Search:
    """Looks for what follows among sentences in various letters, all at once."""

    def __init__(self, params: Params, drawn: Sequence[Lettered]) -> None:
        self._params = params
        self._drawn = drawn
        self._false = ~np.concatenate([one.words for one in self._drawn])
        self._glance = np.ascontiguousarray(self._false[:, ::_GLANCE].T)
        self._known: dict[tuple[int, ...], tuple[tuple[Statement, ...], npt.NDArray[np.bool_]]] = {}
        self._of = np.repeat(np.arange(len(self._drawn)), [len(one.rows) for one in self._drawn])

    def argument(self, premises: Sequence[Statement], rng: Random) -> _Argument | None:
        """One of these premises, with a sentence of which enough seems to follow."""
        models = as_words(together(premises))
        held = self._following(models)
        for some in combinations(premises, self._params.min_premises - 1):
            held = held[~self._follow_from(some)[held]]
        counts = np.bincount(self._of[held], minlength=len(self._drawn))
        places = [int(at) for at in (counts >= self._params.right).nonzero()[0]]
        rng.shuffle(places)
        for at in places:
            rows = held[self._of[held] == at] - self._of.searchsorted(at)
            found = self._argument(premises, models, self._drawn[at], list(map(int, rows)), rng)
            if found is not None:
                return found
        return None

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
        models: Words,
        drawn: Lettered,
        held: Sequence[int],
        rng: Random,
    ) -> _Argument | None:
        """What follows of a sentence and what does not; None if there is too little of either."""
        known = _KINDS.union(*(one.symbols for one in premises))
        usable = [row for row, symbols in enumerate(drawn.symbols) if symbols <= known]
        following = [row for row in held if row in usable and drawn.is_earned(row, models)]
        can_fail, can_hold = _any(models & ~drawn.words), _any(models & drawn.words)
        wrong = [row for row in usable if can_fail[row]]
        open_ones = frozenset(row for row in wrong if can_hold[row])
        if len(following) < self._params.right or not open_ones:
            return None
        right = rng.sample(following, self._params.right)
        if len(right) + len(wrong) < N_OPTIONS:
            return None
        return _Argument(tuple(one.tree for one in premises), drawn, right, wrong, open_ones)


def _any(words: Words) -> npt.NDArray[np.bool_]:
    """For each row, whether any bit is set."""
    return np.asarray(np.bitwise_or.reduce(words, axis=1) != 0, bool)

"""Searches for premises, with conclusions that follow and similar ones that do not.

One of the structures in `samples` shows that a conclusion does not follow, so only those that
follow need a proof. All candidates for the conclusion are one sentence with its letters replaced by
others of the same sorts. They share a predicate, and a name if they have any. The premises, whose
letters are drawn alike, decide which follows; nothing in the candidates does. What candidates
repeat of the premises would give it away: see `giving_away`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

from engine.families.logicskills.giving_away import is_kept, measured
from engine.families.logicskills.language import (
    Palette,
    Tree,
    draw_tree,
    formula_of,
    letterings,
    relettered,
)
from engine.families.logicskills.language.types import PUBLISHED_TYPES
from engine.families.logicskills.params import PREMISE_TYPES, Params, turns
from engine.families.logicskills.parting import parted, partings
from engine.families.logicskills.samples import everywhere, of_size, truth
from engine.families.logicskills.vacuity import outright
from engine.language.overlaps import Said
from engine.logic import Formula
from engine.logic.occurrences import symbols_of

N_OPTIONS = 6
_DRAWN = 30  # premises drawn together
_SETS = 40  # sets of premises tried among them
_CANDIDATES = 60  # conclusions drawn of one sentence
_NEAR = 8  # conclusions from which one that nearly follows is taken
_TYPES = 8  # types of conclusion tried with the same letters
_PALETTES = 200  # choices of letters before the search is given up
_SIEVED = 10  # multiplier where few arguments are kept
_LEAST_MODELS = 12  # fewest sampled structures in which the premises must be true
_KINDS = frozenset("MNO")


class Statement(NamedTuple):
    """A sentence as a tree, with its formula and the structures in which it is true."""

    tree: Tree
    formula: Formula
    bits: int
    symbols: frozenset[str]


class Candidates(NamedTuple):
    """Premises, and conclusions of which those at `right` seem to follow."""

    premises: tuple[Statement, ...]
    options: tuple[Statement, ...]
    right: tuple[int, ...]
    type: str


def statement(name: str, depth: int, palette: Palette, rng: Random) -> Statement:
    """A sentence of that type."""
    return stated(draw_tree(name, depth, palette, rng))


def stated(tree: Tree) -> Statement:
    """The statement of a drawn tree."""
    formula = formula_of(tree)
    return Statement(tree, formula, truth(formula), frozenset(symbols_of(formula)))


def draw_palette(rng: Random) -> Palette:
    """Draw the letters of one argument: few, so that premises bear on one another."""
    return Palette(
        names=sorted(rng.sample("abc", 2)),
        properties=sorted(rng.sample("FGHIJKL", 2)),
        relations=sorted(rng.sample("PQR", 2)),
    )


def premise_sets(params: Params, palette: Palette, rng: Random) -> Iterator[tuple[Statement, ...]]:
    """Sets of premises over these letters that are jointly true in some structures."""
    types = turns(params.types) if params.types.strip() else PREMISE_TYPES
    pool = [
        statement(rng.choice(types), rng.randint(1, params.max_depth), palette, rng)
        for _ in range(_DRAWN)
    ]
    pool = [one for one in pool if one.bits not in (0, everywhere())]
    times = partings(params)
    if len(pool) < params.premises - times:
        return
    for _ in range(_SETS):
        chosen = rng.sample(pool, params.premises - times)
        if times:
            trees = parted([one.tree for one in chosen], times, params, palette, rng)
            chosen = [] if trees is None else [stated(tree) for tree in trees]
        if len({one.bits for one in chosen}) < params.premises:
            continue
        if together(chosen).bit_count() >= _LEAST_MODELS:
            yield tuple(chosen)


def together(statements: Sequence[Statement]) -> int:
    """The structures in which all of the statements are true."""
    bits = everywhere()
    for one in statements:
        bits &= one.bits
    return bits


def candidates(params: Params, rejected: Counter[str], rng: Random) -> Iterator[Candidates]:
    """Arguments in which only what seems to follow is still to be proved.

    Rejections are counted by reason. Where one of six follows and no premise was parted, arguments
    given away by overlaps are rejected too; elsewhere there are too few to choose from.
    """
    is_sieved = params.right == 1 and not partings(params)
    for _ in range(_PALETTES * (_SIEVED if is_sieved else 1)):
        palette = draw_palette(rng)
        names = rng.sample(PUBLISHED_TYPES, _TYPES)
        drawn: dict[str, list[Statement]] = {}
        for premises in premise_sets(params, palette, rng):
            known = frozenset[str]().union(*(one.symbols for one in premises))
            for name in rng.sample(names, len(names)):
                if name not in drawn:
                    drawn[name] = _drawn(name, palette, params, rng)
                found = _options(params, premises, known, drawn[name], rng)
                if found is None:
                    rejected["no candidates"] += 1
                    continue
                options, right = found
                if is_sieved and not is_kept(
                    _measured(premises), _measured(options), right[0], rng
                ):
                    rejected["what follows may look right"] += 1
                    continue
                yield Candidates(premises, options, right, name)


def near_misses(params: Params, rejected: Counter[str], rng: Random) -> Iterator[Candidates]:
    """Arguments whose one conclusion is true in most, but not all, models of the premises.

    A sampled structure of the wanted size shows that it does not follow, another that the premises
    do not contradict it.
    """
    for _ in range(_PALETTES):
        palette = draw_palette(rng)
        for premises in premise_sets(params, palette, rng):
            known = frozenset[str]().union(*(one.symbols for one in premises))
            name, models = rng.choice(PUBLISHED_TYPES), together(premises)
            depth = rng.randint(1, params.max_depth)
            drawn = [statement(name, depth, palette, rng) for _ in range(_NEAR)]
            open_ones = [
                one
                for one in drawn
                if one.symbols <= known
                and models & one.bits
                and models & ~one.bits & of_size(params.domain)
            ]
            if open_ones:
                nearest = max(open_ones, key=lambda one: (models & one.bits).bit_count())
                yield Candidates(premises, (nearest,), (), name)
                break
            rejected["no candidates"] += 1


def _measured(statements: Sequence[Statement]) -> list[Said]:
    return [measured(one.tree, one.formula) for one in statements]


def _drawn(name: str, palette: Palette, params: Params, rng: Random) -> list[Statement]:
    """One sentence in various letters, no two true in exactly the same structures."""
    first = statement(name, rng.randint(1, params.max_depth), palette, rng)
    exchanges = list(letterings(first.symbols, palette))
    rng.shuffle(exchanges)
    found: dict[int, Statement] = {}
    for letters in exchanges[:_CANDIDATES]:
        one = stated(relettered(first.tree, letters))
        found.setdefault(one.bits, one)
    return [one for bits, one in found.items() if bits not in (0, everywhere())]


def _options(
    params: Params,
    premises: Sequence[Statement],
    known: frozenset[str],
    drawn: Sequence[Statement],
    rng: Random,
) -> tuple[tuple[Statement, ...], tuple[int, ...]] | None:
    """Six candidates, and the positions of those that seem to follow; None if there are none."""
    models = together(premises)
    usable = [one for one in drawn if one.symbols <= known]
    if len(usable) < N_OPTIONS:
        return None
    fewer = [together(some) for some in combinations(premises, params.min_premises - 1)]
    following = [
        one
        for one in usable
        if not models & ~one.bits
        and all(some & ~one.bits for some in fewer)
        and all(models & ~truth(reason) for reason in outright(one.formula))
    ]
    if len(following) < params.right:
        return None
    rng.shuffle(following)
    right = following[: params.right]
    failing = [one for one in usable if models & ~one.bits]
    for common in _in_common(right, usable, rng):
        wrong = [one for one in failing if common <= one.symbols]
        if len(wrong) < N_OPTIONS - len(right) or not all(common <= one.symbols for one in right):
            continue
        options = [*right, *rng.sample(wrong, N_OPTIONS - len(right))]
        if sum(1 for one in options if models & one.bits and models & ~one.bits) >= 2:
            rng.shuffle(options)
            return tuple(options), tuple(at for at, one in enumerate(options) if one in right)
    return None


def _in_common(
    right: Sequence[Statement], usable: Sequence[Statement], rng: Random
) -> list[frozenset[str]]:
    """What all options may share: a predicate that is not a kind, and a name if there is one."""
    held = right[0].symbols if right else rng.choice(usable).symbols
    predicates = [symbol for symbol in held - _KINDS if symbol.isupper()]
    names = [{symbol} for symbol in held if symbol.islower()] or [set[str]()]
    found = [frozenset({symbol} | name) for symbol in predicates for name in names]
    found.sort(key=sorted)
    rng.shuffle(found)
    return found

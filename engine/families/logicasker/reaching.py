"""Finds which leaves the chosen rules reach at which lengths; a set leaves out the others.

A few rules cannot make every leaf at every length. By conjunction alone, conclusions outgrow a
sentence; by commutation alone, every chain could be shorter. This is found by trying each leaf and
length on its own, with the same result for everyone. Where the plan has a leaf that is not reached,
the next in turn replaces it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from random import Random

from engine.core.errors import InputError
from engine.families.logicasker.arguments import Rejected, grown_argument, sound_argument
from engine.families.logicasker.asking import questions
from engine.families.logicasker.params import Cell, Params, cell, turns
from engine.families.logicasker.roots import draw_root
from engine.families.logicasker.rules.skills import Problem, leaves

_ATTEMPTS = 50


def reached_cell(params: Params, group: int) -> Cell:
    """The plan of a group; if the rules do not reach it, the next cell that they do reach.

    Raises:
        InputError: the rules reach no leaf.
    """
    planned = cell(params, group)
    if not params.chain_rules:
        return planned
    for leaf, length in _in_its_place(params, planned):
        if _is_reached(_what_matters(params), leaf, length):
            skill, problem = leaves()[leaf]
            return planned._replace(leaf=leaf, skill=skill, problem=problem, length=length)
    raise InputError(
        f"no argument of {params.min_length} to {params.max_length} steps was found by the rules"
        f" {params.rules} for any leaf: choose more rules, other leaves or other lengths"
    )


def left_out(params: Params, n_groups: int) -> Mapping[str, tuple[str, ...]]:
    """The planned leaves of the first `n_groups` groups that the rules do not reach, by length.

    Raises:
        InputError: the rules reach no leaf.
    """
    if not params.chain_rules:
        return {}
    missing: dict[str, list[int]] = {}
    in_a_round = len(turns(params)) * (params.max_length - params.min_length + 1)
    for group in range(min(n_groups, in_a_round)):
        planned = cell(params, group)
        if reached_cell(params, group)[:4] != planned[:4]:
            missing.setdefault(planned.leaf, []).append(planned.length)
    found: dict[tuple[int, ...], list[str]] = {}
    for leaf, lengths in sorted(missing.items()):
        found.setdefault(tuple(sorted(set(lengths))), []).append(leaf)
    return {
        f"length {', '.join(map(str, lengths))}": tuple(found[lengths]) for lengths in sorted(found)
    }


def _in_its_place(params: Params, planned: Cell) -> Iterator[tuple[str, int]]:
    """A leaf and its length, then the leaves that follow in turn, then other lengths."""
    taken = turns(params)
    at = taken.index(planned.leaf)
    in_turn = tuple(dict.fromkeys((*taken[at:], *taken[:at])))
    lengths = range(params.min_length, params.max_length + 1)
    for length in sorted(lengths, key=lambda n: (n > planned.length, abs(n - planned.length))):
        for leaf in in_turn:
            yield leaf, length


@lru_cache(maxsize=64)
def _what_matters(params: Params) -> Params:
    """The parameters that decide what is reached."""
    return Params(recipe=params.recipe, question=params.question, rules=params.rules)


@lru_cache(maxsize=1 << 14)
def _is_reached(params: Params, leaf: str, length: int) -> bool:
    """Whether one of several attempts to make a leaf at a length succeeds; one step always does."""
    if length == 1:
        return True
    skill, problem = leaves()[leaf]
    inference = skill.leaf(Problem.INFERENCE)
    if not _grows(params, inference, length):
        return False
    if leaf != inference and not _is_reached(params, inference, length):
        return False
    wanted = Cell(leaf, skill, problem, length, "", 0)
    rng = Random(f"{params.recipe} {params.question} {params.rules} {leaf} {length}")
    for _ in range(_ATTEMPTS):
        try:
            questions(params, wanted, [sound_argument(wanted, params, rng)], rng)
        except Rejected:
            continue
        return True
    return False


@lru_cache(maxsize=1 << 13)
def _grows(params: Params, leaf: str, length: int) -> bool:
    """Whether one of several attempts gets that far: none does if none gets less far."""
    if length == 1:
        return True
    if not _grows(params, leaf, length - 1):
        return False
    rng = Random(f"{params.recipe} {params.rules} {leaf} {length}")
    is_published = params.recipe == "faithful"
    wanted = Cell(leaf, *leaves()[leaf], length, "", 0)
    for _ in range(_ATTEMPTS):
        root = draw_root(leaf, length, is_published, rng)
        if grown_argument(root, wanted, params, rng) is not None:
            return True
    return False

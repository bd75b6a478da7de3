"""Fits the weights of edits (`weights`); `benchmarks/logicasker_weights.py` writes the data file.

Sound arguments are drawn for the leaves of the published tree in turn, with all edits that each
could be given. For every answer that is not “it follows” the distribution over edits is sought that
is nearest to an even one while its marks are as frequent as in the sound arguments. At one step, in
the three-way form (else those are listed: `twins`), the distribution is one over the sound
arguments of a leaf and their edits together, for no edit makes what an inference on everyone
concludes look like much else: the arguments that can be matched come more often. Of two and of
three steps it is one over some arguments drawn for a leaf and their edits, in longer chains over
those edits of each argument that are weighed. How it is found: `balancing`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from random import Random
from typing import NamedTuple

from engine.families.logicasker.arguments import Rejected, Sound, sound_argument
from engine.families.logicasker.asked import fallacy
from engine.families.logicasker.balancing import Choice, fitted
from engine.families.logicasker.chains import kind_marks, parity_mark, premise_marks
from engine.families.logicasker.edits import edits
from engine.families.logicasker.looks import (
    Formulas,
    by_form,
    conclusion_marks,
    joint,
    joint_marks,
    looks,
    told,
)
from engine.families.logicasker.one_step import (
    asked_marks,
    operator_marks,
    passage_marks,
    sentence_marks,
)
from engine.families.logicasker.params import Cell, Params, cell, turns
from engine.families.logicasker.roots import Root, all_roots
from engine.families.logicasker.seen import serving
from engine.families.logicasker.weights import (
    CHAIN,
    ONE_STEP,
    THREE_STEPS,
    TWO_STEPS,
    drawn_places,
    n_together,
    other,
    steps_told,
    table_name,
)
from engine.families.seeding import group_rng
from engine.logic import Standing
from engine.logic.skills import Problem

SEED = 20_251_122
LENGTHS: Mapping[str, tuple[int, int]] = {
    ONE_STEP: (1, 1),
    TWO_STEPS: (2, 2),
    THREE_STEPS: (3, 3),
    CHAIN: (2, 10),
}
"""The fewest and the most steps of the arguments that weights of chains are fitted to."""
_ROUNDS = {TWO_STEPS: 12, THREE_STEPS: 6, CHAIN: 4}
"""How often each leaf's arguments are drawn to fit weights of chains to; of one step there are not
too many to take all."""

_OF_CHAINS = {
    "conclusion": 6,
    "conclusion root": 4,
    "denials of conclusion": 3,
    "premise": 5,
    "root": 4,
    "shared": 4,
    "used once": 4,
    "used often": 4,
    "literals of no premise": 3,
    "one polarity": 20,
    "parity": 8,
    "sign": 8,
}
_OF_FEW_STEPS = {
    **_OF_CHAINS,
    "parity by connectives": 12,
    "parity by those asked": 8,
    "parity by quantifiers": 8,
    "operators": 12,
    "counts": 10,
    "word": 6,
    "asked word": 4,
}
PRICES: Mapping[str, Mapping[str, float]] = {
    ONE_STEP: {
        "conclusion": 10,
        "conclusion root": 2,
        "denials of conclusion": 4,
        "premises": 40,
        "roots": 8,
        "denials of premises": 12,
        "said": 9,
        "word": 9,
        "pair": 6,
        "asked word": 4,
        "asked first": 2,
        "operators": 40,
        "shapes": 8,
        "counts": 6,
        "sizes": 3,
        "lengths": 20,
        "asked": 24,
        "common words": 4,
        "shared": 8,
        "sign": 24,
    },
    TWO_STEPS: _OF_FEW_STEPS,
    THREE_STEPS: _OF_FEW_STEPS,
    CHAIN: _OF_CHAINS,
}
"""What a mark that is too frequent or too rare costs, by its kind: at one step, and in chains."""

_EVEN = 0.02
"""How much of a leaf is shared evenly between its arguments, so that none is missing."""


class Drawn(NamedTuple):
    """A sound argument of a leaf with everything that one of `n_edits` makes of it."""

    leaf: str
    group: int
    length: int
    times: int
    root: Root | None
    formulas: Formulas
    problem: Problem
    fallacy: Formulas | None
    refuted: list[Formulas]
    left_open: list[Formulas]
    n_edits: int


def of_one_step() -> Iterator[Drawn]:
    """All arguments of one step, leaf by leaf."""
    params = Params(question="three-way")
    seen: set[str] = set()
    for place in range(len(turns(params))):
        planned = cell(params, place)
        times = turns(params).count(planned.leaf)
        for root in all_roots(planned.leaf) if planned.leaf not in seen else ():
            try:
                sound = sound_argument(planned, params, Random(0), root)
            except Rejected:
                continue
            yield _drawn(planned, place, sound, root, times)
        seen.add(planned.leaf)


@cache
def _of_several_steps(steps: str) -> list[Drawn]:
    """Arguments of several steps: for every leaf as often as it comes up, those of a group."""
    shortest, longest = LENGTHS[steps]
    params = Params(min_length=shortest, max_length=longest)
    groups = range(_ROUNDS[steps] * len(turns(params)))
    return [one for group in groups for one in _of_a_group(params, group)]


def _of_a_group(params: Params, group: int) -> Iterator[Drawn]:
    """As many arguments as have their edits drawn from together."""
    rng = group_rng("logicasker weights", 1, str(params.max_length), SEED, group)
    planned = cell(params, group)
    table = table_name(params.question, "", params.max_length)
    missing = n_together(params.question, params.max_length)
    while missing:
        try:
            sound = sound_argument(planned, params, rng)
        except Rejected:
            continue
        places = drawn_places(len(sound.premises) + 1, table, rng)[0]
        yield _drawn(planned, group, sound, None, 1, places)
        missing -= 1


def _drawn(
    planned: Cell,
    group: int,
    sound: Sound,
    root: Root | None,
    times: int,
    places: Sequence[int] = (),
) -> Drawn:
    """A sound argument with what edits make of it, in all its formulas or in some."""
    formulas = (*sound.premises, sound.conclusion)
    possible = list(edits(formulas, sound.next_names, places or range(len(formulas))))
    refuted, left_open = [
        serving(formulas, possible, wanted, sound.derivation.length)
        for wanted in (Standing.REFUTED, Standing.UNDETERMINED)
    ]
    mistaken = fallacy(sound) if planned.skill.is_fallacy else None
    return Drawn(
        planned.leaf,
        group,
        planned.length,
        times,
        root,
        formulas,
        planned.problem,
        None if mistaken is None else (*mistaken.premises, mistaken.query),
        refuted,
        left_open,
        len(possible) if mistaken is None else 1,
    )


def candidates(drawn: Drawn, kind: str) -> list[Formulas]:
    """What may stand beside the sound argument: by plan, or of one kind."""
    if kind == "contradiction" or (not kind and drawn.problem is Problem.CONTRADICTION):
        return drawn.refuted
    return drawn.left_open if drawn.fallacy is None else [drawn.fallacy]


def marks(formulas: Formulas, steps: str) -> Counter[str]:
    """How often an argument has each mark that has a price."""
    *premises, conclusion = map(looks, formulas)
    *stated, asked = map(by_form, (*premises, conclusion))
    found: Counter[str] = Counter(conclusion_marks(asked))
    seen = joint(told(premises), conclusion)
    found.update(joint_marks(seen))
    if steps == ONE_STEP:
        found.update(passage_marks(premises, conclusion, seen))
        found.update(operator_marks(premises, conclusion, seen))
    else:
        found.update(mark for one in stated for mark in premise_marks(one))
        n_signs = sum(one.n_signs for one in (*premises, conclusion))
        found[parity_mark(len(premises), n_signs)] = 1
        found.update(kind_marks(premises, conclusion, seen, n_signs))
    if steps != CHAIN:
        for mark, n in chain(asked_marks(asked), *map(sentence_marks, (*stated, asked))):
            found[mark] += n  # type: ignore[assignment]
    priced = PRICES[steps]
    return Counter({mark: n for mark, n in found.items() if mark.partition(":")[0] in priced})


ANSWERS: Mapping[str, tuple[str, ...]] = {
    "two-way": ("",),
    "three-way": ("contradiction", "unrelated"),
}
"""What is fitted together: the kinds of the items of a group that do not follow."""


FITTED: tuple[tuple[str, str], ...] = (
    ("three-way", ONE_STEP),
    ("two-way", TWO_STEPS),
    ("two-way", THREE_STEPS),
    *((question, CHAIN) for question in ANSWERS),
)
"""The questions and lengths that weights are fitted to, as they stand in the data file."""


def _choices(drawn: Sequence[Drawn], question: str, steps: str) -> Iterator[Choice]:
    known: dict[Formulas, Counter[str]] = {}

    def marked(formulas: Formulas) -> Counter[str]:
        if formulas not in known:
            known[formulas] = marks(formulas, steps)
        return known[formulas]

    are_together = n_together(question, LENGTHS[steps][1]) > 1
    for one in drawn:
        found = [candidates(one, kind) for kind in ANSWERS[question]]
        made = tuple([list(map(marked, some)) for some in found])
        block = one.leaf if steps == ONE_STEP else str(one.group)
        out_of = tuple([one.n_edits if are_together else len(some) for some in made])
        yield Choice(block, one.times, marked(one.formulas), made, out_of)


Row = tuple[str, ...]


def fit_question(question: str, steps: str) -> tuple[list[Row], list[Row]]:
    """What is fitted to a question at a length: lines of weights, and of shares at one step."""
    drawn = list(of_one_step()) if steps == ONE_STEP else _of_several_steps(steps)
    drawn = [
        one
        for one in drawn
        if steps_told(question, one.length) == steps
        and all(candidates(one, kind) for kind in ANSWERS[question])
    ]
    fit = fitted(list(_choices(drawn, question, steps)), PRICES[steps])
    weights: list[Row] = [
        (
            table_name(question, kind, LENGTHS[steps][1]),
            mark,
            f"{weight:.2f}",
        )
        for kind, found in zip(ANSWERS[question], fit.weights, strict=True)
        for mark, weight in found.items()
        if round(weight, 2) or round(found[other(mark)], 2)
    ]
    n_of = Counter(one.leaf for one in drawn)
    shares: list[Row] = [
        (one.leaf, one.root.schema.key, one.root.signs or "", f"{mixed:.4f}")
        for one, share in zip(drawn, fit.shares, strict=True)
        if one.root is not None and round(mixed := (1 - _EVEN) * share + _EVEN / n_of[one.leaf], 4)
    ]
    return weights, shares

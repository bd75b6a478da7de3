"""Fits the weights of edits (`weights`); `benchmarks/logicasker_weights.py` writes the data file.

Sound arguments are drawn for the leaves of the published tree in turn, with all edits that each
could be given. For every answer that is not “it follows” the distribution over edits is sought that
is nearest to an even one while its marks are as frequent as in the sound arguments. At one step the
distribution is one over the sound arguments of a leaf and their edits together, for no edit makes
what an inference on everyone concludes look like much else: the arguments that can be matched come
more often. In chains it is over the edits of each argument. How it is found: `balancing`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from random import Random
from typing import NamedTuple

from engine.families.logicasker.arguments import Rejected, Sound, fallacy, sound_argument
from engine.families.logicasker.balancing import Choice, fitted
from engine.families.logicasker.edits import edits
from engine.families.logicasker.looks import (
    Formulas,
    by_form,
    conclusion_marks,
    joint,
    joint_marks,
    looks,
    parity_mark,
    premise_marks,
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
from engine.families.logicasker.weights import edited, other, table_name
from engine.families.seeding import group_rng
from engine.logic import Standing
from engine.logic.judging import our_standing
from engine.logic.refuting import fault_of_contradiction
from engine.logic.skills import Problem

SEED = 20_251_122
N_CHAINS, LONGEST = 1_212, 8
"""Arguments of several steps that are drawn, and how many steps at most; of one step there are not
too many to take all."""

PRICES: Mapping[bool, Mapping[str, float]] = {
    False: {
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
    True: {
        "conclusion": 6,
        "conclusion root": 4,
        "denials of conclusion": 3,
        "premise": 5,
        "root": 4,
        "shared": 4,
        "used once": 4,
        "used often": 4,
        "literals of no premise": 3,
        "parity": 8,
        "sign": 8,
    },
}
"""What a mark that is too frequent or too rare costs, by its kind: at one step, and in chains."""

_EVEN = 0.02
"""How much of a leaf is shared evenly between its arguments, so that none is missing."""


class _Drawn(NamedTuple):
    """A sound argument of a leaf with everything that an edit makes of it."""

    leaf: str
    times: int
    root: Root | None
    formulas: Formulas
    problem: Problem
    fallacy: Formulas | None
    refuted: list[Formulas]
    left_open: list[Formulas]


def _of_one_step(question: str) -> Iterator[_Drawn]:
    """All arguments of one step, leaf by leaf."""
    params = Params.model_validate({"question": question})
    seen: set[str] = set()
    for place in range(len(turns(params))):
        planned = cell(params, place)
        times = turns(params).count(planned.leaf)
        for root in all_roots(planned.leaf) if planned.leaf not in seen else ():
            try:
                sound = sound_argument(planned, params, Random(0), root)
            except Rejected:
                continue
            yield _drawn(planned, sound, root, times)
        seen.add(planned.leaf)


def _of_several_steps(group: int) -> _Drawn:
    """An argument of two to so many steps."""
    params = Params(min_length=2, max_length=LONGEST)
    rng = group_rng("logicasker weights", 1, str(LONGEST), SEED, group)
    planned = cell(params, group)
    while True:
        try:
            return _drawn(planned, sound_argument(planned, params, rng), None, 1)
        except Rejected:
            continue


def _drawn(planned: Cell, sound: Sound, root: Root | None, times: int) -> _Drawn:
    formulas = (*sound.premises, sound.conclusion)
    found: dict[Standing, list[Formulas]] = {Standing.REFUTED: [], Standing.UNDETERMINED: []}
    for edit in edits(formulas, sound.fresh.next_names, range(len(formulas))):
        changed = edited(formulas, edit)
        standing = our_standing(changed[:-1], changed[-1])
        if standing is Standing.REFUTED and fault_of_contradiction(
            changed[:-1], changed[-1], sound.derivation.length
        ):
            continue
        if standing in found:
            found[standing].append(changed)
    mistaken = fallacy(sound) if planned.skill.is_fallacy else None
    return _Drawn(
        planned.leaf,
        times,
        root,
        formulas,
        planned.problem,
        None if mistaken is None else (*mistaken.premises, mistaken.query),
        *found.values(),
    )


def _candidates(drawn: _Drawn, kind: str) -> list[Formulas]:
    """What may stand beside the sound argument: by plan, or of one kind."""
    if kind == "contradiction" or (not kind and drawn.problem is Problem.CONTRADICTION):
        return drawn.refuted
    return drawn.left_open if drawn.fallacy is None else [drawn.fallacy]


def marks(formulas: Formulas, is_chain: bool) -> Counter[str]:
    """How often an argument has each mark that has a price."""
    *premises, conclusion = map(looks, formulas)
    *stated, asked = map(by_form, (*premises, conclusion))
    found: Counter[str] = Counter(conclusion_marks(asked))
    seen = joint(told(premises), conclusion)
    found.update(joint_marks(seen))
    if is_chain:
        found.update(mark for one in stated for mark in premise_marks(one))
        n_signs = sum(one.n_signs for one in (*premises, conclusion))
        found[parity_mark(len(premises), n_signs)] = 1
    else:
        found.update(passage_marks(premises, conclusion, seen))
        found.update(operator_marks(premises, conclusion, seen))
        for mark, n in chain(asked_marks(asked), *map(sentence_marks, (*stated, asked))):
            found[mark] += n  # type: ignore[assignment]
    priced = PRICES[is_chain]
    return Counter({mark: n for mark, n in found.items() if mark.partition(":")[0] in priced})


ANSWERS: Mapping[str, tuple[str, ...]] = {
    "two-way": ("",),
    "three-way": ("contradiction", "unrelated"),
}
"""What is fitted together: the kinds of the items of a group that do not follow."""


def _choices(drawn: Sequence[_Drawn], question: str, is_chain: bool) -> Iterator[Choice]:
    known: dict[Formulas, Counter[str]] = {}

    def marked(formulas: Formulas) -> Counter[str]:
        if formulas not in known:
            known[formulas] = marks(formulas, is_chain)
        return known[formulas]

    for number, one in enumerate(drawn):
        found = [_candidates(one, kind) for kind in ANSWERS[question]]
        made = tuple([list(map(marked, some)) for some in found])
        block = str(number) if is_chain else one.leaf
        yield Choice(block, one.times, marked(one.formulas), made)


Row = tuple[str, ...]


def fit_question(question: str, is_chain: bool) -> tuple[list[Row], list[Row]]:
    """What is fitted to a question: lines of weights, and of shares at one step."""
    if is_chain:
        drawn = list(map(_of_several_steps, range(N_CHAINS)))
    else:
        drawn = list(_of_one_step(question))
    drawn = [one for one in drawn if all(_candidates(one, kind) for kind in ANSWERS[question])]
    fit = fitted(list(_choices(drawn, question, is_chain)), PRICES[is_chain])
    weights: list[Row] = [
        (table_name(question, kind, 1 + is_chain), mark, f"{weight:.2f}")
        for kind, found in zip(ANSWERS[question], fit.weights, strict=True)
        for mark, weight in found.items()
        if round(weight, 2) or round(found[other(mark)], 2)
    ]
    n_of = Counter(one.leaf for one in drawn)
    shares: list[Row] = [
        (question, one.leaf, one.root.schema.key, one.root.signs or "", f"{mixed:.4f}")
        for one, share in zip(drawn, fit.shares, strict=True)
        if one.root is not None and round(mixed := (1 - _EVEN) * share + _EVEN / n_of[one.leaf], 4)
    ]
    return weights, shares

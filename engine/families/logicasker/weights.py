"""Weights of edits: an edit is likelier, the rarer its result would otherwise be.

An edit that makes an argument invalid could give itself away: what contradicts an existential is a
universal, what contradicts “if” says “and”. So an edit is drawn with probability proportional to e
to the sum of the weights of the resulting argument's marks (`looks`). The weights are data
(`data/lexicon/logicasker/weights.tsv`). They were fitted so that marks are as frequent in invalid
arguments as in valid ones, as far as edits allow; the distribution is the one nearest to uniform.
Many sound arguments of two or three steps have no edit that hides. There the edits of several
arguments are drawn from together, each likelier the more its marks outweigh those of its own
argument.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from engine.core.errors import InputError
from engine.core.resources import data_file
from engine.families.logicasker.chains import kind_marks, parity_mark, premise_marks
from engine.families.logicasker.edits import Edit, edits
from engine.families.logicasker.looks import (
    ByForm,
    Formulas,
    Joint,
    Looks,
    Together,
    by_form,
    conclusion_marks,
    joint,
    joint_marks,
    looks,
    taken_together,
    with_one_more,
)
from engine.families.logicasker.one_step import (
    asked_marks,
    operator_marks,
    passage_marks,
    sentence_marks,
)
from engine.families.logicasker.seen import not_seen_to_hold, seen_as
from engine.logic import Standing

OTHER = "other"
"""Stands for all marks of a kind that are too rare for a weight of their own."""
ONE_STEP, TWO_STEPS, THREE_STEPS, CHAIN = "one step", "two steps", "three steps", "chain"
_OF_FEW_STEPS: Mapping[int, str] = {2: TWO_STEPS, 3: THREE_STEPS}
_TOGETHER: Mapping[str, int] = {TWO_STEPS: 4, THREE_STEPS: 4}
"""How many sound arguments pool their edits, where more than one."""
_SHARED_BY = 6
"""In a longer chain, the edits of one in this many premises are weighed."""


def name_of_steps(question: str, length: int) -> str:
    """The name of a length in the tables.

    In the two-way form, chains of two and three steps have tables of their own; elsewhere signs are
    hidden less closely.
    """
    if length == 1:
        return ONE_STEP
    return _OF_FEW_STEPS.get(length, CHAIN) if question == "two-way" else CHAIN


def table_name(question: str, kind: str, length: int) -> str:
    """The table of weights for edits that make an item of a kind.

    In the two-way form contradictions and the rest are both answered “no”, so together they must
    look like what follows. In the three-way form each must do so alone.
    """
    steps = name_of_steps(question, length)
    return f"{question}, {steps}" if question == "two-way" else f"{question}, {steps}, {kind}"


class Weighed(NamedTuple):
    """An argument whose edits are weighed, and the `new` symbols they may introduce."""

    formulas: Formulas
    new: tuple[str, ...]


def drawn(
    arguments: Sequence[Weighed], table: str, wanted: Standing, rng: Random
) -> Iterator[tuple[int, Edit]]:
    """Draw edits one after another, by the weights of those left.

    Edits of several arguments are drawn together, with the argument's index, so an argument whose
    edits leave its looks unchanged comes up more often. In a long chain the conclusion and some
    premises are edited first, the other premises only if none of those edits serves. Edits that
    visibly do not reach the `wanted` status are skipped.
    """
    turns = [drawn_places(len(one.formulas), table, rng) for one in arguments]
    for turn in zip(*turns, strict=True):
        possible = [
            (at, edit, mean)
            for at, (one, places) in enumerate(zip(arguments, turn, strict=True))
            for edit, mean in _weighed(one.formulas, places, one.new, table, wanted)
        ]
        arrivals = [(_wait(rng) * mean, number) for number, (_, _, mean) in enumerate(possible)]
        for _, number in sorted(arrivals):
            yield possible[number][:2]


def drawn_of(arguments: Sequence[tuple[Formulas, Formulas]], table: str, rng: Random) -> int:
    """Draw the index of an argument, where each has just one edit."""
    means = [1 / _raised(*one, table) for one in arguments]
    arrivals = [(_wait(rng) * mean, at) for at, mean in enumerate(means)]
    return min(arrivals)[1]


def n_together(question: str, length: int) -> int:
    """How many sound arguments pool their edits."""
    return _TOGETHER.get(name_of_steps(question, length), 1) if question == "two-way" else 1


def drawn_places(n_formulas: int, table: str, rng: Random) -> list[tuple[int, ...]]:
    """Which formulas may be edited, and which if that fails; with few steps, all at once.

    Weighing all edits of a long chain would take as long as everything else for an item. The
    conclusion is always in the first batch: otherwise more premises would be edited than weights
    can hide.
    """
    last = n_formulas - 1
    if not _is_long(table):
        return [tuple(range(n_formulas))]
    first = rng.sample(range(last), -(-last // _SHARED_BY))
    return [(*first, last), tuple([at for at in range(last) if at not in first])]


@lru_cache(maxsize=1 << 12)
def _weighed(
    formulas: Formulas,
    places: tuple[int, ...],
    new: tuple[str, ...],
    table: str,
    wanted: Standing,
) -> tuple[tuple[Edit, float], ...]:
    """The edits of some formulas, each with its mean waiting time.

    That is e to the negative of the weight it adds to the argument, times the number of edits.
    Edits that visibly fail to do what is wanted are left out; at one step with a conclusion to be
    refuted, those that hold in some structure.
    """
    scale = _Scale(formulas, table)
    own = scale.own_weight()
    possible: Sequence[Edit] = list(edits(formulas, new, places))
    n = len(possible)
    if not _is_of_one_step(table):
        possible = seen_as(formulas, possible, wanted)
    elif wanted is Standing.REFUTED:
        possible = not_seen_to_hold(formulas, possible)
    return tuple([(edit, n * math.exp(own - scale.weight(edit))) for edit in possible])


def _raised(formulas: Formulas, changed: Formulas, table: str) -> float:
    """How much likelier an argument is after a change: e to the rise of its weight."""
    return math.exp(_Scale(changed, table).own_weight() - _Scale(formulas, table).own_weight())


def _wait(rng: Random) -> float:
    """An exponential waiting time.

    Edits taken in the order of such times, each multiplied by a mean, are drawn without replacement
    in inverse proportion to their means.
    """
    return -math.log(rng.random() or 0.5)


class _Scale:
    """Weighs the edits of one argument; computes what an edit leaves unchanged once."""

    def __init__(self, formulas: Formulas, table: str) -> None:
        self._table = table
        *self._premises, self._conclusion = map(looks, formulas)
        self._together = taken_together(self._premises)
        self._others: dict[int, Together] = {}
        self._own = [_of_premise(by_form(one), table) for one in self._premises]
        self._n_signs = sum([one.n_signs for one in self._premises])

    def _without(self, at: int) -> list[Looks]:
        return [*self._premises[:at], *self._premises[at + 1 :]]

    def own_weight(self) -> float:
        """The summed weight of the unedited argument's marks."""
        own, n_signs = sum(self._own), self._n_signs
        return self._weight(self._premises, self._together, self._conclusion, own, n_signs)

    def weight(self, edit: Edit) -> float:
        """The summed weight of the argument's marks after an edit."""
        at, one = edit.at, looks(edit.formula)
        own, n_signs = sum(self._own), self._n_signs
        if at == len(self._premises):
            return self._weight(self._premises, self._together, one, own, n_signs)
        own += _of_premise(by_form(one), self._table) - self._own[at]
        n_signs += one.n_signs - self._premises[at].n_signs
        if at not in self._others:
            self._others[at] = taken_together(self._without(at))
        premises, together = [*self._without(at), one], with_one_more(self._others[at], one)
        return self._weight(premises, together, self._conclusion, own, n_signs)

    def _weight(
        self,
        premises: Sequence[Looks],
        together: Together,
        conclusion: Looks,
        own: float,
        n_signs: int,
    ) -> float:
        """The weight of premises and conclusion; `own` and `n_signs` are sums over the premises."""
        total = own + _of_conclusion(by_form(conclusion), self._table)
        seen = joint(together, conclusion)
        total += _of_both(seen, self._table)
        known = tables()[self._table]
        if _is_of_one_step(self._table):
            total += _sum(passage_marks(premises, conclusion, seen), known)
            return total + _sum(operator_marks(premises, conclusion, seen), known)
        n_signs += conclusion.n_signs
        total += _weight(parity_mark(len(premises), n_signs), known)
        if not _is_long(self._table):
            total += _sum(kind_marks(premises, conclusion, seen, n_signs), known)
        return total


def _is_of_one_step(table: str) -> bool:
    return ONE_STEP in table


def _is_long(table: str) -> bool:
    return CHAIN in table


@lru_cache(maxsize=1 << 15)
def _of_premise(one: ByForm, table: str) -> float:
    """The weights of a premise's own marks."""
    known = tables()[table]
    total = 0.0 if _is_of_one_step(table) else _sum(premise_marks(one), known)
    if not _is_long(table):
        total += _sum_of_shares(sentence_marks(one), known)
    return total


@lru_cache(maxsize=1 << 15)
def _of_conclusion(one: ByForm, table: str) -> float:
    """The weights of a conclusion's own marks."""
    known = tables()[table]
    total = _sum(conclusion_marks(one), known)
    if not _is_long(table):
        total += _sum_of_shares(sentence_marks(one), known)
        total += _sum_of_shares(asked_marks(one), known)
    return total


@lru_cache(maxsize=1 << 15)
def _of_both(seen: Joint, table: str) -> float:
    """The weights of the marks of premises and conclusion together."""
    return _sum(joint_marks(seen), tables()[table])


def _sum_of_shares(marks: Iterable[tuple[str, float]], known: Mapping[str, float]) -> float:
    return math.fsum([n * _weight(mark, known) for mark, n in marks])


def _sum(marks: Iterable[str], known: Mapping[str, float]) -> float:
    return math.fsum([_weight(mark, known) for mark in marks])


def _weight(mark: str, known: Mapping[str, float]) -> float:
    weight = known.get(mark)
    return known.get(other(mark), 0.0) if weight is None else weight


def other(mark: str) -> str:
    """The mark that stands for rare ones."""
    return f"{mark.partition(':')[0]}: {OTHER}"


@cache
def tables() -> Mapping[str, Mapping[str, float]]:
    """The weights of marks by table.

    Raises:
        InputError: a line of the data file is not a table's name, a mark and a number.
    """
    path = data_file("lexicon/logicasker/weights.tsv")
    found: dict[str, dict[str, float]] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()[1:], 2):
        try:
            table, mark, weight = line.split("\t")
            found.setdefault(table, {})[mark] = float(weight)
        except ValueError as error:
            raise InputError(f"{path.name}, line {number}: {error}") from None
    return MappingProxyType(found)

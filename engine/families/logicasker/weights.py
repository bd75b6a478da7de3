"""How likely an edit is to be made: likelier, the rarer what it makes would otherwise be.

An edit that makes an argument fail could give itself away: what contradicts a conclusion on some
has to speak of all, what contradicts “if” says “and”. So among the edits that can be made one is
drawn with a probability in proportion to e to the sum of the weights of the marks that the argument
then has (`looks`). The weights are data (`data/lexicon/logicasker/weights.tsv`). They were fitted
such that the marks are as frequent in arguments that do not follow as in those that do, as far as
edits can bring that about; the distribution is the one nearest to drawing evenly. Many
sound arguments of two and of three steps have no edit that hides: there the edits of several are
drawn from together, each the likelier the more its marks weigh beside those of its argument.
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
"""Stands for the marks of a kind that are too rare to have a weight of their own."""
ONE_STEP, TWO_STEPS, THREE_STEPS, CHAIN = "one step", "two steps", "three steps", "chain"
_OF_FEW_STEPS: Mapping[int, str] = {2: TWO_STEPS, 3: THREE_STEPS}
_TOGETHER: Mapping[str, int] = {TWO_STEPS: 4, THREE_STEPS: 4}
"""Sound arguments whose edits are drawn from together, where these are more than one."""
_SHARED_BY = 6
"""Premises of a longer chain of which one is drawn whose edits are weighed."""


def name_of_steps(question: str, length: int) -> str:
    """How tables name a length.

    Chains of two and of three steps have tables of their own where the answer is yes or no:
    elsewhere signs are not hidden so closely.
    """
    if length == 1:
        return ONE_STEP
    return _OF_FEW_STEPS.get(length, CHAIN) if question == "two-way" else CHAIN


def table_name(question: str, kind: str, length: int) -> str:
    """The table of weights for edits that make an item of a kind.

    Contradictions and the rest have to look like what follows together, where both are answered
    “no”, and each by itself, where there is an answer for each.
    """
    steps = name_of_steps(question, length)
    return f"{question}, {steps}" if question == "two-way" else f"{question}, {steps}, {kind}"


class Weighed(NamedTuple):
    """An argument whose edits are weighed, and the `new` symbols that these may bring in."""

    formulas: Formulas
    new: tuple[str, ...]


def drawn(
    arguments: Sequence[Weighed], table: str, wanted: Standing, rng: Random
) -> Iterator[tuple[int, Edit]]:
    """The edits of an argument in an order drawn: each time the next one by the weights left.

    Those of several are drawn together, with the index of the argument, so that one with edits that
    leave it looking as it did comes up more often. Of a long chain the conclusion and some premises
    may be edited; the other premises only where no edit of these serves. Edits that are seen at
    once not to do what is `wanted` are passed over.
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
    """The index of an argument that is drawn where each has one thing that it is edited to."""
    means = [1 / _raised(*one, table) for one in arguments]
    arrivals = [(_wait(rng) * mean, at) for at, mean in enumerate(means)]
    return min(arrivals)[1]


def n_together(question: str, length: int) -> int:
    """How many sound arguments there are whose edits are drawn from together."""
    return _TOGETHER.get(name_of_steps(question, length), 1) if question == "two-way" else 1


def drawn_places(n_formulas: int, table: str, rng: Random) -> list[tuple[int, ...]]:
    """Which formulas may be edited, and which if none of these can be: all together in few steps.

    To weigh all edits of a long chain would take as long as all else that is done for an item. The
    conclusion is always among those drawn first: else more premises are edited than weights can
    hide.
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
    """The edits of some formulas, each with how long it is waited for, on the average.

    That is e to the negative of what it adds to the weight of the argument, times the number of
    edits. Those are left out that are seen not to do what is wanted: of one step, where the
    conclusion is to be refuted, those that hold in some structure.
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
    """How much likelier an argument is as it is changed: e to what its weight rises by."""
    return math.exp(_Scale(changed, table).own_weight() - _Scale(formulas, table).own_weight())


def _wait(rng: Random) -> float:
    """An exponential waiting time.

    Taken in the order of such times, each multiplied by a mean, edits are drawn without replacement
    in inverse proportion to their means.
    """
    return -math.log(rng.random() or 0.5)


class _Scale:
    """Weighs what single edits make of one argument: what an edit leaves is looked at once."""

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
        """The sum of the weights of the marks that the argument has without an edit."""
        own, n_signs = sum(self._own), self._n_signs
        return self._weight(self._premises, self._together, self._conclusion, own, n_signs)

    def weight(self, edit: Edit) -> float:
        """The sum of the weights of the marks that the argument has after an edit."""
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
        """That of premises, their `own` weights and ¬ and ∨ summed already, and conclusion."""
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
    """The weights of the marks that a premise of a form has by itself."""
    known = tables()[table]
    total = 0.0 if _is_of_one_step(table) else _sum(premise_marks(one), known)
    if not _is_long(table):
        total += _sum_of_shares(sentence_marks(one), known)
    return total


@lru_cache(maxsize=1 << 15)
def _of_conclusion(one: ByForm, table: str) -> float:
    """The weights of the marks that a conclusion of a form has by itself."""
    known = tables()[table]
    total = _sum(conclusion_marks(one), known)
    if not _is_long(table):
        total += _sum_of_shares(sentence_marks(one), known)
        total += _sum_of_shares(asked_marks(one), known)
    return total


@lru_cache(maxsize=1 << 15)
def _of_both(seen: Joint, table: str) -> float:
    """The weights of the marks that premises and conclusion have side by side."""
    return _sum(joint_marks(seen), tables()[table])


def _sum_of_shares(marks: Iterable[tuple[str, float]], known: Mapping[str, float]) -> float:
    return math.fsum([n * _weight(mark, known) for mark, n in marks])


def _sum(marks: Iterable[str], known: Mapping[str, float]) -> float:
    return math.fsum([_weight(mark, known) for mark in marks])


def _weight(mark: str, known: Mapping[str, float]) -> float:
    weight = known.get(mark)
    return known.get(other(mark), 0.0) if weight is None else weight


def other(mark: str) -> str:
    """What stands for a rare mark."""
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

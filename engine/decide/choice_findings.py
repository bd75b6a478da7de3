"""What follows in a single choice, by two independent procedures: truth tables and Z3.

Without a conclusion in the passage, an option *follows* if the premises entail it. With one, an
option follows if the premises together with it entail the conclusion.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from engine.core.errors import InputError
from engine.core.items import Ground
from engine.language.realise import is_literal
from engine.logic import Formula, Implies, Not, negate
from engine.logic.propositional.session import own_session
from engine.logic.propositional.tables import MAX_ATOMS, Key, columns, table


class Choice(NamedTuple):
    """The logic of a single choice; `order` names all its atoms."""

    premises: tuple[Formula, ...]
    options: tuple[Formula, ...]
    conclusion: Formula | None
    order: tuple[str, ...]


class Findings(NamedTuple):
    """The findings of one procedure on a choice.

    `consistent`: whether the premises can all be true; with a conclusion, for each option whether
    they can be with it. `follows`: for each option. `refuted`, without a conclusion: for each
    option whether the premises entail its negation. `by_fewer`: whether a single proposition
    entails an option that follows or, with a conclusion, whether a single proposition (the
    options that follow among them) or the premises without any option entail the conclusion.
    """

    consistent: tuple[bool, ...]
    follows: tuple[bool, ...]
    refuted: tuple[bool, ...]
    by_fewer: bool


class Tables:
    """Truth tables over the atoms of a choice, and the findings from them."""

    def __init__(self, choice: Choice) -> None:
        if len(choice.order) > MAX_ATOMS:
            raise InputError(
                f"a single choice over {len(choice.order)} atoms is more than truth tables can"
                f" decide; at most {MAX_ATOMS} are possible"
            )
        self.choice = choice
        self.full = (1 << (1 << len(choice.order))) - 1
        self.premises = [_column(premise, choice.order) for premise in choice.premises]
        self.options = [_column(option, choice.order) for option in choice.options]
        self.rows = self._together(self.premises)
        conclusion = choice.conclusion
        self.denied = 0 if conclusion is None else self.full ^ _column(conclusion, choice.order)

    def findings(self) -> Findings:
        """The findings of the tables."""
        rows, full = self.rows, self.full
        counters = [self._counter(at) for at in range(len(self.options))]
        follows = tuple(not counter for counter in counters)
        if self.choice.conclusion is not None:
            keys = [option for option, holds in zip(self.options, follows, strict=True) if holds]
            alone = [rows, *self.premises, *keys]
            return Findings(
                consistent=tuple(rows & option != 0 for option in self.options),
                follows=follows,
                refuted=(),
                by_fewer=any(not one & self.denied for one in alone),
            )
        return Findings(
            consistent=(rows != 0,),
            follows=follows,
            refuted=tuple(not rows & option for option in self.options),
            by_fewer=any(
                holds and not premise & (full ^ option)
                for option, holds in zip(self.options, follows, strict=True)
                for premise in self.premises
            ),
        )

    def grounds(self) -> tuple[Ground, ...]:
        """Why each option follows, or does not."""
        return tuple(self._ground(at) for at in range(len(self.options)))

    def _ground(self, at: int) -> Ground:
        counter = self._counter(at)
        if counter:
            first = (counter & -counter).bit_length() - 1
            true = [name for bit, name in enumerate(self.choice.order) if first >> bit & 1]
            return Ground(fails=tuple(true))
        draws_conclusion = self.choice.conclusion is not None
        option = self.options[at]
        against = option & self.denied if draws_conclusion else self.full ^ option
        numbers = range(len(self.premises))
        return Ground(
            sources=next(
                some
                for size in range(len(self.premises) + 1)
                for some in combinations(numbers, size)
                if not self._together(self.premises[number] for number in some) & against
            )
        )

    def _counter(self, at: int) -> int:
        """The valuations that show that an option does not follow."""
        if self.choice.conclusion is not None:
            return self.rows & self.options[at] & self.denied
        return self.rows & (self.full ^ self.options[at])

    def _together(self, tables: Iterable[int]) -> int:
        rows = self.full
        for one in tables:
            rows &= one
        return rows


@lru_cache(maxsize=1 << 14)
def _column(formula: Formula, order: tuple[str, ...]) -> int:
    return table(formula, _values(order), (1 << (1 << len(order))) - 1)


@lru_cache(maxsize=512)
def _values(order: tuple[str, ...]) -> dict[Key, int]:
    return dict(zip(order, columns(len(order)), strict=True))


def z3_findings(choice: Choice) -> Findings | None:
    """The findings of Z3; None if it reaches its limit."""
    try:
        if choice.conclusion is None:
            return _entailment_by_z3(choice)
        return _completion_by_z3(choice, choice.conclusion)
    except _Undecided:
        return None


class _Undecided(Exception):
    """Z3 reached its limit."""


def _entailment_by_z3(choice: Choice) -> Findings:
    session = own_session()
    with session.premises(choice.premises):
        follows = tuple(not _possible_without(option) for option in choice.options)
        consistent = not all(follows) or _possible(())  # an option that fails shows it as well
        # what follows from premises that can be true is not refuted as well
        refuted = tuple(
            not (holds and consistent) and not _possible_with(option)
            for option, holds in zip(choice.options, follows, strict=True)
        )
    entailed = [option for option, holds in zip(choice.options, follows, strict=True) if holds]
    return Findings((consistent,), follows, refuted, _one_entails(choice.premises, entailed))


def _completion_by_z3(choice: Choice, conclusion: Formula) -> Findings:
    session = own_session()
    consistent, follows = [], []
    with session.premises(choice.premises):
        needed = _possible_without(conclusion)
        for option in choice.options:
            with session.premises((option,)):
                fails = _possible_without(conclusion)
                consistent.append(fails or _possible(()))
                follows.append(not fails)
    keys = [option for option, restores in zip(choice.options, follows, strict=True) if restores]
    by_fewer = not needed or _one_entails((*choice.premises, *keys), [conclusion])
    return Findings(tuple(consistent), tuple(follows), (), by_fewer)


def _one_entails(propositions: Sequence[Formula], goals: Sequence[Formula]) -> bool:
    """Whether any single proposition entails any of the goals.

    If several propositions can be true together with all goals false, none of them entails a goal.
    Testing them in halves therefore takes fewer solver calls than testing each.
    """
    if len(propositions) > 1:
        half = len(propositions) // 2
        halves = (propositions[:half], propositions[half:])
        return any(not _all_fail(some, goals) and _one_entails(some, goals) for some in halves)
    with own_session().premises(propositions):
        return not all([_possible_without(goal) for goal in goals])


def _all_fail(propositions: Sequence[Formula], goals: Sequence[Formula]) -> bool:
    """Whether all goals can be false together; not asked if a denial takes more than literals."""
    denials = [_denial(goal) for goal in goals]
    if None in denials:
        return False
    with own_session().premises(propositions):
        return _possible([one for some in denials for one in some or ()])


def _possible(literals: Sequence[Formula]) -> bool:
    answer = own_session().satisfiable(literals)
    if answer is None:
        raise _Undecided
    return answer


def _possible_with(formula: Formula) -> bool:
    """Whether the formula can be true with what is held."""
    if is_literal(formula):
        return _possible((formula,))
    with own_session().premises((formula,)):
        return _possible(())


def _possible_without(formula: Formula) -> bool:
    """Whether the formula can be false with what is held."""
    literals = _denial(formula)
    return _possible_with(Not(formula)) if literals is None else _possible(literals)


def _denial(formula: Formula) -> tuple[Formula, ...] | None:
    """The literals that are true just where a literal or a pair of them is false."""
    if is_literal(formula):
        return (negate(formula),)
    if isinstance(formula, Implies) and is_literal(formula.left) and is_literal(formula.right):
        return (formula.left, negate(formula.right))
    return None

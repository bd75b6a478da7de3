"""The faithful recipe: the paper's construction, including its shortcuts.

Source: DivLogicEval §2.1 and Appendices A and B.

The passage comes from Algorithm 1; options are drawn at random from the entailment and
non-entailment groups over the variables that occur fewer than n times, literals and pairs equally
often. Variables are unnegated in the rules, as in everything the paper shows. So, if nothing else
is stated, the valuation that makes everything true is a model, and no pair from a plain to a
negated statement is ever entailed. With literals too, how often and with which sign an option's
statements occur in the passage says much about it: the audit's boosting over such counts is right
three times in four. Where the paper leaves something open, this data set's requirements decide:
whatever is entailed needs at least two propositions, no two options are equivalent, and in type
`missing` all options have the form of the removed proposition.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.families.divlogiceval.params import OPTIONS, Params
from engine.families.divlogiceval.propositions import (
    SLOTS,
    Kind,
    Proposition,
    distinct,
    says_the_same,
    table,
    together,
)
from engine.families.divlogiceval.question import (
    REPEATED,
    SHORT,
    SPENT,
    TOO_FEW,
    UNNEEDED,
    UNSATISFIABLE,
    Question,
    Rejected,
    as_proposition,
)
from engine.families.divlogiceval.relation import Option, denial, equivalent, groups, needs
from engine.families.divlogiceval.sampling import algorithm_1

_TRIES = 200
"""Draws of distractors for one candidate before giving up."""

_STRUCTURE = "as drawn"


def faithful_question(params: Params, question_type: str, rng: Random) -> Question:
    """Draw a candidate of the paper's construction.

    Raises:
        Rejected: it makes no question of the type.
    """
    made = algorithm_1(params.propositions, params.content == "literals", rng)
    if made is None:
        raise Rejected(SPENT)
    propositions, occurrences = made
    if not distinct(propositions):
        raise Rejected(REPEATED)
    tables = list(map(table, propositions))
    rows = together(tables)
    if not rows:
        raise Rejected(UNSATISFIABLE)
    variables = occurrences.preferred()
    entailed, others = groups(rows, variables)
    entailed = [option for option in entailed if needs(tables, denial(option), 2)]
    deep = [option for option in entailed if needs(tables, denial(option), params.chain)]
    if question_type == "missing":
        return _missing(propositions, tables, deep, variables, rng)
    if question_type == "3c1e":
        key, wrong = _some(deep, 1, rng), _some(others, OPTIONS - 1, rng)
    else:
        key, wrong = _some(others, 1, rng), _some(entailed, OPTIONS - 1, rng)
        if not any(option in deep for option in wrong):
            raise Rejected(SHORT)
    return Question(
        tuple(propositions),
        as_proposition(key[0]),
        tuple(map(as_proposition, wrong)),
        None,
        _STRUCTURE,
    )


def _some(group: Sequence[Option], k: int, rng: Random) -> list[Option]:
    """`k` options of a group, no two of them equivalent; each a literal or a pair, at even odds."""
    kinds = [[option for option in group if len(option) == size] for size in (1, 2)]
    chosen: list[Option] = []
    for _ in range(_TRIES):
        kind = rng.choice(kinds)
        if kind:
            option = rng.choice(kind)
            if not any(equivalent(option, other) for other in chosen):
                chosen.append(option)
        if len(chosen) == k:
            return chosen
    raise Rejected(TOO_FEW)


def _missing(
    propositions: Sequence[Proposition],
    tables: Sequence[int],
    entailed: Sequence[Option],
    variables: Sequence[int],
    rng: Random,
) -> Question:
    """Remove a proposition that one of the entailed options needs."""
    [conclusion] = _some(entailed, 1, rng)
    denied = denial(conclusion)
    rest_of = [together(tables[:at] + tables[at + 1 :]) for at in range(len(tables))]  # type: ignore[operator]
    necessary = [at for at, rest in enumerate(rest_of) if rest & denied]
    if not necessary:
        raise Rejected(UNNEEDED)
    removed = rng.choice(necessary)
    key, rest = propositions[removed], rest_of[removed]
    others: list[Proposition] = []
    for _ in range(_TRIES):
        other = _like(key, variables, rng)
        rows = rest & table(other)
        if not rows & denied or rows == rest:  # it restores the conclusion, or is entailed
            continue
        if not any(says_the_same(other, known) for known in (key, *others)):
            others.append(other)
        if len(others) == OPTIONS - 1:
            passage = (*propositions[:removed], *propositions[removed + 1 :])
            return Question(passage, key, tuple(others), as_proposition(conclusion), _STRUCTURE)
    raise Rejected(TOO_FEW)


def _like(key: Proposition, variables: Sequence[int], rng: Random) -> Proposition:
    """A proposition of the same form, over the options' variables."""
    if len(variables) < SLOTS[key.kind]:
        raise Rejected(TOO_FEW)
    drawn = rng.sample(variables, SLOTS[key.kind])
    if key.kind is Kind.LITERAL:
        drawn = [rng.choice((drawn[0], -drawn[0]))]
    return Proposition(key.kind, tuple(drawn))

"""The shortcuts for entailment questions, and how much each may gain."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.ask.baselines.signs import SIGN_RULES
from engine.audit.suite import Rule, Suite, answering, labelling
from engine.audit.trained import WORDS, counting, never
from engine.audit.verdicts import Right
from engine.core.items import Item
from engine.families.logicasker.auditing.balance import balances
from engine.families.logicasker.auditing.counts import (
    conclusion_counts,
    form_counts,
    function_words,
    lengths_of_conclusion,
    lengths_of_passage,
    operator_counts,
    passage_counts,
    plain_counts,
    polarity_counts,
    shared_runs,
    shared_symbols,
    shared_words,
)
from engine.families.logicasker.auditing.labels import label_agreements

MARGIN = 0.05
"""How far above chance the lower bound of a shortcut may be: with yes and no, up to 55%."""

FORMS = "forms-together"
"""Boosting over the forms of premises and conclusion together: it knows the rules.

At length one that is the rule being tested, so like a prover it has no limit. Compare how much it
loses at greater lengths.
"""

POLARITY = "symbol-polarity"
"""Boosting over how many symbols have only one sign in premises and negated conclusion.

A valid inference needs each symbol with both signs, unless a rule adds or drops one. At one step
that is nearly the rule itself, so it has no limit.
"""


def _is_long(items: Sequence[Item]) -> bool:
    return all((one.traits.depth or 0) > 1 for one in items)


ATTACKERS = (
    counting(FORMS, form_counts, never),
    counting("passage-forms", passage_counts),
    counting("conclusion-forms", conclusion_counts),
    counting("surface-counts", plain_counts),
    counting("operators", operator_counts),
    counting("function-words", function_words),
    counting(POLARITY, polarity_counts, _is_long),
    counting("passage-lengths", lengths_of_passage),
    counting("conclusion-lengths", lengths_of_conclusion),
    counting("shared-symbols", shared_symbols),
    counting("shared-words", shared_words),
    counting("shared-runs", shared_runs),
    *WORDS,
)
"""The learning attackers; `counts` says what each counts."""


def _always(answer: str, items: Sequence[Item]) -> list[Right]:
    return [answering([answer] * len(items), items)]


def suite(items: Sequence[Item]) -> Suite:
    """The shortcuts for these items, with a constant attacker for each of their answers."""
    constants = (
        Rule(f"always-{option.key}", partial(_always, option.key)) for option in items[0].options
    )
    signs = (labelling(name, rule) for name, rule in SIGN_RULES.items())
    return Suite(
        shortcuts=(*constants, *signs, *ATTACKERS),
        margin=MARGIN,
        parts=("logic", "depth"),
        balanced=True,
        balances=balances,
        agreements=label_agreements,
    )

"""The shortcuts for entailment questions, and how much each may gain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from engine.ask.baselines.signs import SIGN_RULES
from engine.audit.shortcut_suite import Rule, Suite, answering, labelling
from engine.audit.trained import WORDS, counting
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
from engine.families.logicasker.auditing.parity import parity_counts

MARGIN = 0.05
"""How far above chance the lower bound of a shortcut may be: with yes and no, up to 55%."""

FORMS, POLARITY, PARITY = "forms-together", "symbol-polarity", "sign-parity"


def _is_inference(items: Sequence[Item]) -> bool:
    """Whether all questions are chains: one step is the rule itself, whose form tells what follows.

    So what sees forms, their words or the signs of symbols has no limit there and is reported.
    """
    return all((one.traits.depth or 0) > 1 for one in items)


def _has_joints(items: Sequence[Item]) -> bool:
    """Whether all chains have two joints, so that misfits are as many whatever the answer.

    So what sees signs and directions together, as forms do, has a limit from three steps on.
    """
    return all((one.traits.depth or 0) > 2 for one in items)


def _has_even_misfits(items: Sequence[Item]) -> bool:
    """Whether all chains have four joints, so that every path has an even number of misfits.

    So what sees all signs, and directions only about the conclusion, has a limit from five steps
    on.
    """
    return all((one.traits.depth or 0) > 4 for one in items)


ATTACKERS = (
    counting("conclusion-forms", conclusion_counts),
    counting("conclusion-lengths", lengths_of_conclusion),
    counting("operators", operator_counts),
    counting("passage-lengths", lengths_of_passage),
    counting("shared-symbols", shared_symbols),
    counting(FORMS, form_counts, _has_joints),
    counting("passage-forms", passage_counts, _has_joints),
    counting("surface-counts", plain_counts, _is_inference),
    counting("function-words", function_words, _is_inference),
    counting(POLARITY, polarity_counts, _has_joints),
    counting(PARITY, parity_counts, _has_even_misfits),
    counting("shared-words", shared_words, _is_inference),
    counting("shared-runs", shared_runs, _is_inference),
    *(replace(one, is_limited=_is_inference) if "all" in one.name else one for one in WORDS),
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

"""LogicSkills: symbolization, countermodels and validity in two-variable first-order logic.

Three tasks (`task`). `symbolization`: given a sentence and a key, write the formula.
`countermodel`: given an argument in formulas, write a structure of a stated size that shows it is
invalid. `validity`: given premises and six statements, say which statements must be true. Each
group has two items with the same formulas and the same options in the same order, one in English
and one in Carroll's words.

    Every otter followed a fox that scared it.    M: otter, O: fox, P: followed, Q: scared
    ∀x (M(x) → ∃y (O(y) ∧ Q(y, x) ∧ P(x, y)))

What makes it hard is how deeply sentences nest and, for arguments, that no premise suffices alone:
for statements that follow, the fewest premises needed are stated and proved. All six statements are
one sentence with other letters, so nothing in a statement shows whether it follows.

Source: "LogicSkills: A Structured Benchmark for Formal Reasoning in Large Language Models", §3 and
Appendices A and B.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from engine.families.logicskills.params import Params

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.audit.shortcut_suite import Suite
    from engine.core.items import Item
    from engine.decide.draft import FormalDraft
    from engine.logic import Formula
    from engine.show.texts.cards import Card

NAME = "logicskills"
VERSION = 9
_VALIDITY_VERSION = 10
"""That of validity, which has been made otherwise since the other tasks were."""
GROUPS = 300
"""Default number of groups, as many as the paper has for each task."""

__all__ = [
    "GROUPS",
    "NAME",
    "VERSION",
    "Params",
    "audit",
    "card",
    "commands",
    "default_size",
    "draft",
    "items_per_shard",
    "readings",
    "version_of",
]


def draft(params: Params, canonical: str, seed: int, group: int) -> tuple[FormalDraft, ...]:
    """Draft one group: a pure function of the arguments and the version."""
    from engine.families.logicskills import drafting

    return drafting.logicskills_drafts(NAME, version_of(params), params, canonical, seed, group)


def version_of(params: Params) -> int:
    """The version of a task."""
    return _VALIDITY_VERSION if params.task == "validity" else VERSION


def default_size(params: Params) -> int:
    """The default number of items."""
    return GROUPS * params.members


def items_per_shard(params: Params) -> int:
    """The number of items a worker makes at a time."""
    return params.items_per_shard


def commands() -> Mapping[str, Callable[..., None]]:
    """The family's commands, by the words that call them."""
    from engine.families.logicskills.command_line import logicskills
    from engine.families.logicskills.inventory.command import sentences

    return {"import logicskills": logicskills, "sentences": sentences}


def card() -> Card:
    """The dataset card's text, and which items it shows."""
    from engine.show.texts.cards import Card, Sample, card_text

    simple, small = (
        {"types": "quantified_all_some_back"},
        {"task": "countermodel", "max_depth": "1"},
    )
    validity = {"task": "validity"}
    return Card(
        card_text(__file__),
        examples=(Sample((0, 1), simple), Sample((0,), small), Sample((0, 1), validity)),
        gallery=(Sample((0, 1), simple), Sample((0, 1), small), Sample((0, 1), validity)),
    )


def audit(items: Sequence[Item]) -> Suite:
    """What an audit checks in a set of these items."""
    from engine.families.logicskills.auditing import suite

    return suite(items)


def readings(item: Item) -> Callable[[str], tuple[Formula, ...]]:
    """Parse a sentence; imported items use the published templates."""
    from engine.families.logicskills import language

    if item.published_label is None:
        return lambda sentence: language.readings(sentence, item.symbols)

    def published(sentence: str) -> tuple[Formula, ...]:
        found = language.read_published(sentence, item.traits.language)
        return () if found is None else (found.formula,)

    return published

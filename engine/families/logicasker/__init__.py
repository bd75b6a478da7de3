"""LogicAsker: does a conclusion follow by one rule of logic, or by a chain of steps?

A passage states premises. Does the conclusion follow (yes or no)? In the three-way form: does it
follow, contradict them, or neither? Each question tests a skill of the tree (`rules.skills`): a
rule and a kind. Four kinds: `correct`, the conclusion of a rule; `contradiction`, what contradicts
it; `unrelated`, what the premises leave open; `fallacy`, what a named fallacy concludes and the
premises leave open.

    Everyone who sings is tall.     ∀x (P1(x) → P2(x))
    Someone sings.                  ∃x P1(x)
    Someone is tall.                ∃x P2(x)          yes: existential modus ponens

Two recipes. `sound`: a group is an argument that follows and its contrasts, so answers are balanced
within each skill and at each length. One step measures *rule knowledge*: the contrast exchanges two
letters, signs, connectives or sides (`one_step`). Chains measure *inference*: the answer cannot be
seen without signs, without directions, or by counting misfits (`paths`, with proof). `faithful`:
208 skills in turn, one question of one step each, with the negated conclusion or a new statement,
as published (30.3% yes). In both, solvers decide every label.

Source: "LogicAsker: Evaluating and Improving the Logical Reasoning Ability of Large Language
Models", §3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from engine.families.logicasker.params import Params

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.audit.shortcut_suite import Suite
    from engine.core.items import Item
    from engine.decide.draft import LabelDraft
    from engine.decide.entailment import EntailmentCase
    from engine.families.logicasker.recipe_skills import Skills
    from engine.logic import Formula
    from engine.show.texts.cards import Card

NAME = "logicasker"
VERSION = 15

__all__ = [
    "NAME",
    "VERSION",
    "Params",
    "audit",
    "card",
    "checks",
    "commands",
    "default_size",
    "draft",
    "explain",
    "readings",
    "skill_tree",
    "value_name",
]

_ROLES = {
    "correct": "follows",
    "contradiction": "contradicted",
    "unrelated": "unrelated",
    "fallacy": "fallacious",
}
"""How the conclusion relates to the rule, by the role of the question."""


def draft(params: Params, canonical: str, seed: int, group: int) -> tuple[LabelDraft, ...]:
    """Draft one group: a pure function of the arguments and the version."""
    from engine.families.logicasker import drafting

    return drafting.logicasker_drafts(NAME, VERSION, params, canonical, seed, group)


def default_size(params: Params) -> int:
    """The default number of items."""
    return params.default_groups * params.members


def commands() -> Mapping[str, Callable[..., None]]:
    """The family's commands, by the words that call them."""
    from engine.families.logicasker.command_line import logicasker
    from engine.families.logicasker.tree_command import skills

    return {"import logicasker": logicasker, "skills": skills}


def card() -> Card:
    """The dataset card's text, and which items it shows."""
    from engine.families.logicasker.rule_table import rules_section, tree_section
    from engine.show.texts.cards import Card, Sample, card_text

    return Card(
        card_text(__file__),
        parts={"tree": lambda _: tree_section(), "rules": lambda _: rules_section()},
        examples=(Sample((10, 11, 24, 25, 36, 37)),),
        gallery=(Sample((8, 9, 22, 23, 29)),),
    )


def audit(items: Sequence[Item]) -> Suite:
    """What an audit checks in a set of these items."""
    from engine.families.logicasker.auditing import suite

    return suite(items)


def skill_tree(params: Params) -> Skills:
    """The skills that a recipe covers, for second rounds and demonstrations."""
    from engine.families.logicasker.recipe_skills import Skills

    return Skills(params)


def explain(item: Item) -> tuple[str, ...] | None:
    """Explain an answer by the derivation or the two cases in the item's certificate."""
    from engine.families.logicasker.explanation import explain_skill

    certificate = item.certificate
    return explain_skill(item, certificate) if certificate.kind == "entailment" else None


def readings(item: Item) -> Callable[[str], tuple[Formula, ...]] | None:
    """Parse a generated sentence, or a formula in formal items."""
    from engine.families.logicasker.item_checks import meanings

    return None if item.published_label is not None else meanings(item)


def checks(case: EntailmentCase) -> Iterator[str]:
    """Check that skill, argument and derivation fit the kind of question."""
    from engine.families.logicasker.item_checks import problems

    return problems(case)


def value_name(trait: str, key: str) -> str | None:
    """Display names of rules, roles and lengths: one step is rule knowledge, more are inference."""
    if trait == "role":
        return _ROLES.get(key)
    if trait == "depth":
        return f"{key} (rule knowledge)" if key == "1" else f"{key} (inference)"
    if trait != "root_form":
        return None
    from engine.families.logicasker.explanation import rule_name

    name = rule_name(key)
    return name[:1].upper() + name[1:]

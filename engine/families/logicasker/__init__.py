"""LogicAsker: does a conclusion follow by one rule of logic, or by a chain of rules?

What is asked: a passage states premises; does the conclusion follow from them (yes or no), or, in
the three-way form, does it follow, contradict them, or neither? Each question tests a leaf of the
tree of skills (`rules.skills`). Four kinds: `correct`, the conclusion of a rule;
`contradiction`, what contradicts it; `unrelated`, what the premises leave open; `fallacy`, what a
named fallacy concludes and the premises leave open. What makes it hard is the rule, its quantifiers
and the length: the fewest applications of listed rules (`engine.families.logicasker.derivation`). A
step whose result is used twice counts twice; such arguments are not asked.

    Everyone who sings is tall.     ∀x (P1(x) → P2(x))
    Somebody sings.                 ∃x P1(x)
    Somebody is tall.               ∃x P2(x)          yes: existential modus ponens

Two recipes. `sound`: a group is an argument that follows and its contrast twins, each one edit
away, so that answers are equally frequent in each leaf's groups and at each length; arguments and
edits are drawn so that what does not follow looks like what does (`twins`, `signs`, `weights`), as
far as chains may grow by all rules. `faithful`: 208 leaves in turn, one item each, with the negated
conclusion or a new statement, as published
(30.3% yes). In both everything is decided again after the last expansion. What groups of a set ask
differs at least in words, for these take turns (`params.cell`).
Source: "LogicAsker: Evaluating and Improving the Logical Reasoning Ability of Large Language
Models", §3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.core.toml_files import read_toml
from engine.families.logicasker.params import Params

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.audit.suite import Suite
    from engine.core.items import Item
    from engine.decide.draft import LabelDraft
    from engine.decide.entailment import EntailmentCase
    from engine.families.logicasker.recipe_skills import Skills
    from engine.logic import Formula
    from engine.show.cards import Card

NAME = "logicasker"
VERSION = 12

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
    "figures",
    "left_out",
    "readings",
    "skill_tree",
    "value_name",
    "words",
]

_ROLES = {
    "correct": "follows",
    "contradiction": "contradicted",
    "unrelated": "unrelated",
    "fallacy": "fallacious",
}
"""What a question on a rule concludes."""


def draft(params: Params, canonical: str, seed: int, group: int) -> tuple[LabelDraft, ...]:
    """The drafts of one group: a pure function of its arguments and the version."""
    from engine.families.logicasker import drafting

    return drafting.logicasker_drafts(NAME, VERSION, params, canonical, seed, group)


def default_size(params: Params) -> int:
    """Items generated where no number is asked for."""
    return params.default_groups * params.members


def left_out(params: Params, n_groups: int) -> Mapping[str, tuple[str, ...]]:
    """The skills that so many groups should ask about but cannot, by where that is so."""
    from engine.families.logicasker import reaching

    return reaching.left_out(params, n_groups)


def commands() -> Mapping[str, Callable[..., None]]:
    """The commands that the family adds, by the words that call them."""
    from engine.families.logicasker.command_line import logicasker
    from engine.families.logicasker.tree_command import skills

    return {"import logicasker": logicasker, "skills": skills}


def words() -> Mapping[str, Any]:
    """What is said of the family wherever a data set of it is described."""
    return read_toml(Path(__file__).with_name("words.toml"), "the words of the family").table


def card() -> Card:
    """The card's text, and what is shown of its items."""
    from engine.families.logicasker.published_labels import published_labels_section
    from engine.families.logicasker.rule_table import rules_section, tree_section
    from engine.show.cards import Card, Sample, card_text

    return Card(
        card_text(__file__),
        parts={
            "tree": lambda _: tree_section(),
            "rules": lambda _: rules_section(),
            "published": lambda _: published_labels_section(),
        },
        examples=(Sample((10, 11, 24, 25, 36, 37)),),
        gallery=(Sample((8, 9, 22, 23, 37)),),
    )


def audit(items: Sequence[Item]) -> Suite:
    """What an audit looks at in a set of these items."""
    from engine.families.logicasker.auditing import suite

    return suite(items)


def skill_tree(params: Params) -> Skills:
    """The skills that a recipe asks, for second rounds and demonstrations."""
    from engine.families.logicasker.recipe_skills import Skills

    return Skills(params)


def explain(item: Item) -> tuple[str, ...] | None:
    """Why an answer is right: by the derivation or the two cases that the item was made with."""
    from engine.families.logicasker.explanation import explain_skill

    certificate = item.certificate
    return explain_skill(item, certificate) if certificate.kind == "entailment" else None


def readings(item: Item) -> Callable[[str], tuple[Formula, ...]] | None:
    """What a sentence of our own can mean, or a formula as it is written."""
    from engine.families.logicasker.checks import meanings

    return None if item.published_label is not None else meanings(item)


def checks(case: EntailmentCase) -> Iterator[str]:
    """Skill, sound argument, edit and derivation are those of the kind of question."""
    from engine.families.logicasker.checks import problems

    return problems(case)


def value_name(trait: str, key: str) -> str | None:
    """The rules by their names, and what a question on a rule concludes."""
    if trait == "role":
        return _ROLES.get(key)
    if trait != "root_form":
        return None
    from engine.families.logicasker.explanation import rule_name

    name = rule_name(key)
    return name[:1].upper() + name[1:]


def figures() -> tuple[Path, ...]:
    """The figures that the paper reports."""
    from engine.core.resources import data_file

    return (data_file("reported") / f"{NAME}.yaml",)

"""ArgQA: which proposition completes an elementary structure of an argument?

The question shows two sentences of an argument and asks which of four options is the premise best
supporting one or both of them, or the claim best supported by them. There are three structures,
each with three choices of what is shown and what is sought: linear (a → b → c: types 1.1, 1.2,
1.3), convergent (a → c ← b: 2.1, 2.2, 2.3) and divergent (b ← a → c: 3.1, 3.2, 3.3). Arrows are
support between natural propositions, not entailment. What makes it hard: each wrong option
comes from the same argument, and most relate to one or both sentences, but not in the way asked.

    Sentence 1: Most small children are too tired in the evening for any schoolwork.    a
    Sentence 2: Twenty minutes of homework a day is enough for a nine-year-old.  b, a → b
    1.3, the claim best supported by Sentence 2:
                The thick packs of worksheets are a poor use of a family's evening.     c

A group is one of our own arguments (`data/arguments/`) with nine questions, one of each type, all
in one split. Questions rest on no relation that readers dispute. They are chosen so that each
sentence is the key about once for every three times it is a wrong option. No argument is used
twice, so a data set has at most nine items per argument. Keys follow from the graph that the writer
followed; that a person sees it the same way is for readers to say.

`sorites write-questions` follows the paper's construction on a corpus of the user's.

Source: "ArgQA: Evaluation of Reasoning over Elementary Logical Structures in Arguments", §3, Figure
3 and Table 4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from engine.families.argqa.params import Params

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.audit.shortcut_suite import Suite
    from engine.core.items import Item
    from engine.decide.draft import SupportDraft
    from engine.decide.support_checks import SupportCase
    from engine.show.texts.cards import Card

NAME = "argqa"
VERSION = 7

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
    "exports",
    "stock",
]


def draft(params: Params, canonical: str, seed: int, group: int) -> tuple[SupportDraft, ...]:
    """Draft one group: a pure function of the arguments, the version and the corpus."""
    from engine.families.argqa import drafting

    return drafting.argqa_drafts(NAME, VERSION, params, canonical, seed, group)


def default_size(params: Params) -> int:
    """The default number of items: all there are."""
    return params.members * stock(params)


def stock(params: Params) -> int:
    """The number of arguments in the corpus."""
    return params.n_arguments


def commands() -> Mapping[str, Callable[..., None]]:
    """The family's commands, by the words that call them."""
    from engine.families.argqa.command_line import arguments
    from engine.families.argqa.writing.command import write_questions

    return {"import arguments": arguments, "write-questions": write_questions}


def card() -> Card:
    """The dataset card's text, and which items it shows."""
    from engine.families.argqa.material import for_training, material_section, unasked_section
    from engine.show.texts.cards import Card, Sample, card_text

    return Card(
        card_text(__file__),
        parts={"material": lambda _: material_section(), "unasked": lambda _: unasked_section()},
        examples=(Sample(range(9)),),
        gallery=(Sample(range(9, 18)),),
        printable=lambda *made_of: for_training(NAME, VERSION, *made_of),
    )


def audit(items: Sequence[Item]) -> Suite:
    """What an audit checks in a set of these items."""
    from engine.families.argqa.auditing import suite

    return suite(items)


def checks(case: SupportCase) -> Iterator[str]:
    """Check that formulas, roles and structure fit the type of question."""
    from engine.families.argqa.item_checks import problems

    return problems(case)


def exports() -> Mapping[str, Callable[[Sequence[Item]], Mapping[str, Any]]]:
    """The release format of the paper's authors."""
    from engine.families.argqa.release import released

    return {NAME: released}

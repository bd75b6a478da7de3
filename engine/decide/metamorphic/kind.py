"""Which kind of question an item is: what a rewriting has to keep in step goes by this."""

from __future__ import annotations

from enum import StrEnum

from engine.core.items import Item
from engine.core.rotations import is_single_choice
from engine.decide.formal import is_formal
from engine.decide.skill import is_skill_question
from engine.decide.support import is_support_question


class Kind(StrEnum):
    """The kinds of question, each with a certificate of its own."""

    FORMAL = "formal"
    SUPPORT = "support"
    CHOICE = "choice"
    SKILL = "skill"
    STATEMENT = "statement"


_TOLD_BY = (
    (Kind.FORMAL, is_formal),
    (Kind.SUPPORT, is_support_question),
    (Kind.CHOICE, is_single_choice),
    (Kind.SKILL, is_skill_question),
)


def kind_of(item: Item) -> Kind:
    """The kind of question; the first that fits, as in verification."""
    return next((kind for kind, fits in _TOLD_BY if fits(item)), Kind.STATEMENT)


def is_in_formulas(item: Item) -> bool:
    """Whether what is shown is written in formulas instead of sentences."""
    return item.traits.language not in ("en", "carroll", None)

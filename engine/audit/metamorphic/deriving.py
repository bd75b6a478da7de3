"""Derive the gold answer by two procedures from premises and queries of any shape.

Verification knows only the shapes that a family writes. Here a formula may have any shape, such as
a double negation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.core.errors import VerificationError
from engine.core.items import NONE_FOLLOWS, AnswerKind, Item, Outcome
from engine.core.kinds import Fragment, is_formal, kind_of, question_of
from engine.core.rotations import LETTERS
from engine.decide.choice import choice_of, right_key
from engine.decide.choice_findings import Tables, z3_findings
from engine.decide.entailment import label
from engine.decide.formal import COUNTERMODEL, SYMBOLIZATION, derived_ground
from engine.grade import grade
from engine.logic import Entailment, Formula, Not, parse, show
from engine.logic.judging import our_entailment, z3_entailment


def doubled(item: Item) -> Item:
    """The item with every premise and query doubly negated."""
    return replace(
        item,
        premises=tuple(map(_denied_twice, item.premises)),
        query=tuple(map(_denied_twice, item.query)),
    )


def _denied_twice(formula: str) -> str:
    return show(Not(Not(parse(formula))))


def derived_gold(item: Item) -> str:
    """The gold answer of an item; for a structure or a formula, its own if that is right.

    Raises:
        VerificationError: the procedures disagree, or the premises are inconsistent.
    """
    premises, query = tuple(map(parse, item.premises)), tuple(map(parse, item.query))
    kind = kind_of(item)
    if is_formal(item):
        return _formal(item, premises, query)
    if kind.fragment is Fragment.ARGUMENT:
        right = [_agreed(premises, claim) is Entailment.ENTAILED for claim in query]
        return ",".join(key for key, is_right in zip(LETTERS, right, strict=False) if is_right)
    if kind.answer is AnswerKind.CHOICE:
        return _choice(item)
    entailment = _agreed(premises, query[0])
    return label(question_of(item), entailment) or "none"


def _agreed(premises: Sequence[Formula], query: Formula) -> Entailment:
    ours, theirs = our_entailment(premises, query), z3_entailment(premises, query)
    if ours is not theirs or ours is Entailment.INCONSISTENT:
        raise VerificationError(f"our procedure says {ours}, Z3 says {theirs} of {show(query)}")
    return ours


def _choice(item: Item) -> str:
    choice = choice_of(item)
    ours, theirs = Tables(choice).findings(), z3_findings(choice)
    if ours != theirs:
        raise VerificationError(f"truth tables say {ours}, Z3 says {theirs}")
    return right_key(ours) or "none"


def _formal(item: Item, premises: tuple[Formula, ...], query: tuple[Formula, ...]) -> str:
    task = item.traits.question_type
    if task == SYMBOLIZATION:
        asked = replace(item, gold=show(query[0]))
        return item.gold if grade(asked, item.gold).outcome is Outcome.RIGHT else asked.gold
    if task == COUNTERMODEL:
        is_right = grade(item, item.gold).outcome is Outcome.RIGHT
        return item.gold if is_right else NONE_FOLLOWS
    grounds = [derived_ground(premises, option) for option in query]
    right = [str(at) for at, ground in enumerate(grounds, 1) if ground.sources is not None]
    return ",".join(right) or NONE_FOLLOWS

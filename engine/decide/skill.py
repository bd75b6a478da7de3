"""Questions on a skill are labelled by how their conclusion stands to their premises.

It follows, contradicts the premises, or is left open. Our own procedures and Z3 find it, and the
two have to agree; what is left open has two finite structures besides that show it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.core.errors import VerificationError
from engine.core.items import AnswerKind, EntailmentCertificate, Item, Model, Option, Step, Traits
from engine.decide.draft import GroupId, SkillDraft
from engine.logic import Binary, Forall, Formula, Not, Predicate, Quantified, Standing, negate, show
from engine.logic.first_order.models import find_model
from engine.logic.first_order.structures import Structure, rows
from engine.logic.judging import our_standing, z3_standing
from engine.logic.lifting import closed

TWO_WAY, THREE_WAY = "two-way", "three-way"
ANSWERS = {TWO_WAY: ("yes", "no"), THREE_WAY: ("follows", "contradicts", "neither")}
"""The answers of each form of question: yes is that the conclusion follows."""

CORRECT, CONTRADICTION, UNRELATED, FALLACY = "correct", "contradiction", "unrelated", "fallacy"
STANDINGS = {
    CORRECT: Standing.ENTAILED,
    CONTRADICTION: Standing.REFUTED,
    UNRELATED: Standing.UNDETERMINED,
    FALLACY: Standing.UNDETERMINED,
}
"""How the conclusion of each kind stands to the premises."""

LARGEST = 3
"""Individuals that the structures of a certificate may have."""


def is_skill_question(item: Item) -> bool:
    """Whether the item asks if a conclusion follows, in one of the forms of `ANSWERS`."""
    return tuple(option.key for option in item.options) in ANSWERS.values()


def answer(question_type: str, standing: Standing) -> str | None:
    """The right answer; None where a standing has none."""
    three = {Standing.ENTAILED: 0, Standing.REFUTED: 1, Standing.UNDETERMINED: 2}
    if standing not in three:
        return None
    return ANSWERS[question_type][min(three[standing], len(ANSWERS[question_type]) - 1)]


def finish_skills(drafts: Sequence[SkillDraft], made: GroupId) -> tuple[Item, ...]:
    """Label the drafts of one group by both procedures and make items of them.

    Raises:
        VerificationError: a disagreement; the message has the identity and the formulas.
    """
    for draft in drafts:
        ours = our_standing(draft.premises, draft.query)
        theirs = z3_standing(draft.premises, draft.query)
        if not ours is theirs is STANDINGS[draft.kind]:
            told = "; ".join(map(show, draft.premises))
            raise VerificationError(
                f"{made}: our procedure says {ours}, Z3 {theirs}, the"
                f" construction {draft.kind}; premises: {told}; conclusion: {show(draft.query)}"
            )
    return intended_skills(drafts, made)


def intended_skills(drafts: Sequence[SkillDraft], made: GroupId) -> tuple[Item, ...]:
    """The items of one group as constructed, before Z3 has confirmed them.

    Raises:
        VerificationError: no small structure shows that a conclusion is left open.
    """
    items = []
    for at, draft in enumerate(drafts):
        standing = STANDINGS[draft.kind]
        gold = answer(draft.question_type, standing) or ""
        items.append(
            Item(
                **made._asdict(),
                role=draft.kind,
                index=made.group * len(drafts) + at,
                split=draft.split,
                passage=draft.passage,
                question=draft.question,
                options=skill_options(draft.question_type, gold),
                answer_kind=AnswerKind.LABEL,
                gold=gold,
                symbols=draft.symbols,
                premises=tuple(map(show, draft.premises)),
                query=(show(draft.query),),
                intended=gold,
                certificate=_certificate(draft, standing),
                traits=_traits(draft),
            )
        )
    return tuple(items)


@lru_cache(maxsize=8)
def skill_options(question_type: str, gold: str) -> tuple[Option, ...]:
    """The answers; a wrong one has the role `wrong`."""
    keys = ANSWERS[question_type]
    return tuple(Option(key, key, "gold" if key == gold else "wrong") for key in keys)


def _certificate(draft: SkillDraft, standing: Standing) -> EntailmentCertificate:
    premises, conclusion = draft.sound
    models: tuple[Model, ...] = ()
    if standing is Standing.UNDETERMINED:
        found = open_models(draft.premises, draft.query)
        if found is None:
            told = "; ".join(map(show, draft.premises))
            raise VerificationError(
                f"no structure of {LARGEST} shows that {show(draft.query)} is open, given {told}"
            )
        models = found
    steps = draft.derivation.steps
    return EntailmentCertificate(
        steps=tuple(Step(show(step.formula), step.form, step.sources) for step in steps),
        sound_premises=tuple(map(show, premises)),
        conclusion=show(conclusion),
        models=models,
        rejected=draft.rejected,
    )


@lru_cache(maxsize=1 << 12)
def open_models(premises: tuple[Formula, ...], query: Formula) -> tuple[Model, ...] | None:
    """The least structures in which the premises are true, and the query true, and false."""
    told, asked = [closed(premise) for premise in premises], closed(query)
    found = [find_model([*told, claim], LARGEST) for claim in (asked, negate(asked))]
    if any(structure is None for structure in found):
        return None
    return tuple(model_of(structure) for structure in found if structure is not None)


def model_of(structure: Structure) -> Model:
    """A structure as it is stored."""
    true = [
        f"{name}({','.join(map(str, row))})" if row else name
        for (name, places), extension in structure.predicates.items()
        for row in rows(structure.size, places)
        if row in extension
    ]
    return Model(structure.size, tuple(structure.constants.items()), tuple(true))


def structure_of(model: Model) -> Structure:
    """What is stored as a structure again.

    Raises:
        ValueError: an atom is not written as one.
        InputError: a structure cannot be so.
    """
    extensions: dict[tuple[str, int], set[tuple[int, ...]]] = {}
    for atom in model.true:
        name, _, rest = atom.partition("(")
        row = tuple(map(int, rest.removesuffix(")").split(","))) if rest else ()
        extensions.setdefault((name, len(row)), set()).add(row)
    predicates = {key: frozenset(found) for key, found in extensions.items()}
    return Structure(model.size, predicates, dict(model.names))


def _traits(draft: SkillDraft) -> Traits:
    return Traits(
        depth=draft.derivation.length,
        height=draft.derivation.height,
        root_form=draft.root_form,
        forms=tuple(step.form for step in draft.derivation.steps),
        query_shape=query_shape(draft.query),
        question_type=draft.question_type,
        rule=draft.rule,
        leaf=draft.leaf,
        logic=draft.logic,
        language=draft.language,
        structure=draft.edit,
        n_premises=len(draft.premises),
        n_atoms=len(draft.symbols),
    )


def query_shape(formula: Formula) -> str:
    """What a conclusion is at its root: a literal, a compound, one denied, or quantified."""
    match formula:
        case Not(operand=Predicate()) | Predicate():
            return "literal"
        case Not(operand=operand):
            return f"not {query_shape(operand)}"
        case Quantified():
            return "universal" if isinstance(formula, Forall) else "existential"
        case Binary():
            return type(formula).__name__.lower()
        case _:
            return "constant"

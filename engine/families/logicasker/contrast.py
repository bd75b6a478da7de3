"""Fallacies and the sound rules they are mistaken for.

Each fallacy with a sound twin is written in the twin's letters, premises in the same order, so that
the two differ in as few formulas as possible: usually in one premise, or by swapping premise and
conclusion.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import permutations
from types import MappingProxyType
from typing import NamedTuple

from engine.families.logicasker.rules.lifting import Schema
from engine.families.logicasker.rules.skills import schemas, skills
from engine.logic import (
    Binary,
    Formula,
    Not,
    Predicate,
    Quantified,
    alpha_equivalent,
    atoms,
    postorder,
)


class Contrast(NamedTuple):
    """A sound schema and a fallacy in the same letters.

    `edited` are the indexes of the formulas that differ; the conclusion comes last.
    """

    sound: Schema
    fallacy: Schema
    edited: tuple[int, ...]


@cache
def contrasts() -> Mapping[str, Contrast]:
    """Fallacies that have a sound twin, by the key of the fallacy's schema."""
    found = {
        schema.key: _closest(schema, [schemas()[key] for key in form.twins])
        for skill in skills()
        if skill.is_fallacy
        for form in skill.forms
        if form.twins
        for schema in form.schemas
    }
    return MappingProxyType(found)


def has_other_signs(contrast: Contrast) -> bool:
    """Whether a fallacy has other signs than its sound twin, or another number of them."""
    sound, fallacy = contrast.sound, contrast.fallacy
    asked = signs_of([sound.conclusion]) == signs_of([fallacy.conclusion])
    return not asked or signs_of(sound.premises) != signs_of(fallacy.premises)


def signs_of(formulas: Iterable[Formula]) -> Counter[str]:
    """Counts of connectives, quantifiers and atoms of each kind."""
    return Counter(type(node).__name__ for one in formulas for node in postorder(one))


def _closest(fallacy: Schema, twins: Sequence[Schema]) -> Contrast:
    """The spelling of a twin that shares the most formulas with the fallacy."""
    written = [version for twin in twins for version in _versions(twin, fallacy)]
    best = min(written, key=lambda sound: len(_edited(sound, fallacy)))
    edited = _edited(best, fallacy)
    if len(edited) > 1 and len(fallacy.premises) == 1:
        best = _exchanged(twins[0], fallacy)
    return Contrast(best, fallacy, _edited(best, fallacy))


def _exchanged(twin: Schema, fallacy: Schema) -> Schema:
    """The twin as the fallacy with premise and conclusion swapped."""
    return Schema(twin.key, twin.rule, (fallacy.conclusion,), fallacy.premises[0], twin.lift)


def _edited(sound: Schema, fallacy: Schema) -> tuple[int, ...]:
    sound_formulas = (*sound.premises, sound.conclusion)
    fallacy_formulas = (*fallacy.premises, fallacy.conclusion)
    return tuple(
        at
        for at, (one, other) in enumerate(zip(sound_formulas, fallacy_formulas, strict=True))
        if not alpha_equivalent(one, other)
    )


def _versions(twin: Schema, fallacy: Schema) -> Iterator[Schema]:
    """The twin in the fallacy's letters, its premises in any order."""
    own, new = _letters(twin), _letters(fallacy)
    for chosen in permutations(new, len(own)):
        names = dict(zip(own, chosen, strict=True))
        premises = [_renamed(premise, names) for premise in twin.premises]
        conclusion = _renamed(twin.conclusion, names)
        for order in permutations(premises):
            yield Schema(twin.key, twin.rule, order, conclusion, twin.lift, twin.placed)


def _letters(schema: Schema) -> list[str]:
    formulas = (*schema.premises, schema.conclusion)
    return list(dict.fromkeys(atom.name for formula in formulas for atom in atoms(formula)))


def _renamed(formula: Formula, names: Mapping[str, str]) -> Formula:
    match formula:
        case Predicate(name=name, args=args):
            return Predicate(names[name], args)
        case Quantified(variable=variable, body=body):
            return type(formula)(variable, _renamed(body, names))
        case Not(operand=operand):
            return Not(_renamed(operand, names))
        case Binary(left=left, right=right):
            return type(formula)(_renamed(left, names), _renamed(right, names))
        case _:
            return formula

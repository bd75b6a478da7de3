"""Draws trees of a given type and nesting over given letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import TypeVar

from engine.families.logicskills.language import types
from engine.families.logicskills.language.lexicon import LETTERS
from engine.families.logicskills.language.trees import (
    Clause,
    Compound,
    Ellipsis,
    Identical,
    Name,
    Phrase,
    Pronoun,
    Quantifier,
    There,
    Tree,
    Verb,
)

_Choice = TypeVar("_Choice")
_EVERY_OR_SOME = (Quantifier.EVERY, Quantifier.SOME)
_EMBEDDED = ("conjunction_both", "disjunction_either", "conditional_if_then", "negation_compound")


@dataclass(frozen=True, slots=True)
class Palette:
    """The letters that sentences may use."""

    names: Sequence[str] = LETTERS["name"]
    properties: Sequence[str] = LETTERS["verb"] + LETTERS["adjective"]
    nouns: Sequence[str] = LETTERS["noun"]
    relations: Sequence[str] = LETTERS["relation"]


@lru_cache(maxsize=4)
def _leaves(is_flat: bool, is_plain: bool) -> tuple[str, ...]:
    """The types of clause that a connective may join."""
    return tuple(
        name
        for name in (types.LEAVES if is_flat else types.ONE_PHRASE)
        if not (is_plain and name in types.DENIALS) and (is_flat or name not in types.FLAT)
    )


def draw_tree(name: str, depth: int, palette: Palette, rng: Random) -> Tree:
    """Draw a sentence of a type, nested as deep as wanted if the type allows it.

    The palette needs every kind of letter, and two names for an ellipsis.
    """
    depth = max(types.least_depth(name), types.greatest_depth(name, depth))
    return _Drawing(palette, rng).tree(name, depth)


IDENTITIES = (
    "a = b",
    "a ≠ b",
    "∀x (F(x) → x = a)",
    "∀x (F(x) ↔ x = a)",
    "∀x (x ≠ a → P(x, a))",
    "∀x (P(a, x) → x = b)",
    "∀x ∀y (P(x, y) → x = y)",
    "∀x (F(x) → ∀y (F(y) → x = y))",
    "∃x (F(x) ∧ ∀y (F(y) → x = y))",
    "∃x (M(x) ∧ ∃y (M(y) ∧ x ≠ y))",
    "∀x (M(x) → ∀y (M(y) ∧ x ≠ y → P(x, y)))",
    "∀x (M(x) → ∃y (M(y) ∧ x ≠ y ∧ P(x, y)))",
)
"""What is said with identity: of names, “only”, “other”, “at most one”, “exactly one”, “two”."""


def draw_identity(palette: Palette, rng: Random) -> Identical:
    """Draw what is said with identity; the palette needs two names."""
    letters = (*rng.sample(palette.names, 2), rng.choice(palette.properties))
    letters += (rng.choice(palette.nouns), rng.choice(palette.relations))
    return Identical(rng.choice(IDENTITIES).translate(str.maketrans("abFMP", "".join(letters))))


class _Drawing:
    """Draws the parts of one tree."""

    def __init__(self, palette: Palette, rng: Random) -> None:
        self._of = palette
        self._draw = rng.random

    def tree(self, name: str, depth: int) -> Tree:
        """A tree of this type and exactly this nesting."""
        if name in types.OPEN or name in types.NESTED:
            return self._compound(name, depth)
        if name in types.ELLIPSES:
            first = self._name()
            second = first
            while second == first:
                second = self._name()
            verb = self._simple_verb()
            while verb.object in (first, second):  # not “Jonas tickled Jonas and so did Henry”
                verb = self._simple_verb()
            return Ellipsis(name, (first, second), verb)
        if name in types.THERE:
            subject = Phrase(Quantifier.EVERY, self._one(self._of.nouns))
            is_denied = types.THERE[name]
            relation = self._one(self._of.relations)
            return There(self._one(self._of.nouns), is_denied, subject, relation)
        return self._clause(name, depth)

    def _clause(self, name: str, depth: int) -> Clause:
        nested = depth - 1
        if name in types.ONE_PHRASE:
            that = self._relative(nested) if nested else None
            verb = self._simple_verb()
            while verb == that:
                verb = self._simple_verb()
            return Clause(self._phrase(types.ONE_PHRASE[name], that), verb)
        if name in types.NAME_AND_PHRASE:
            that = self._relative(nested) if nested else None
            about = self._phrase(types.NAME_AND_PHRASE[name], that)
            return Clause(self._name(), self._verb(about))
        if name in types.TWO_PHRASES:
            return self._two_phrases(*types.TWO_PHRASES[name], nested)
        if name in types.BACK:
            first, second = types.BACK[name]
            about = self._phrase(second, self._verb(Pronoun.IT))
            return Clause(self._phrase(first), self._verb(about))
        if name in types.THREE_PHRASES:
            quantifier = types.THREE_PHRASES[name]
            that = self._relative(nested - 1) if nested > 1 else None
            inner = self._verb(self._phrase(quantifier, that))
            about = self._phrase(quantifier, inner)
            return Clause(self._phrase(quantifier), self._verb(about))
        if name == types.SELF:
            return Clause(self._phrase(Quantifier.SOME), self._verb(Pronoun.ITSELF))
        return self._of_name(name)

    def _of_name(self, name: str) -> Clause:
        """A clause about a name; two in three negations are of a property."""
        is_denied = name == types.NEGATION
        is_dyadic = name == "atomic_dyadic" or (is_denied and self._draw() < 1 / 3)
        if is_dyadic:
            return Clause(self._name(), self._verb(self._name(), is_denied=is_denied))
        letter = self._one([*self._of.properties, *self._of.nouns])
        return Clause(self._name(), Verb(letter, is_denied=is_denied))

    def _two_phrases(self, first: Quantifier, second: Quantifier, nested: int) -> Clause:
        thats: list[Verb | None] = [None, None]
        if nested:
            thats[int(self._draw() < 0.5)] = self._relative(nested)
        about = self._phrase(second, thats[1])
        return Clause(self._phrase(first, thats[0]), self._verb(about))

    def _relative(self, depth: int) -> Verb:
        """A relative clause; verbs are negated only without a quantified object."""
        if depth > 1:
            quantifier = self._one(_EVERY_OR_SOME)
            return self._verb(self._phrase(quantifier, self._relative(depth - 1)))
        if self._draw() < 1 / 3:
            return self._verb(self._phrase(self._one(_EVERY_OR_SOME)))
        return self._simple_verb(is_denied=self._draw() < 1 / 3)

    def _compound(self, form: str, depth: int) -> Compound:
        count = 1 if form == "negation_compound" else 3 if form == "conditional_nested" else 2
        deepest = int(self._draw() * count)
        is_open = form in types.OPEN and (form != "conditional_if_then" or depth < 3)
        while True:
            parts = tuple(
                self._part(
                    depth - 1 if at == deepest else 1 + int(self._draw() * (depth - 1)),
                    is_open=is_open,
                    is_antecedent=form == "conditional_if_then" and at == 0,
                    is_denied=form == "negation_compound",
                    is_plain=types.UNDENIED.get(form) == at,
                )
                for at in range(count)
            )
            if len(set(parts)) == count:
                return Compound(form, parts)

    def _part(
        self, depth: int, *, is_open: bool, is_antecedent: bool, is_denied: bool, is_plain: bool
    ) -> Tree:
        """A part of a compound; no “if” in an antecedent, and no negation of a negation."""
        if is_open or depth == 1 or (depth == 2 and not is_denied and self._draw() < 0.5):
            return self._leaf(depth, is_plain)
        forms = [
            form
            for form in _EMBEDDED
            if not (is_antecedent and form == "conditional_if_then")
            and not (form == "negation_compound" and (is_denied or depth < 3))
        ]
        return self._compound(self._one(forms), depth)

    def _leaf(self, depth: int, is_plain: bool) -> Tree:
        """A clause without a connective; a plain one is not negated."""
        return self._clause(self._one(_leaves(depth == 1, is_plain)), depth)

    def _simple_verb(self, *, is_denied: bool = False) -> Verb:
        """A property, or a relation to a name."""
        if self._draw() < 0.5:
            return Verb(self._one(self._of.properties), is_denied=is_denied)
        return self._verb(self._name(), is_denied=is_denied)

    def _verb(self, about: Name | Phrase | Pronoun, *, is_denied: bool = False) -> Verb:
        return Verb(self._one(self._of.relations), about, is_denied)

    def _phrase(self, quantifier: Quantifier, that: Verb | None = None) -> Phrase:
        return Phrase(quantifier, self._one(self._of.nouns), that)

    def _name(self) -> Name:
        return Name(self._one(self._of.names))

    def _one(self, choices: Sequence[_Choice]) -> _Choice:
        return choices[int(self._draw() * len(choices))]

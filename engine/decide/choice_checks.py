"""Verify everything stored of a single choice by deriving it again.

Both procedures must agree and find no fault; the roles of distractors and the grounds of all
options must match the truth tables; every sentence of passage and options must read back to exactly
its formula.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from engine.core.errors import InputError
from engine.core.items import ChoiceCertificate
from engine.core.rotations import LETTERS
from engine.decide.case import Case, Found, identity, own, read_formula, text_of
from engine.decide.choice import choice_of, derived_traits, faults, option_roles, right_key
from engine.decide.choice_findings import Choice, Findings, Tables, z3_findings
from engine.logic import Formula, atoms

METHODS = "truth table, Z3"


@dataclass
class ChoiceCase(Case):
    """A single choice, decided by what follows in propositional logic."""

    @cached_property
    def choice(self) -> Choice:
        """The formulas, over exactly the symbols."""
        choice = choice_of(self.item, read_formula)
        spoken = frozenset().union(*map(_names, (*choice.premises, *self.queries)))
        if spoken != set(choice.order) or len(spoken) != len(choice.order):
            raise InputError("its symbols are not the atoms of its formulas")
        return choice

    @cached_property
    def tables(self) -> Tables:
        """Truth tables of the choice."""
        return Tables(self.choice)

    @cached_property
    def findings(self) -> Findings:
        """What follows, by the tables."""
        return self.tables.findings()

    @property
    def found(self) -> Found:
        """The right option, and what it follows from."""
        verdict = right_key(self.findings) or "undecided"
        if verdict not in LETTERS[: len(self.choice.options)]:
            return Found(verdict)
        return Found(verdict, self.tables.grounds()[LETTERS.index(verdict)].sources)


@lru_cache(maxsize=1 << 14)
def _names(formula: Formula) -> frozenset[str]:
    return frozenset(atom.name for atom in atoms(formula))


def _label(case: ChoiceCase) -> Iterator[str]:
    item, ours = case.item, case.findings
    theirs = z3_findings(case.choice)
    if ours != theirs:
        yield f"truth tables say {ours}, Z3 says {theirs}"
    yield from faults(ours, case.choice.conclusion is not None)
    key = right_key(ours)
    if item.gold != key:
        yield f"the gold answer is {item.gold}, but {key} is right"
    if item.intended != item.gold and not case.is_imported:
        yield f"the construction intended {item.intended}"
    roles = option_roles(case.choice, ours)
    if [option.role for option in item.options] != roles:
        yield f"the options' roles are not {', '.join(roles)}"


def _text(case: ChoiceCase) -> Iterator[str]:
    """The wording of imported items is not checked."""
    item, choice = case.item, case.choice
    if case.is_imported:
        return
    conclusion = () if choice.conclusion is None else (choice.conclusion,)
    sentences = (*item.passage, *(option.text for option in item.options))
    yield from text_of(case, sentences, (*choice.premises, *conclusion, *choice.options))


def _certificate(case: ChoiceCase) -> Iterator[str]:
    if case.stored(ChoiceCertificate).grounds != case.tables.grounds():
        yield "the grounds are not those that the formulas give"


def _counts(case: ChoiceCase) -> Iterator[str]:
    found = derived_traits(case.choice, case.findings, case.tables.grounds())
    wrong = [name for name, value in found.items() if getattr(case.item.traits, name) != value]
    if wrong:
        yield f"traits that are not those of the item: {', '.join(wrong)}"


CHECKS = (identity, _label, _text, _certificate, _counts, own)

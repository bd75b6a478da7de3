"""LogicAsker's skills: a tree of named rules, their forms, and the questions on each.

The tree is data (`data/lexicon/logicasker/skills.toml`) over the rules of
`engine.logic.proofs.rules`; code makes the universal and existential versions of propositional
skills. What users call a skill is such a rule with a kind of problem: 82 published names give
208, 149 forms give 401. What the published data lack is marked as added. Source: LogicAsker, §3.1
and Tables 2 to 5.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any

from engine.core.errors import InputError
from engine.core.resources import data_file
from engine.families.logicasker.rules.lifting import Lift, Schema, in_no_domain, lifted, schema_of
from engine.logic.occurrences import atoms, closed
from engine.logic.proofs.rules import rules
from engine.logic.status import entailment
from engine.logic.verdicts import Entailment

_FALLACY = "fallacy"
_CATEGORIES = ("equivalence", "inference", _FALLACY)
_PUBLISHED_WORD = {"equivalent": "equivalence"}


class Problem(StrEnum):
    """The question about a skill, in the published data's words.

    A fallacy is asked as an `inference` there: its conclusion, which does not follow.
    """

    INFERENCE = "inference"
    CONTRADICTION = "contradiction"
    UNRELATED = "unrelated"


class Source(StrEnum):
    """Where a skill or form comes from: the published data, only the paper, or only us."""

    PUBLISHED = "published"
    PAPER = "paper"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class Form:
    """One form of a skill. Its schemas differ in which of two conclusions they draw."""

    key: str
    source: Source
    schemas: tuple[Schema, ...]


@dataclass(frozen=True)
class Skill:
    """A named rule: its place in the tree and its forms.

    `name` is the published name, if there is one; `base` the key of the propositional skill that a
    lifted one comes from, else its own.
    """

    name: str
    textbook: str
    logic: str
    category: str
    lift: Lift
    base: str
    is_published: bool
    note: str
    forms: tuple[Form, ...]

    @property
    def is_fallacy(self) -> bool:
        """Whether the forms are invalid."""
        return self.category == _FALLACY

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The questions about the skill."""
        return (Problem.INFERENCE,) if self.is_fallacy else tuple(Problem)

    @cached_property
    def schemas(self) -> tuple[Schema, ...]:
        """The schemas of all forms."""
        return tuple(schema for form in self.forms for schema in form.schemas)

    def id_of(self, problem: Problem) -> str:
        """The id of the skill with this problem."""
        return skill_id_of(self.logic, self.category, self.name, problem)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids, one for each problem."""
        return tuple(self.id_of(problem) for problem in self.problems)


def skill_id_of(logic: str, category: str, name: str, problem: str) -> str:
    """The id of a skill, from four columns of the published data as they are.

    >>> skill_id_of("predicate", "equivalent", "universal De Morgan's laws", "unrelated")
    'predicate.equivalence.universal_de_morgans_laws.unrelated'
    """
    category = _PUBLISHED_WORD.get(category, category)
    return ".".join(map(_slug, (logic, category, name, problem)))


@cache
def _slug(text: str) -> str:
    return re.sub(r"[^a-z]+", "_", text.lower().replace("'", "")).strip("_")


@cache
def skills() -> tuple[Skill, ...]:
    """All skills: first propositional logic, then predicate logic.

    Raises:
        InputError: the data file names a rule or category that does not exist.
    """
    path = data_file("lexicon/logicasker/skills.toml")
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["skill"]
    try:
        own = [_skill(row, Lift.NONE) for row in rows]
        versions = [
            _skill(row, lift)
            for lift in (Lift.UNIVERSAL, Lift.EXISTENTIAL)
            for row in rows
            if row["logic"] == "propositional"
        ]
    except (KeyError, ValueError) as error:
        raise InputError(f"{path.name}: {error!r} is wrong or missing") from error
    propositional = [skill for skill in own if skill.logic == "propositional"]
    predicate = [skill for skill in own if skill.logic != "propositional"]
    return (*propositional, *versions, *predicate)


def _skill(row: Mapping[str, Any], lift: Lift) -> Skill:
    if row["category"] not in _CATEGORIES or row["logic"] not in ("propositional", "predicate"):
        raise ValueError(row["key"])
    name, textbook = row["name"], row.get("textbook", row["name"])
    if lift is not Lift.NONE:
        name, textbook = f"{lift} {name}", f"{lift} {textbook}"
    forms = [form for entry in row["forms"] for form in _forms(entry, lift)]
    return Skill(
        name=name,
        textbook=textbook,
        logic=row["logic"] if lift is Lift.NONE else "predicate",
        category=row["category"],
        lift=lift,
        base=row["key"],
        is_published=Source(row["origin"]) is Source.PUBLISHED,
        note=row.get("note", ""),
        forms=tuple(forms),
    )


def _forms(entry: Mapping[str, Any], lift: Lift) -> list[Form]:
    """The forms that one row gives; with two premises, an existential version has two."""
    versions = [
        tuple(lifted(schema_of(rules()[key], reversed_=entry.get("reversed", False)), lift))
        for key in entry["rules"]
    ]
    source = Source(entry["origin"])
    return [Form(group[0].key, source, group) for group in zip(*versions, strict=True)]


@cache
def schemas() -> Mapping[str, Schema]:
    """All schemas by key, fallacies included."""
    return MappingProxyType({s.key: s for skill in skills() for s in skill.schemas})


@cache
def skill_of() -> Mapping[str, Skill]:
    """The skill of each schema, by the schema's key."""
    return MappingProxyType({s.key: skill for skill in skills() for s in skill.schemas})


@cache
def skill_of_id() -> Mapping[str, tuple[Skill, Problem]]:
    """The rule and problem of every skill, by id."""
    found = {skill.id_of(p): (skill, p) for skill in skills() for p in skill.problems}
    return MappingProxyType(found)


@cache
def published_skill_ids() -> tuple[str, ...]:
    """The ids of the 208 skills of the published data."""
    return tuple(id_ for id_, (skill, _) in skill_of_id().items() if skill.is_published)


def form_skill_id(skill_id: str, form: Form) -> str:
    """The id of a skill by form, below the skill's own."""
    return f"{skill_id}#{form.key}"


@cache
def form_skill_ids(*, published: bool = False) -> tuple[str, ...]:
    """The ids of skills by form; `published` selects the 401 of the published forms."""
    return tuple(
        form_skill_id(skill_id, form)
        for skill in skills()
        if skill.is_published or not published
        for form in skill.forms
        if form.source is Source.PUBLISHED or not published
        for skill_id in skill.ids
    )


def needs_individual(schema: Schema) -> bool:
    """Whether a valid schema holds only if there is at least one individual.

    A name must denote something, so a schema with a name never needs this.
    """
    formulas = [closed(formula) for formula in (*schema.premises, schema.conclusion)]
    *premises, conclusion = map(in_no_domain, formulas)
    if any(atom.args for formula in (*premises, conclusion) for atom in atoms(formula)):
        return False
    return entailment(premises, conclusion) not in (Entailment.ENTAILED, Entailment.INCONSISTENT)

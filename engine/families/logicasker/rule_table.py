"""LogicAsker's rule table: each rule with its formula, an English example and its proof status.

Proofs are made when the page is written, so the table shows what this version's procedures find.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from random import Random

from engine.families.logicasker.language import canonical, draw_vocabulary, sentence
from engine.families.logicasker.params import chosen_skill_ids
from engine.families.logicasker.rules.lifting import Lift, Schema
from engine.families.logicasker.rules.skills import (
    Form,
    Skill,
    form_skill_ids,
    needs_individual,
    published_skill_ids,
    skill_of_id,
    skills,
)
from engine.logic import Entailment, free_variables, show
from engine.logic.first_order.herbrand import herbrand_entailment
from engine.logic.first_order.models import find_countermodel
from engine.logic.first_order.quantified_session import z3_first_order_entailment
from engine.logic.occurrences import closed
from engine.show.tables.html import DASH, Cell, Column, code, count, table, text
from engine.show.texts.escaping import escape

_MOST_INDIVIDUALS = 3
"""Enough for a countermodel to each listed fallacy."""

_SOURCES = {"published": "paper’s data", "paper": "paper’s tables alone", "added": "ours"}
_COLUMNS = (
    Column("Rule"),
    Column("Formula"),
    Column("As a model sees it"),
    Column("Verified"),
    Column("Domain"),
    Column("From"),
)


@dataclass(frozen=True, slots=True)
class _Row:
    """A form of a skill, with its quantified versions."""

    skill: Skill
    form: Form
    schema: Schema
    versions: tuple[Schema, ...]


def rules_section() -> str:
    """All rules: propositional ones with a count of their versions, then each version."""
    parts = []
    own = [row for row in _rows() if row.skill.lift is Lift.NONE]
    for (logic, category), group in groupby(own, lambda r: (r.skill.logic, r.skill.category)):
        rows = list(group)
        parts.append(_table(f"{_TITLES[category]} of {logic} logic", rows))
        parts.append(_notes(rows))
    for lift, title in _LIFTED.items():
        rows = [row for row in _rows() if row.skill.lift is lift]
        parts.append(
            f'<details class="el-fold"><summary>{title}: {len(rows)} forms</summary>'
            f"{_table(title, rows, with_category=True)}</details>"
        )
    return "\n\n".join(part for part in parts if part)


_TITLES = {"equivalence": "Equivalences", "inference": "Inferences", "fallacy": "Fallacies"}
_LIFTED = {
    Lift.UNIVERSAL: "The universal versions of the propositional rules",
    Lift.EXISTENTIAL: "Their existential versions, one for each premise that can have ∃",
}


def _rows() -> Iterator[_Row]:
    """A row for each schema, in the order of the tree."""
    lifted: dict[str, list[Schema]] = {}
    for skill in skills():
        for schema in skill.schemas:
            lifted.setdefault(_base(schema), []).append(schema)
    blocks = list(_TITLES)
    for skill in sorted(
        skills(), key=lambda s: (s.logic != "propositional", blocks.index(s.category))
    ):
        for form in skill.forms:
            for schema in form.schemas:
                yield _Row(skill, form, schema, tuple(lifted[_base(schema)]))


def _base(schema: Schema) -> str:
    """The key of the schema from which a version was made."""
    return schema.key.split(".universal")[0].split(".existential")[0]


def _table(title: str, rows: Sequence[_Row], *, with_category: bool = False) -> str:
    cells = [
        [
            _name(row.skill),
            *([text(row.skill.category)] if with_category else []),
            _formula(row),
            _english(row.schema),
            _verified(row),
            _domain(row),
            text(_SOURCES[row.form.source]),
        ]
        for row in rows
    ]
    more = (Column("Category"),) if with_category else ()
    return table(escape(title), (_COLUMNS[0], *more, *_COLUMNS[1:]), cells)


def _name(skill: Skill) -> Cell:
    called = escape(skill.name)
    if skill.textbook == skill.name:
        return Cell(called)
    return Cell(f"{escape(skill.textbook)} <small>{called}</small>")


def _formula(row: _Row) -> Cell:
    sign = "⊬" if row.skill.is_fallacy else "⊢"
    premises = ", ".join(map(show, row.schema.premises))
    return code(f"{premises} {sign} {show(row.schema.conclusion)}")


def _english(schema: Schema) -> Cell:
    """An English example, the same each time the page is written."""
    formulas = [*schema.premises, schema.conclusion]
    if any(map(free_variables, formulas)):
        return Cell("<small>not asked: it has a free variable</small>", "")
    rng = Random(schema.key)
    plain = [canonical(formula) for formula in formulas]
    words = draw_vocabulary(plain, rng)
    *premises, conclusion = [sentence(formula, words, rng) for formula in plain]
    return Cell(f"{escape(' '.join(premises))} <small>Conclusion: {escape(conclusion)}</small>")


def _verified(row: _Row) -> Cell:
    """What two procedures find about the form and all its versions."""
    versions = row.versions if row.skill.lift is Lift.NONE else (row.schema,)
    n = sum(_is_as_listed(schema, row.skill.is_fallacy) for schema in versions)
    found = "invalid" if row.skill.is_fallacy else "valid"
    shown = found if len(versions) == 1 else f"{found} in {n} of {len(versions)} versions"
    if n < len(versions):
        return Cell(f"<strong>{shown if len(versions) > 1 else f'not {found}'}</strong>")
    return Cell(shown)


@cache
def _is_as_listed(schema: Schema, is_fallacy: bool) -> bool:
    """Whether our procedure and Z3 agree and, for a fallacy, a structure refutes it."""
    premises, conclusion = [closed(p) for p in schema.premises], closed(schema.conclusion)
    own_status = herbrand_entailment(premises, conclusion)
    z3_status = z3_first_order_entailment(premises, conclusion)
    if not is_fallacy:
        return own_status is z3_status and own_status in (
            Entailment.ENTAILED,
            Entailment.INCONSISTENT,
        )
    fails = find_countermodel(premises, conclusion, _MOST_INDIVIDUALS)
    return own_status is z3_status is Entailment.UNDETERMINED and fails is not None


def _domain(row: _Row) -> Cell:
    if not row.skill.is_fallacy and needs_individual(row.schema):
        return Cell("not empty")
    return Cell(DASH)


def _notes(rows: Sequence[_Row]) -> str:
    shown = dict.fromkeys((row.skill.textbook, row.skill.note) for row in rows if row.skill.note)
    listed = "".join(f"<li>{escape(name)}: {escape(note)}</li>" for name, note in shown)
    return f"<ul>{listed}</ul>" if shown else ""


def tree_section() -> str:
    """The counts of the tree, and the skills without questions."""
    known, published = tuple(skill_of_id()), published_skill_ids()
    counts = [
        ("named rules", len(skills()), sum(skill.is_published for skill in skills())),
        ("skills: a rule with a kind of question", len(known), len(published)),
        *(
            (f"{logic} skills", _starting(known, logic), _starting(published, logic))
            for logic in ("propositional", "predicate")
        ),
        ("skills by form", len(form_skill_ids()), len(form_skill_ids(published=True))),
    ]
    columns = (
        Column("what"),
        Column("in all", numeric=True),
        Column("in the paper’s data", numeric=True),
    )
    rows = [[text(what), count(n), count(n_published)] for what, n, n_published in counts]
    return f"{table('The tree of skills', columns, rows)}\n\n{_unasked()}"


def _starting(ids: Sequence[str], beginning: str) -> int:
    return sum(skill_id.startswith(beginning) for skill_id in ids)


def _unasked() -> str:
    """The rules that are not asked at every length."""
    asked, longer = (set(chosen_skill_ids("all", "", length)) for length in (1, 2))
    found: dict[tuple[str, str, str], list[str]] = {}
    for skill in skills():
        if not longer.issuperset(skill.ids):
            when = "at length one alone" if asked & set(skill.ids) else "never"
            found.setdefault((skill.base, when, skill.note), []).append(skill.name)
    rows = [
        [text(", ".join(names)), text(when), text(note)] for (_, when, note), names in found.items()
    ]
    columns = (Column("Skills"), Column("Asked"), Column("Remark"))
    return table("Rules that are not asked in chains, or not at all", columns, rows)

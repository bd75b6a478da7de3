"""`sorites skills`: the tree of rules, laws and fallacies."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer

from engine.show.terminal.options import AsJson

if TYPE_CHECKING:
    from engine.families.logicasker.rules.lifting import Schema
    from engine.families.logicasker.rules.skills import Skill


def skills(
    forms: Annotated[bool, typer.Option("--forms", help="Each form with its formulas.")] = False,
    as_json: AsJson = False,
) -> None:
    """Print the rules, laws and fallacies of LogicAsker as a tree, with the number of skills."""
    from engine.families.logicasker.rules.skills import skills as all_skills
    from engine.show.terminal.output import say, write_json

    if as_json:
        write_json({"counts": _counts(), "rules": [_document(skill) for skill in all_skills()]})
        return
    for line in _lines(forms):
        say(line)


def _counts() -> dict[str, int]:
    from engine.families.logicasker.rules.skills import (
        form_skill_ids,
        published_skill_ids,
        skill_of_id,
        skills,
    )

    published = published_skill_ids()
    return {
        "rules": len(skills()),
        "skills": len(skill_of_id()),
        "form_skills": len(form_skill_ids()),
        "published_rules": sum(skill.is_published for skill in skills()),
        "published_skills": len(published),
        "published_propositional_skills": sum(
            skill_id.startswith("prop") for skill_id in published
        ),
        "published_predicate_skills": sum(one.startswith("pred") for one in published),
        "published_form_skills": len(form_skill_ids(published=True)),
    }


def _lines(with_forms: bool) -> Iterator[str]:
    from engine.families.logicasker.rules.skills import skills

    counts = _counts()
    yield (
        f"{counts['published_skills']} published skills"
        f" ({counts['published_propositional_skills']} propositional,"
        f" {counts['published_predicate_skills']} predicate), {counts['published_form_skills']} by"
        f" form; with what we add (marked +), {counts['skills']} skills, {counts['form_skills']}"
        " by form"
    )
    blocks = groupby(_by_block(skills()), lambda skill: (skill.logic, skill.category))
    for (logic, category), block in blocks:
        members = list(block)
        n = sum(len(skill.ids) for skill in members)
        yield f"\n{logic} logic, {category}: {len(members)} rules, {n} skills"
        for skill in members:
            yield from _of_skill(skill, with_forms)


def _by_block(found: tuple[Skill, ...]) -> list[Skill]:
    logics, categories = ("propositional", "predicate"), ("equivalence", "inference", "fallacy")
    return sorted(found, key=lambda s: (logics.index(s.logic), categories.index(s.category)))


def _of_skill(skill: Skill, with_forms: bool) -> Iterator[str]:
    mark = " " if skill.is_published else "+"
    textbook = f" ({skill.textbook})" if skill.textbook != skill.name else ""
    problems = ", ".join(skill.problems)
    n = len(skill.forms)
    yield f"{mark} {skill.name}{textbook}: {problems}; {n} form{'s' * (n > 1)}"
    if not with_forms:
        return
    if skill.note:
        yield f"      {skill.note}"
    for form in skill.forms:
        for schema in form.schemas:
            yield f"    {' ' if form.source == 'published' else '+'} {_shown(schema)}"


def _shown(schema: Schema) -> str:
    from engine.families.logicasker.rules.skills import needs_individual, skill_of
    from engine.logic import show

    is_fallacy = skill_of()[schema.key].is_fallacy
    premises = ", ".join(map(show, schema.premises))
    needs = "" if is_fallacy or not needs_individual(schema) else "  (if anybody exists)"
    return f"{premises} {'⊬' if is_fallacy else '⊢'} {show(schema.conclusion)}{needs}"


def _document(skill: Skill) -> dict[str, object]:
    from engine.families.logicasker.rules.skills import form_skill_id, needs_individual
    from engine.logic import show

    return {
        "name": skill.name,
        "textbook": skill.textbook,
        "logic": skill.logic,
        "category": skill.category,
        "published": skill.is_published,
        "note": skill.note,
        "skills": skill.ids,
        "forms": [
            {
                "key": schema.key,
                "form": form.key,
                "skills": [form_skill_id(skill_id, form) for skill_id in skill.ids],
                "source": form.source,
                "premises": [show(premise) for premise in schema.premises],
                "conclusion": show(schema.conclusion),
                "valid": not skill.is_fallacy,
                "needs_individual": not skill.is_fallacy and needs_individual(schema),
            }
            for form in skill.forms
            for schema in form.schemas
        ],
    }

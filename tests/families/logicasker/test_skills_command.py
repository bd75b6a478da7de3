"""`sorites skills` prints the tree with its counts."""

import re
from collections.abc import Iterator

import orjson
from typer.testing import CliRunner

from engine.cli import app


def test_the_tree_is_printed_with_its_counts() -> None:
    printed = CliRunner().invoke(app, ["skills", "--forms"])
    assert printed.exit_code == 0
    assert "208 published skills (62 propositional, 146 predicate), 401 by form" in printed.output
    assert "p → q, q ⊬ p" in printed.output
    assert "p → ∃x F(x) ⊢ ∃x (p → F(x))  (if anybody exists)" in printed.output
    assert "+ constructive dilemma: inference, contradiction, unrelated" in printed.output


def test_the_document_has_each_skill_once() -> None:
    document = orjson.loads(CliRunner().invoke(app, ["skills", "--json"]).output)
    skills = [skill_id for skill in document["rules"] for skill_id in skill["skills"]]
    assert len(skills) == len(set(skills)) == document["counts"]["skills"]
    published = [skill_id for s in document["rules"] if s["published"] for skill_id in s["skills"]]
    assert len(published) == document["counts"]["published_skills"] == 208


def test_the_document_has_the_401_skills_by_form_below_the_published() -> None:
    document = orjson.loads(CliRunner().invoke(app, ["skills", "--json"]).output)
    published = {
        skill_id
        for skill in document["rules"]
        if skill["published"]
        for form in skill["forms"]
        if form["source"] == "published"
        for skill_id in form["skills"]
    }
    assert len(published) == document["counts"]["published_form_skills"] == 401
    above = {skill_id for skill in document["rules"] for skill_id in skill["skills"]}
    assert {skill_id.partition("#")[0] for skill_id in published} <= above


def test_the_printed_forms_account_for_the_counts() -> None:
    lines = CliRunner().invoke(app, ["skills", "--forms"]).output.splitlines()
    counts = orjson.loads(CliRunner().invoke(app, ["skills", "--json"]).output)["counts"]
    every = list(_printed(lines))
    assert sum(n for _, n in every) == counts["form_skills"]
    published = sum(n for is_published, n in every if is_published)
    assert published == counts["published_form_skills"] == 401


def _printed(lines: list[str]) -> Iterator[tuple[bool, int]]:
    """Of each printed form whether it is published, and on how many skills it stands."""
    skills, is_published, is_one_form = 0, False, False
    for line in lines:
        if head := re.match(r"([ +]) \S.*: ([a-z, ]+); \d+ forms?$", line):
            skills, is_published = len(head[2].split(", ")), head[1] == " "
            is_one_form = False
        elif "counted as one form, as published" in line:
            is_one_form = True
        elif "⊢" in line or "⊬" in line:
            yield is_published and line[4] == " ", skills
            skills = 0 if is_one_form else skills  # the second of two conclusions is the same form

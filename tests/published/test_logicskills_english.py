"""Sentences in LogicSkills' published templates mean one formula each."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.logic import parse
from engine.published.logicskills_dataset import read_task
from engine.published.logicskills_english import published_readings, read_published


@pytest.fixture(scope="module")
def logicskills() -> Path:
    """The folder with LogicSkills' real files, which are not part of the project."""
    project = Path(__file__).parents[2]
    root = Path(os.environ.get("ELENCHUS_PUBLISHED", project.parent / "shared" / "published"))
    if not (root / "logicskills").is_dir():
        pytest.skip(
            "LogicSkills' files are absent; name their folder's parent in ELENCHUS_PUBLISHED"
        )
    return root / "logicskills"


@pytest.mark.parametrize(
    ("sentence", "form", "formula"),
    [
        ("Alfred is a monkey.", "atomic_monadic", "Oa"),
        ("Lewis doesn't see Alfred.", "negation", "¬Pba"),
        ("Hazel isn't a human.", "negation", "¬Nc"),
        ("Not all donkeys are happy.", "quantified_particular_negative", "∃x(Mx∧¬Kx)"),
        ("Only humans drank.", "quantified_only_restrictor", "∀x(Hx→Nx)"),
        (
            "There is not a human that every monkey saw.",
            "quantified_rev_no_all",
            "¬∃x(Nx∧∀y(Oy→Pyx))",
        ),
        ("A donkey kicked itself.", "quantified_some_self", "∃x(Mx∧Qxx)"),
        ("Alfred and Lewis will run.", "conjunction_vp_ellipsis", "(Fa∧Fb)"),
        ("Hazel ate unless every monkey ate.", "disjunction_unless", "(¬∀x(Ox→Ix)→Ic)"),
        (
            "Hazel ate or it is not the case that Lewis didn't eat.",
            "disjunction_negated_disjunct",
            "(Ic∨¬¬Ib)",
        ),
        (
            "If Hazel ate, then Lewis ate only if no monkeys chased Hazel.",
            "conditional_nested",
            "(Ic→(Ib→¬∃x(Ox∧Rxc)))",
        ),
    ],
)
def test_a_sentence_means_the_formula_of_its_template(
    sentence: str, form: str, formula: str
) -> None:
    (found,) = published_readings(sentence, "en")
    assert found.form == form
    assert found.formula == parse(formula)


@pytest.mark.parametrize(
    "sentence",
    [
        "Every otter sang.",  # another word
        "Hazel ate and Lewis ate and Alfred ate.",  # nested, with no telling how
        "Every donkey chased a monkey that saw it.",  # two verbs where the files repeat one
        "Hazel ate and",
        "",
    ],
)
def test_a_sentence_of_no_template_means_nothing(sentence: str) -> None:
    assert published_readings(sentence, "en") == ()
    assert read_published(sentence, "en") is None


def test_a_sentence_with_the_words_of_the_other_language_is_read_and_told() -> None:
    assert published_readings("Only raths gyred.", "en") == ()
    found = read_published("Only raths gyred.", "en")
    assert found is not None
    assert (found.language, found.formula) == ("carroll", parse("∀x(Hx→Ox)"))


def test_every_published_sentence_reads_as_exactly_its_gold_form(logicskills: Path) -> None:
    items = read_task(logicskills, "symbolization")
    assert len(items) == 600
    for item in items:
        found = published_readings(item.passage[0], item.traits.language)
        assert [one.formula for one in found] == [parse(item.gold)], item.passage


def test_all_but_one_sentence_of_the_questions_is_in_its_own_language(logicskills: Path) -> None:
    strangers = []
    for item in read_task(logicskills, "validity"):
        for sentence in (*item.passage, *(option.text for option in item.options)):
            found = read_published(sentence, item.traits.language)
            assert found is not None, sentence
            if found.language != item.traits.language:
                strangers.append(sentence)
    assert strangers == ["Only borogoves are beamish and every rath gyred."]

"""Sentences in LogicSkills' published templates mean one formula each."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from engine.core.items import (
    AnswerKind,
    Item,
    Option,
    ProofCertificate,
    StructureCertificate,
    Traits,
)
from engine.families.logicskills.language import published_readings, read_published
from engine.families.logicskills.published.dataset import read_task
from engine.families.logicskills.published.validity import with_formulas
from engine.logic import parse


@pytest.fixture(scope="module")
def logicskills() -> Path:
    """The folder with LogicSkills' real files, which are not part of the project."""
    project = Path(__file__).parents[3]
    root = Path(os.environ.get("SORITES_PUBLISHED", project.parent / "shared" / "published"))
    if not (root / "logicskills").is_dir():
        pytest.skip(
            "LogicSkills' files are absent; name their folder's parent in SORITES_PUBLISHED"
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


def test_a_sentence_with_the_words_of_the_other_language_is_read_and_named() -> None:
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


@pytest.mark.full(
    quick="io/published/test_logicskills_importing.py::test_items_carry_keys_formulas_and_certified_structures"
)
def test_published_answers_follow_and_one_sentence_is_in_the_other_language(
    logicskills: Path,
) -> None:
    strangers = []
    items = read_task(logicskills, "validity")
    assert [item.gold for item in items] == [item.published_label for item in items]
    for language in ("en", "carroll"):
        needed = Counter(item.traits.depth for item in items if item.traits.language == language)
        assert needed == {1: 137, 2: 163}  # premises, beside the domain constraint
    for item in items:
        for sentence in (*item.passage, *(option.text for option in item.options)):
            found = read_published(sentence, item.traits.language)
            assert found is not None, sentence
            if found.language != item.traits.language:
                strangers.append(sentence)
    assert strangers == ["Only borogoves are beamish and every rath gyred."]


def _asked(premises: str, *options: str) -> Item:
    """A question of our own in the published format, whose first option is said to follow."""
    return Item(
        family="logicskills",
        version=1,
        params="{}",
        seed=0,
        group=0,
        role="en",
        index=0,
        split="test",
        passage=(_CONSTRAINT, *(f"{premise}." for premise in premises.split(". "))),
        question="",
        options=tuple(Option(str(at), text, "open") for at, text in enumerate(options, 1)),
        answer_kind=AnswerKind.SET,
        gold="1",
        symbols=(),
        premises=(),
        query=(),
        intended="1",
        certificate=ProofCertificate(),
        traits=Traits(question_type="validity"),
        published_label="1",
        source_id="own",
    )


_CONSTRAINT = (
    "Everything is a donkey, or a human, or a monkey (exclusively), and there's at least one of"
    " each."
)


def test_the_answer_of_a_question_is_derived_from_its_sentences() -> None:
    item = with_formulas(
        _asked(
            "Every donkey saw every monkey. Hazel is a donkey. Lewis ate",
            "Hazel ate.",  # published as right, but does not follow
            "Hazel saw a monkey.",
            "A donkey saw a monkey.",
        )
    )
    assert item is not None
    assert (item.gold, item.intended, item.published_label) == ("2,3", "1", "1")
    assert [option.role for option in item.options] == ["open", "gold", "gold"]
    assert isinstance(item.certificate, StructureCertificate)
    assert [ground.sources for ground in item.certificate.options] == [None, (1, 2), (1,)]
    assert item.traits.root_form == "quantified_name_some"
    assert ("M(x)", "x is a donkey") in [(s.atom, s.text) for s in item.symbols]


def test_a_question_with_a_sentence_of_no_template_is_left_without_formulas() -> None:
    assert with_formulas(_asked("Every otter sang", "Hazel ate.")) is None

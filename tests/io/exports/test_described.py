"""What is said of a data set wherever it is described is said of what was done to it."""

from __future__ import annotations

import json
import re
from datetime import datetime
from functools import cache
from html import unescape
from pathlib import Path
from types import ModuleType

import pytest
import yaml

from engine.analysis.sources.reading import reading
from engine.cli.check.verify import verify as verify_command
from engine.cli.data.generate import generate
from engine.decide import choice_checks, entailment, formal_checks, proof_checks, support_checks
from engine.families import FAMILIES
from engine.io.exports import Known, Wish, description, export, words_of
from engine.site.cards.parts import card_fragments
from engine.store import Dataset

STORED = {
    "justlogic": proof_checks,
    "divlogiceval": choice_checks,
    "logicasker": entailment,
    "logicskills": formal_checks,
    "argqa": support_checks,
}


def methods_of(module: ModuleType) -> set[str]:
    """What a verifier stores as its methods."""
    stored = module.METHODS
    return {stored} if isinstance(stored, str) else set(stored.values())


def dataset(family: str) -> Dataset:
    day = datetime(2026, 11, 20)  # noqa: DTZ001 # as the database has it
    return Dataset(
        1, "shown", family, "sound", 1, "{}", 1, "generated", 9, "0" * 64, "0.1.0", day, None
    )


def described(family: str, *methods: str) -> str:
    known = Known(languages={"en": 9}, methods=methods, solvers=("z3",))
    return str(description(dataset(family), known, [], [])["rai:dataAnnotationProtocol"])


@pytest.mark.parametrize("family", FAMILIES)
def test_whatever_a_verifier_stores_has_words_of_its_family(family: str) -> None:
    words = words_of(family)
    assert {way.methods for way in words.way} == methods_of(STORED[family])


def plain(fragment: str) -> str:
    return unescape(re.sub(r"<[^>]*>", "", fragment))


@cache
def fragments_of_nothing() -> dict[str, str]:
    with reading(None) as nothing:
        return {name: plain(part) for name, part in card_fragments(nothing).items()}


@pytest.mark.parametrize("family", FAMILIES)
def test_card_and_twins_have_the_same_words(family: str) -> None:
    fragments = fragments_of_nothing()
    for methods in methods_of(STORED[family]):
        assert described(family, methods) in fragments[f"{family}-ways"]
        assert described(family, methods) in fragments["checks"]
    for limit in words_of(family).limits:
        assert limit.replace("`", "") in fragments[f"{family}-limits"]


def test_words_follow_what_was_stored_and_not_the_family_alone() -> None:
    shown = {methods: described("logicskills", methods) for methods in methods_of(formal_checks)}
    assert len(set(shown.values())) == len(shown)
    assert described("argqa", "a new way") == "Verified by a new way."
    assert described("argqa").startswith("No verification is recorded;")
    assert "not that the annotation" in described("argqa", support_checks.METHODS)


def test_half_of_the_questions_in_made_up_words_are_stated_as_such(tmp_path: Path) -> None:
    db = tmp_path / "e.duckdb"
    generate("logicskills", n=4, name="formula", seed=2, settings=["task=symbolization"], db=db)
    verify_command("formula", db=db)
    for form in ("huggingface", "croissant"):
        export(form, Wish(db, "formula", tmp_path / form))
    readme = (tmp_path / "huggingface/README.md").read_text(encoding="utf-8")
    header = yaml.safe_load(readme.split("---\n")[1])
    assert (header["language"], header["language_bcp47"]) == (["en"], ["en", "en-x-carroll"])
    assert "2 are in English; 2 are in words made up after Lewis Carroll" in readme
    assert "So the answer comes from the construction; a parser checks it" in readme
    assert "two procedures that share no code" not in readme
    croissant = json.loads((tmp_path / "croissant/croissant.json").read_text(encoding="utf-8"))
    assert croissant["inLanguage"] == ["en", "en-x-carroll"]

"""Imported LogicSkills items are verified by the templates of their own files."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli import app
from engine.core.items import Item
from engine.decide import verify_item
from engine.families.logicskills.published.dataset import TASKS, read_task

CONSTRAINT = (
    "Everything is a donkey, or a human, or a monkey (exclusively), and there's at least one of"
    " each."
)
_KEY = "Abbreviations:\n\nM: [1] is a donkey\nR: [1] chased [2]\nb: Lewis"
_SITUATION = f"{CONSTRAINT} Every monkey ate. Every donkey chased Lewis."
_OPTIONS = ("A monkey ate.", "Lewis ate.", "Lewis didn't chase Hazel.")


@pytest.fixture
def items(tmp_path: Path) -> dict[str, Item]:
    """One item of each task, by task."""
    listed = "\n".join(f"{number}. {text}" for number, text in enumerate(_OPTIONS, 1))
    asked = "Which, if any, of the following statements must be true in this situation?"
    questions = {
        "symbolization_english": {
            "id": 1,
            "question": f"Sentence:\n\nEvery donkey chased Lewis.\n\n{_KEY}",
            "form": "∀x(Mx→Rxb)",
            "language": "english",
        },
        "countermodel": {
            "id": 2,
            "question": "Argument: ∃x∃y∃z((Mx∧(Ny∧¬My))∧(Oz∧(¬Mz∧¬Nz))), ¬∃x(Mx∧Nx), Ma |= Na",
        },
        "validity_english": {
            "id": 3,
            "question": "Consider the following situation:\n\n"
            f"{_SITUATION}\n\n{asked}\n\n{listed}\n",
            "correct_answer": "1",
            "language": "english",
        },
    }
    for name, record in questions.items():
        (tmp_path / f"questions_{name}.json").write_text(json.dumps([record]), encoding="utf-8")
    return {task: item for task in TASKS for item in read_task(tmp_path, task)}


@pytest.mark.parametrize("task", TASKS)
def test_an_imported_item_is_verified_by_its_own_templates(
    items: dict[str, Item], task: str
) -> None:
    found = verify_item(items[task])
    assert found.agreed, found.problem
    assert found.verdict == items[task].gold
    if task == "validity":
        assert found.minimal_premises == (1,)
        assert "cvc5" in found.methods
        assert "cvc5" in (found.solver or "")


def test_many_different_answers_are_counted_and_not_listed(tmp_path: Path) -> None:
    db = str(tmp_path / "x.duckdb")
    make = ["generate", "logicskills", "-n", "42", "--workers", "1", "--name", "x", "--db", db]
    assert CliRunner().invoke(app, make).exit_code == 0
    ended = CliRunner().invoke(app, ["verify", "x", "--workers", "1", "--db", db])
    assert ended.exit_code == 0
    assert "42 of 42 items verified (21 different answers)" in ended.stdout


@pytest.mark.parametrize(
    ("task", "change", "complaint"),
    [
        ("symbolization", {"passage": ("Every human chased Lewis.",)}, "is derived"),
        ("symbolization", {"gold": "∃x (M(x) ∧ R(x, b))"}, "is derived"),
        ("countermodel", {"question": "N(b)"}, "the argument shown is not"),
        ("validity", {"gold": "2"}, "but 1 is derived"),
        ("validity", {"premises": ("M(b)", "M(b)", "M(b)")}, "is derived"),
        ("validity", {"passage": (CONSTRAINT, "Every monkey ate.", "Lewis ate.")}, "reads as"),
    ],
)
def test_what_is_wrong_in_an_imported_item_is_found(
    items: dict[str, Item], task: str, change: dict[str, object], complaint: str
) -> None:
    found = verify_item(replace(items[task], **change, hash=""))  # type: ignore[arg-type]
    assert not found.agreed
    assert complaint in (found.problem or "")

"""LogicSkills' files become items and runs; replies are judged anew by what they mean."""

from __future__ import annotations

import json
import os
import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from engine.cli import app
from engine.core.errors import InputError
from engine.core.items import Outcome
from engine.families.logicskills.published.dataset import TASKS, read_task
from engine.families.logicskills.published.importing import import_logicskills
from engine.grade import grade
from engine.store import connect
from tests.examples import few

# Questions of our own in the published format.
_KEY = "Abbreviations:\n\nM: [1] is an otter\nR: [1] followed [2]\na: Agnes"
_QUESTIONS = {
    "symbolization_english": [
        {
            "id": 7,
            "question": f"Sentence:\n\nEvery otter followed Agnes.\n\n{_KEY}",
            "form": "∀x(Mx→Rxa)",
            "language": "english",
        }
    ],
    "countermodel": [
        {
            "id": "c1",
            "question": "Argument:\n\n∃x∃y∃z((Mx∧(Ny∧¬My))∧(Oz∧(¬Mz∧¬Nz))), ¬∃x(Mx∧Nx), Ma |= Na",
            "argument_ast": [],
        }
    ],
    "validity_english": [
        {
            "id": "v1",
            "question": "Consider the following situation:\n\nEvery otter sang. Agnes is an otter."
            "\n\nWhich, if any, of the following statements must be true in this situation?\n\n"
            "1. Agnes didn't sing.\n2. Agnes sang.\n",
            "correct_answer": "2",
            "language": "english",
        }
    ],
}


def _row(question_id: object, reply: str, extracted: object, is_correct: object) -> dict[str, Any]:
    return {
        "question_id": question_id,
        "model_response": reply,
        "extracted_answer": extracted,
        "is_correct": is_correct,
    }


def _write(folder: Path, name: str, content: object) -> None:
    (folder / name).write_text(json.dumps(content), encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "published"
    made.mkdir()
    for name, questions in _QUESTIONS.items():
        _write(made, f"questions_{name}.json", questions)
    formula = "∀x Rxa ∧ ∀x Mx"  # stronger than the sentence, which the published grader passes
    rows = [_row(7, formula, {"formula": formula}, is_correct=True)]
    summary = {"question_type": "symbolization", "language": "english", "model_name": "x/some"}
    _write(made, "english_some.json", {"results": rows, "summary": summary})
    rows = [_row("v1", "So the answer is 2.", "2", is_correct=True)]
    summary = {"question_type": "validity", "language": "english", "model_name": "openai/gpt-4o"}
    _write(made, "english_gpt.json", {"results": rows, "summary": summary})
    _write(made, "notes.json", {"anything": 1})
    return made


def test_items_carry_keys_formulas_and_certified_structures(folder: Path) -> None:
    (sentence,) = read_task(folder, "symbolization")
    assert [(s.atom, s.text) for s in sentence.symbols] == [
        ("M(x)", "x is an otter"),
        ("R(x, y)", "x followed y"),
        ("a", "Agnes"),
    ]
    assert (sentence.gold, sentence.traits.language) == ("∀x (M(x) → R(x, a))", "en")
    (argument,) = read_task(folder, "countermodel")
    assert json.loads(argument.gold)["domain"] == [0, 1, 2]
    assert grade(argument, argument.gold).outcome is Outcome.RIGHT
    (question,) = read_task(folder, "validity")
    assert question.passage == ("Every otter sang.", "Agnes is an otter.")
    assert [option.role for option in question.options] == ["open", "gold"]


def test_each_reply_stands_with_the_published_verdict_and_ours(
    folder: Path, tmp_path: Path
) -> None:
    con = connect(tmp_path / "a.duckdb")
    try:
        imported = import_logicskills(con, folder)
        assert import_logicskills(con, folder) == imported
        symbolization = con.execute(
            "SELECT prompt, origin, outcome, mistake FROM item_responses"
            " WHERE model = 'some' ORDER BY ALL"
        ).fetchall()
        assert symbolization == [
            ("published", "regraded", "wrong", "not_equivalent"),
            ("published", "reproduced", "right", None),
            ("published, as extracted", "regraded", "wrong", "not_equivalent"),
        ]
        assert con.execute(
            "SELECT model, mistake, n, share FROM mistakes WHERE prompt = 'published'"
        ).fetchall() == [("some", "not_equivalent", 1, 1.0)]
        disputed = con.execute(
            "SELECT prompt, source_id, gold, published_outcome, answer, outcome, evidence"
            " FROM disagreements"
        ).fetchall()
        assert [row[0] for row in disputed] == ["published", "published, as extracted"]
        for _, source_id, gold, published, answer, outcome, evidence in disputed:
            assert (source_id, published, outcome) == ("7", "right", "wrong")
            assert (gold, answer) == ("∀x (M(x) → R(x, a))", "∀x R(x, a) ∧ ∀x M(x)")
            assert json.loads(evidence)["gold"] is True
        assert con.execute(
            "SELECT DISTINCT value FROM accuracy WHERE model = 'GPT-4o'"
        ).fetchall() == [(1.0,)]
    finally:
        con.close()


def test_a_file_that_answers_other_questions_is_named(folder: Path, tmp_path: Path) -> None:
    rows = [_row(8, "Ma", {"formula": "Ma"}, is_correct=False)]
    summary = {"question_type": "symbolization", "language": "english", "model_name": "x/y"}
    _write(folder, "other.json", {"results": rows, "summary": summary})
    command = ["import", "logicskills", str(folder), "--db", str(tmp_path / "b.duckdb"), "--json"]
    ended = CliRunner().invoke(app, command)
    assert ended.exit_code == 1
    assert json.loads(ended.stdout)["tasks"][0]["files_left_out"] == ["other.json"]


@pytest.mark.parametrize("content", ["{}", "[{}]", "[1]", "no json", '[{"id": 1, "question": 2}]'])
def test_a_file_of_another_shape_is_refused_in_a_sentence(folder: Path, content: str) -> None:
    (folder / "questions_countermodel.json").write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=r"questions_countermodel\.json"):
        read_task(folder, "countermodel")


def test_faulty_questions_and_replies_are_left_out_counted_and_named(
    folder: Path, tmp_path: Path
) -> None:
    name = "symbolization_english"
    damaged = [{"id": 9}, {**_QUESTIONS[name][0], "id": 8, "form": "∀x(Mx→"}]
    _write(folder, f"questions_{name}.json", [*damaged, *_QUESTIONS[name]])
    (folder / "english_cut.json").write_text('{"results": [', encoding="utf-8")
    rows = [_row(7, "Ma", {"formula": "Ma"}, is_correct=False), {"question_id": 7}]
    rows[0]["model_response"] = 5
    summary = {"question_type": "symbolization", "language": "english", "model_name": "x/y"}
    _write(folder, "english_y.json", {"results": rows, "summary": summary})
    command = ["import", "logicskills", str(folder), "--db", str(tmp_path / "b.duckdb"), "--json"]
    ended = CliRunner().invoke(app, command)
    assert ended.exit_code == 1
    document = json.loads(ended.stdout)
    assert [(task["items"], len(task["runs"])) for task in document["tasks"]] == [
        (1, 6),
        (1, 0),
        (1, 3),
    ]
    assert [reason.partition(":")[0].rpartition("/")[2] for reason in document["left_out"]] == [
        "english_cut.json",
        "questions_symbolization_english.json, record 1",
        "questions_symbolization_english.json, record 2",
        "english_y.json, result 1",
    ]
    with pytest.raises(InputError, match=r"english_cut\.json"):
        CliRunner().invoke(app, [*command, "--strict"], catch_exceptions=False)


def test_a_folder_without_questions_is_refused(tmp_path: Path) -> None:
    con = connect(tmp_path / "c.duckdb")
    try:
        with pytest.raises(InputError, match="no question file"):
            import_logicskills(con, tmp_path)
    finally:
        con.close()


RIGHT = {  # published verdicts; from the stored extractions; from the replies themselves
    ("symbolization", "carroll", "Llama-3.1-8B"): (42, 25, 22),
    ("symbolization", "en", "Llama-3.1-8B"): (41, 30, 27),
    ("symbolization", "carroll", "GPT-4o"): (223, 231, 240),
    ("symbolization", "en", "GPT-4o"): (217, 222, 225),
    ("countermodel", None, "Llama-3.1-8B"): (0, 0, 0),
    ("countermodel", None, "GPT-4o"): (30, 30, 30),
    ("validity", "carroll", "Llama-3.1-8B"): (138, 138, 134),
    ("validity", "en", "Llama-3.1-8B"): (135, 135, 130),
    ("validity", "carroll", "GPT-4o"): (262, 262, 262),
    ("validity", "en", "GPT-4o"): (256, 256, 256),
}


# the formulas of 600 validity questions take most of a minute to derive
@pytest.mark.parametrize("task", few(TASKS, lambda task: task != "validity"))
def test_the_published_figures_come_out_and_ours_with_them(task: str, tmp_path: Path) -> None:
    project = Path(__file__).parents[3]
    root = Path(os.environ.get("SORITES_PUBLISHED", project.parent / "shared" / "published"))
    if not (root / "logicskills").is_dir():
        pytest.skip(
            "LogicSkills' files are absent; name their folder's parent in SORITES_PUBLISHED"
        )
    for part in ("questions", "results"):
        shutil.copytree(root / "logicskills" / part / task, tmp_path / task / part)
    with closing(connect(tmp_path / "d.duckdb")) as con:
        [imported] = import_logicskills(con, tmp_path / task)
    right = {(t.language, t.model, t.prompt, t.origin.value): t.right for t in imported.tallies}
    ways = (
        ("published", "reproduced"),
        ("published, as extracted", "regraded"),
        ("published", "regraded"),
    )
    assert {
        (language, model): tuple(right[language, model, *way] for way in ways)
        for of, language, model in RIGHT
        if of == task
    } == {(language, model): n for (of, language, model), n in RIGHT.items() if of == task}
    assert {t.n for t in imported.tallies} == {300}
    assert not any(t.undecided for t in imported.tallies)

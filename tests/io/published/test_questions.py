"""Any multiple-choice data set: read whole or not at all, and asked like our own."""

from __future__ import annotations

import json
from pathlib import Path

import orjson
import pytest
from typer.testing import CliRunner

from engine.cli import app
from engine.core.errors import InputError
from engine.core.left_out import LeftOut
from engine.io.published import read_questions, store_questions
from engine.store import connect, connect_read_only, load_items
from tests.store.views import view

GOOD = {
    "id": "q1",
    "passage": "Every door of the house is red. The barn has no door.",
    "question": "What colour is the front door?",
    "options": ["red", "blue", "green"],
    "answer": "A",
}


def jsonl(tmp_path: Path, *records: object) -> Path:
    path = tmp_path / "colours.jsonl"
    lines = [r if isinstance(r, bytes) else orjson.dumps(r) for r in records]
    path.write_bytes(b"\n".join(lines) + b"\n")
    return path


def changed(**fields: object) -> dict[str, object]:
    return {**GOOD, "id": "q2", **fields}


def test_json_lines_become_single_choices(tmp_path: Path) -> None:
    path = jsonl(
        tmp_path,
        {**GOOD, "other": 5},
        b"",
        changed(id=7, passage=["One.", " ", "Two."], answer="blue", split="train"),
        changed(passage=None, answer="c", question_type="colour"),
    )
    first, second, third = read_questions(path)
    assert [(o.key, o.text) for o in first.options] == [("A", "red"), ("B", "blue"), ("C", "green")]
    assert (first.gold, first.split, first.passage) == ("A", "test", (GOOD["passage"],))
    assert (second.gold, second.split, second.passage) == ("B", "train", ("One.", "Two."))
    assert (third.gold, third.passage, third.traits.question_type) == ("C", (), "colour")
    assert [item.source_id for item in (first, second, third)] == ["q1", "7", "q2"]


def test_a_line_separator_inside_a_text_ends_no_record(tmp_path: Path) -> None:
    odd = "One.\u2028Two.\u2029Three.\x85Four."
    lines = [json.dumps(one, ensure_ascii=False) for one in (GOOD, changed(passage=odd))]
    path = tmp_path / "odd.jsonl"
    path.write_bytes("\r\n".join(lines).encode())
    assert [item.passage for item in read_questions(path)] == [(GOOD["passage"],), (odd,)]


def test_what_has_no_formulas_cannot_be_verified(tmp_path: Path) -> None:
    db = str(tmp_path / "colours.duckdb")
    run = CliRunner().invoke
    assert run(app, ["import", "questions", str(jsonl(tmp_path, GOOD)), "--db", db]).exit_code == 0
    refused = run(app, ["verify", "colours", "--db", db])
    assert isinstance(refused.exception, InputError)
    assert "imported without formulas" in str(refused.exception)


def test_csv_becomes_the_same(tmp_path: Path) -> None:
    table = tmp_path / "colours.csv"
    table.write_text(
        "id,passage,question,options,answer,split\n"
        'q1,"Every door of the house is red. The barn has no door.",'
        'What colour is the front door?,"[""red"", ""blue"", ""green""]",red,\n\n'
        'q2,"Two\nlines.",Which?,"[""yes"", ""no""]",B,train\n',
        encoding="utf-8-sig",
    )
    first, second = read_questions(table)
    assert first == read_questions(jsonl(tmp_path, GOOD))[0]
    assert (second.passage, second.gold, second.split) == (("Two\nlines.",), "B", "train")


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (b"{", r"line 2: not JSON"),
        (b"[1]", r"line 2: JSON, but not an object"),
        ({"id": "q2"}, r"line 2: there is no passage, question, options, answer"),
        (changed(id="q1"), r"line 2, id: 'q1' is already the id of line 1"),
        (changed(id=" "), r"line 2, id: is empty"),
        (changed(question=""), r"line 2, question: is empty"),
        (changed(passage=5), r"line 2, passage: is neither"),
        (changed(passage=["x", 5]), r"line 2, passage: is neither"),
        (changed(options="red, blue"), r"line 2, options: is not a JSON list"),
        (changed(options=["red"]), r"line 2, options: is not a list of 2 to 25"),
        (changed(options={"A": "red"}), r"line 2, options: is not a list"),
        (changed(options=["red", "red", "blue"]), r"line 2, options: two of them are alike"),
        (changed(options=["red", " "]), r"line 2, options: is empty"),
        (changed(options=["red", None]), r"line 2, options: is not a text"),
        (
            changed(answer="D"),
            r"line 2, answer: 'D' is no option's text; give a letter from A to C",
        ),
        (changed(answer="pink"), r"line 2, answer: 'pink' is no option's text"),
        (changed(answer=1), r"line 2, answer: '1' is no option's text"),
        (changed(options=["B", "x"], answer="B"), r"is a letter and the text of another option"),
        (changed(split="dev"), r"line 2, split: 'dev' is not train, validation or test"),
    ],
)
def test_a_bad_record_is_named_by_file_and_line(
    tmp_path: Path, record: object, message: str
) -> None:
    with pytest.raises(InputError, match=rf"^colours\.jsonl, .*{message}"):
        read_questions(jsonl(tmp_path, GOOD, record))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("id,passage,question,options\nq,p,q,o\n", "line 2: there is no answer"),
        ("id,id,question,options,answer\n", "line 1: the header names a column twice"),
        ("id,passage,question,options,answer\na,b\n", "line 2: 2 cells where the header has 5"),
        (
            'id,passage,question,options,answer\nq,"a\nb",q,"[""x"",""y""]",A\nr,p,q,"[]",A\n',
            "line 4, options: is not a list",
        ),
        ('id,passage,question,options,answer\n"q', "not readable as CSV"),
        ("id,passage,question,options,answer\n", "holds no questions"),
    ],
)
def test_a_bad_table_is_named_by_file_and_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "colours.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=rf"^colours\.csv.*{message}"):
        read_questions(path)


def test_another_kind_of_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "colours.xlsx"
    path.write_bytes(b"PK")
    with pytest.raises(InputError, match=r"colours\.xlsx: name the file \.jsonl"):
        read_questions(path)
    with pytest.raises(InputError, match=r"absent\.jsonl: cannot be read"):
        read_questions(tmp_path / "absent.jsonl")


def test_nothing_is_half_imported(tmp_path: Path) -> None:
    db = tmp_path / "test.duckdb"
    path = jsonl(tmp_path, GOOD, changed(answer="pink"))
    result = CliRunner().invoke(
        app, ["import", "questions", "--strict", str(path), "--db", str(db)]
    )
    assert isinstance(result.exception, InputError)
    assert not db.exists()


def test_imported_questions_are_asked_in_rotations_and_come_back_as_they_were(
    tmp_path: Path,
) -> None:
    db = tmp_path / "test.duckdb"
    path = jsonl(tmp_path, GOOD, changed(options=["one", "two", "three", "four", "five"]))
    for _ in range(2):
        result = CliRunner().invoke(app, ["import", "questions", str(path), "--db", str(db)])
        assert result.exit_code == 0, result.output
    with connect(db) as con:
        items = read_questions(path)
        assert list(load_items(con, "colours")) == list(items)
        with pytest.raises(InputError, match="taken by a data set of other content"):
            store_questions(con, items[:1], "colours", path.name)
    command = ["evaluate", "colours", "--model", "longest-option", "--rotations", "--db", str(db)]
    assert CliRunner().invoke(app, command).exit_code == 0
    with connect_read_only(db) as con:
        [row] = view(con, "circular", "colours")
    assert (row["n"], row["n_answers"]) == (2, 8)


def test_respondents_that_need_more_than_the_text_are_left_out(tmp_path: Path) -> None:
    db = str(tmp_path / "test.duckdb")
    path = jsonl(tmp_path, GOOD)
    assert CliRunner().invoke(app, ["import", "questions", str(path), "--db", db]).exit_code == 0
    result = CliRunner().invoke(app, ["evaluate", "colours", "--baselines", "--json", "--db", db])
    assert result.exit_code == 0
    names = {run["model"] for run in orjson.loads(result.stdout)["runs"]}
    assert names >= {"random", "longest-option"}
    assert names.isdisjoint({"solver", "majority", "option-words"})
    assert "solver is left out: solver reads formulas" in result.stderr
    alone = CliRunner().invoke(app, ["evaluate", "colours", "--model", "solver", "--db", db])
    assert "reads formulas" in str(alone.exception)


def test_faulty_questions_are_left_out_and_listed(tmp_path: Path) -> None:
    left_out = LeftOut()
    path = jsonl(tmp_path, GOOD, {**GOOD, "id": "2", "options": ["same", "same"]}, GOOD)
    path.write_text(path.read_text(encoding="utf-8") + "[" * 100_000 + "\n", encoding="utf-8")
    assert len(read_questions(path, left_out)) == 1
    assert [reason.partition(": ")[0] for reason in left_out.reasons] == [
        f"{path.name}, line 2, options", f"{path.name}, line 3, id", f"{path.name}, line 4"
    ]  # fmt: skip
    assert left_out.sentences[0].startswith("3 records were left out")
    bad = jsonl(tmp_path, {**GOOD, "answer": 0})
    with pytest.raises(InputError, match=r"none of its 1 records can be read: .*answer"):
        read_questions(bad, LeftOut())

"""A sheet on which readers judge questions: blind, of every kind, and back whole and unchanged."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from engine.ask.prompts.message import question
from engine.core.canary import canary
from engine.core.errors import InputError
from engine.core.items import Item
from engine.io.review.questions import drawn, sheet_of
from engine.io.review.sheet import Sheet, as_csv, as_html
from engine.io.review.validity import _asks, readings_of
from engine.pipeline.generate.generation import make_items, make_spec
from tests.items_by_hand import items as statements

Cells = list[str]


@pytest.fixture(scope="module")
def made() -> tuple[Item, ...]:
    settings = {"skills": "propositional", "max_length": "2"}
    return tuple(make_items(make_spec("logicasker", settings, 5, 400)))


@pytest.fixture(scope="module")
def sample(made: tuple[Item, ...]) -> tuple[Item, ...]:
    return drawn(made, 40, 1)


def sheet_for(items: tuple[Item, ...]) -> Sheet:
    return sheet_of("validity", items, items, "set", _asks(items))


def rows_of(items: tuple[Item, ...]) -> list[Cells]:
    return list(csv.reader(io.StringIO(as_csv(sheet_for(items)))))


def filled(items: tuple[Item, ...], answer: Callable[[Item], str]) -> list[Cells]:
    header, *rows = rows_of(items)
    done = [
        [*row[:3], "yes", " Yes ", answer(item), *row[6:]]
        for row, item in zip(rows, items, strict=True)
    ]
    return [header, *done]


def written(path: Path, rows: list[Cells]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    return path


def test_golds_and_lengths_are_drawn_in_proportion(
    made: tuple[Item, ...], sample: tuple[Item, ...]
) -> None:
    assert len(sample) == 40
    for trait in (lambda i: i.gold, lambda i: i.traits.depth):
        asked, all_ = Counter(map(trait, sample)), Counter(map(trait, made))
        assert all(abs(asked[key] - n / 10) <= 2 for key, n in all_.items())


def test_twins_are_not_on_one_sheet(sample: tuple[Item, ...]) -> None:
    assert len({item.group for item in sample}) == len(sample)


def test_a_sheet_shows_the_question_and_nothing_of_its_answer(sample: tuple[Item, ...]) -> None:
    header, *rows = rows_of(sample)
    assert header[:3] == ["row", "id", "question"]
    assert header[5] == "3. What is the answer? (yes/no/unclear)"
    for row, item in zip(rows, sample, strict=True):
        assert row[2] == question(item, "none")
        assert row[3:] == ["", "", "", "", "", canary()]
        assert item.hash[:6] not in row[1]
    other = replace(sample[0], gold="yes" if sample[0].gold == "no" else "no", hash="")
    assert rows_of((other, *sample[1:])) == [header, *rows]


def test_the_order_is_not_that_of_the_set(made: tuple[Item, ...], sample: tuple[Item, ...]) -> None:
    indexes = [item.index for item in sample]
    rises = sum(a < b for a, b in pairwise(indexes))
    assert 0.3 < rises / len(indexes) < 0.7
    assert drawn(made, 40, 1) == sample
    assert drawn(made, 40, 2) != sample
    assert len(drawn(made, 10_000, 1)) == len({question(one, "none") for one in made})


@pytest.mark.parametrize("first", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "＝1"])
def test_no_cell_is_a_formula(first: str) -> None:
    item = replace(statements(1)[0], passage=(first, "b"), hash="")
    sheet = sheet_for((item,))
    entry = replace(sheet.entries[0], shown={"question": first})
    _, row = csv.reader(io.StringIO(as_csv(replace(sheet, entries=[entry]))))
    assert row[2][0] == "'"


def test_what_a_reader_found_comes_back(
    made: tuple[Item, ...], sample: tuple[Item, ...], tmp_path: Path
) -> None:
    path = written(tmp_path / "s.csv", filled(sample, lambda item: item.gold.upper()))
    found = readings_of(path, made)
    assert [one.index for one in found] == [item.index for item in sample]
    assert all(one.grammatical and one.one_reading and one.remark is None for one in found)
    assert [one.answer for one in found] == [item.gold for item in sample]
    path = written(tmp_path / "t.csv", filled(sample, lambda _: "unclear"))
    assert {one.answer for one in readings_of(path, made)} == {None}


@pytest.mark.parametrize(
    ("family", "settings", "wrong"),
    [
        ("justlogic", {}, "uncertain"),
        ("divlogiceval", {}, "A"),
        ("logicasker", {"question": "three-way", "skills": "propositional"}, "neither"),
        ("logicskills", {"task": "symbolization"}, "∀x Z(x)"),
        ("logicskills", {"task": "countermodel"}, '{"domain":[0]}'),
        ("logicskills", {"task": "validity"}, "6"),
    ],
)
def test_questions_of_every_kind_can_be_judged(
    family: str, settings: dict[str, str], wrong: str, tmp_path: Path
) -> None:
    items = drawn(tuple(make_items(make_spec(family, settings, 5, 12))), 3, 1)
    path = written(tmp_path / "s.csv", filled(items, lambda item: item.gold))
    assert [one.answer for one in readings_of(path, items)] == [item.gold for item in items]
    other = [item for item in items if item.gold != wrong]
    path = written(tmp_path / "t.csv", filled(tuple(other), lambda _: wrong))
    assert {one.answer for one in readings_of(path, items)} == {wrong}


def spoil(rows: list[Cells], row: int, column: int, text: str) -> None:
    rows[row][column] = text


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda rows: spoil(rows, 3, 5, ""), "row 3, column '3. What is.*is empty; answer yes"),
        (lambda rows: spoil(rows, 3, 5, "true"), "has 'true'; answer yes, no or unclear"),
        (lambda rows: spoil(rows, 2, 3, "perhaps"), "has 'perhaps'; answer yes or no"),
        (
            lambda rows: spoil(rows, 2, 7, "soon"),
            "'seconds': has 'soon'; write a number of seconds",
        ),
        (lambda rows: spoil(rows, 2, 1, "q00"), "'q00' is not in this data set"),
        (lambda rows: spoil(rows, 2, 2, "Another."), "'question': was changed"),
        (lambda rows: rows.pop(5), "1 of 40 rows are missing, the first is row 5"),
        (lambda rows: rows.append(rows[7]), "row 41, column 'id': 'q.*' is there twice, in row 7"),
        (lambda rows: spoil(rows, 9, 0, rows[4][0]), "'4 of 40' is there twice"),
        (lambda rows: spoil(rows, 4, 0, "4 of 41"), "'4 of 41' is not its place"),
        (lambda rows: spoil(rows, 0, 3, "ok?"), "no column '1. Is every"),
    ],
)
def test_a_spoilt_sheet_is_refused_in_a_sentence(
    made: tuple[Item, ...],
    sample: tuple[Item, ...],
    tmp_path: Path,
    change: Callable[[list[Cells]], object],
    sentence: str,
) -> None:
    rows = filled(sample, lambda item: item.gold)
    change(rows)
    with pytest.raises(InputError, match=sentence):
        readings_of(written(tmp_path / "s.csv", rows), made)


def test_readers_see_what_models_see(sample: tuple[Item, ...]) -> None:
    text = as_html(sheet_for(sample))
    assert "Whoever is named is one of everyone" in " ".join(text.split())
    assert "whenever every premise holds, the conclusion must hold too" in text
    assert "40 questions" in text


def test_questions_of_several_kinds_and_none_at_all_are_refused(sample: tuple[Item, ...]) -> None:
    with pytest.raises(InputError, match="several kinds"):
        drawn((*sample, *statements(2)), 5, 1)
    with pytest.raises(InputError, match="no questions"):
        drawn((), 5, 1)

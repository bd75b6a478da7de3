"""A validity sample tells nothing of the answers, and comes back only whole and unchanged."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from engine.core.canary import canary
from engine.core.errors import InputError
from engine.core.items import Item
from engine.io.validity import draw_sample, instructions, read_sheet, sheet_text
from engine.pipeline.generation import make_spec
from tests.items_by_hand import items as statements
from tests.samples import Sample

ITEMS = Sample(make_spec("logicasker", {"leaves": "propositional", "max_length": "2"}, 5, 400))
Cells = list[str]


@pytest.fixture(scope="module")
def drawn() -> tuple[Item, ...]:
    return draw_sample(ITEMS, 0.1, 1)


def rows_of(drawn: tuple[Item, ...]) -> list[Cells]:
    return list(csv.reader(io.StringIO(sheet_text(drawn))))


def filled(drawn: tuple[Item, ...], answer: Callable[[Item], str]) -> list[Cells]:
    header, *rows = rows_of(drawn)
    done = [
        [*row[:4], "yes", " Yes ", answer(item), *row[7:]]
        for row, item in zip(rows, drawn, strict=True)
    ]
    return [header, *done]


def written(path: Path, rows: list[Cells]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    return path


def test_kinds_and_lengths_are_drawn_in_proportion(drawn: tuple[Item, ...]) -> None:
    assert len(drawn) == 40
    for trait in (lambda i: i.role, lambda i: i.traits.depth, lambda i: i.gold):
        asked, all_ = Counter(map(trait, drawn)), Counter(map(trait, ITEMS))
        assert all(abs(asked[key] - n / 10) <= 2 for key, n in all_.items())


def test_twins_do_not_stand_on_one_sheet(drawn: tuple[Item, ...]) -> None:
    assert len({item.group for item in drawn}) == len(drawn)


def test_leaves_take_turns(drawn: tuple[Item, ...]) -> None:
    of_fallacies = Counter(
        (item.traits.leaf, item.traits.depth) for item in drawn if item.role == "fallacy"
    )
    assert max(of_fallacies.values()) == 1


def test_a_sheet_shows_the_question_and_nothing_of_its_answer(drawn: tuple[Item, ...]) -> None:
    header, *rows = rows_of(drawn)
    assert header[:4] == ["row", "id", "premises", "conclusion"]
    for row, item in zip(rows, drawn, strict=True):
        assert row[2:4] == [" ".join(item.passage), item.question]
        assert row[4:] == ["", "", "", "", canary()]
        assert item.hash[:6] not in row[1]
    other = replace(drawn[0], gold="yes" if drawn[0].gold == "no" else "no", hash="")
    assert rows_of((other, *drawn[1:])) == [header, *rows]


def test_the_order_is_not_that_of_the_set(drawn: tuple[Item, ...]) -> None:
    indexes = [item.index for item in drawn]
    rises = sum(a < b for a, b in pairwise(indexes))
    assert 0.3 < rises / len(indexes) < 0.7
    assert draw_sample(ITEMS, 0.1, 1) == drawn
    assert draw_sample(ITEMS, 0.1, 2) != drawn


@pytest.mark.parametrize("first", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "＝1"])
def test_no_cell_is_a_formula(first: str) -> None:
    item = replace(ITEMS[0], passage=(first, "b"), question=first, hash="")
    _, row = rows_of((item,))
    assert row[2][0] == row[3][0] == "'"


def test_what_a_reader_found_comes_back(drawn: tuple[Item, ...], tmp_path: Path) -> None:
    path = written(tmp_path / "s.csv", filled(drawn, lambda item: item.gold.upper()))
    found = read_sheet(path, ITEMS)
    assert [one.index for one in found] == [item.index for item in drawn]
    assert all(one.grammatical and one.one_reading and one.remark is None for one in found)
    assert [one.answer for one in found] == [item.gold for item in drawn]


def test_none_is_an_answer_of_its_own(drawn: tuple[Item, ...], tmp_path: Path) -> None:
    path = written(tmp_path / "s.csv", filled(drawn, lambda _: "none"))
    assert {one.answer for one in read_sheet(path, ITEMS)} == {None}


def spoil(rows: list[Cells], row: int, column: int, text: str) -> None:
    rows[row][column] = text


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda rows: spoil(rows, 3, 6, ""), "row 3, column '3. Does the .*is empty; answer"),
        (lambda rows: spoil(rows, 3, 6, "true"), "has 'true'; answer yes, no or none"),
        (lambda rows: spoil(rows, 2, 4, "perhaps"), "has 'perhaps'; answer yes or no"),
        (lambda rows: spoil(rows, 2, 1, "q00"), "'q00' is no question of this data set"),
        (lambda rows: spoil(rows, 2, 2, "Another."), "'premises': is not the text that was asked"),
        (lambda rows: rows.pop(5), "1 of 40 rows are missing, the first is row 5"),
        (lambda rows: rows.append(rows[7]), "'7 of 40' stands twice"),
        (
            lambda rows: rows.__setitem__(9, [rows[9][0], *rows[4][1:]]),
            "row 9, column 'id': 'q.*' stands twice, in row 4 too",
        ),
        (lambda rows: spoil(rows, 4, 0, "4 of 41"), "'4 of 41' is not its place"),
        (lambda rows: spoil(rows, 0, 4, "ok?"), "no column '1. Is every"),
    ],
)
def test_a_spoilt_sheet_is_refused_in_a_sentence(
    drawn: tuple[Item, ...], tmp_path: Path, change: Callable[[list[Cells]], object], sentence: str
) -> None:
    rows = filled(drawn, lambda item: item.gold)
    change(rows)
    with pytest.raises(InputError, match=sentence):
        read_sheet(written(tmp_path / "s.csv", rows), ITEMS)


def test_readers_are_told_that_named_persons_are_among_everyone() -> None:
    told = instructions(ITEMS[:3], "d", "s.csv")
    assert "whoever is named, such as Alice, is one of them" in " ".join(told.split())


def test_readers_are_told_the_answers_of_a_three_way_set() -> None:
    spec = make_spec("logicasker", {"question": "three-way", "leaves": "propositional"}, 5, 30)
    items = Sample(spec).all
    told = instructions(items, "d", "s.csv")
    assert "neither, if they can all hold both with it and without it" in told
    assert "(follows/contradicts/neither; none" in sheet_text(items)
    assert "30 questions" in told


def test_statements_and_impossible_shares_are_refused() -> None:
    with pytest.raises(InputError, match="whether a conclusion follows"):
        sheet_text(statements(2))
    for share in (0.0, 1.5, float("nan")):
        with pytest.raises(InputError, match="above 0 and at most 1"):
            draw_sample(ITEMS, share, 1)


def test_all_of_a_set_can_be_drawn() -> None:
    assert len(draw_sample(ITEMS, 1, 1)) == len({(i.passage, i.question) for i in ITEMS})

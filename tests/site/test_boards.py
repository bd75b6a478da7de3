"""Boards as tables and as rows to download, of the figures that travel with us."""

from __future__ import annotations

import re
from html import unescape

import pytest

from engine.analysis.boards import Board
from engine.analysis.sources.reading import reading
from engine.core.items import Origin
from engine.pipeline.files.downloads import board_rows
from engine.show.tables.boards import board_table

SYMBOLIZATION = "logicskills-published-symbolization"


@pytest.fixture(scope="module")
def kept() -> tuple[Board, ...]:
    with reading(None) as nothing:
        return nothing.boards


def captions(found: tuple[Board, ...]) -> list[str]:
    shown = [re.search(r"<caption>(.*?)</caption>", board_table(board)) for board in found]
    return [unescape(one[1]) for one in shown if one]


def test_each_language_has_a_board_of_its_own_that_says_so(kept: tuple[Board, ...]) -> None:
    own = tuple(board for board in kept if board.dataset == SYMBOLIZATION)
    assert [board.language for board in own] == ["en", "carroll"]
    english, carroll = captions(own)
    assert english.startswith("Reported by others: in English.")
    assert carroll.startswith("Reported by others: in Carroll’s words.")
    shown = {
        row["language"]: round(row["value"], 2)
        for board in own
        for row in board_rows(board)
        if row["model"] == "OpenAI o3"
    }
    assert shown == {"en": 0.94, "carroll": 0.97}  # the paper's Table 2


def test_ranks_stay_within_a_language(kept: tuple[Board, ...]) -> None:
    for board in kept:
        assert len({score.language for score in board.scores}) == 1
        assert all(s.rank is None or s.rank[1] <= len(board.scores) for s in board.scores)


def test_no_caption_has_two_full_stops(kept: tuple[Board, ...]) -> None:
    assert {board.origin for board in kept} > {Origin.REPORTED}
    assert [each for each in captions(kept) if ".." in each] == []


def test_what_is_drawn_is_known_as_such_whatever_its_cells_hold(kept: tuple[Board, ...]) -> None:
    for board in kept:
        titles = re.findall(r"<th scope=\"col\"([^>]*)>(.*?)</th>", board_table(board))
        drawn = [unescape(title) for marks, title in titles if "data-drawn" in marks]
        assert len(drawn) == 1
        assert drawn[0].endswith("0 to 100%")

"""What a board is called: its provenance and what was asked, in words."""

from __future__ import annotations

from engine.analysis.boards.reading import Board
from engine.analysis.boards.score import ALL_LANGUAGES, ALL_SPLITS, NO_CONTEXT, PASSAGE, ROTATIONS
from engine.core.items import Origin
from engine.io.exports import LANGUAGES

PROVENANCE = {
    Origin.MEASURED: "measured here",
    Origin.REPRODUCED: "reproduced: others’ answers and verdicts",
    Origin.REGRADED: "re-graded: others’ answers, our labels and rules",
    Origin.REPORTED: "reported by others",
}

_SETTINGS = {
    PASSAGE: None,
    ROTATIONS: "in all orders of the options",
    NO_CONTEXT: "the question without its passage",
}


def asked_words(board: Board) -> str:
    """What was asked: split and languages, and how the question was put where not as it stands."""
    split = "all splits" if board.split == ALL_SPLITS else board.split and f"split {board.split}"
    setting = _SETTINGS.get(board.setting, f"probe {board.setting}")
    return ", ".join(filter(None, (split, language_words(board.language), setting)))


def language_words(language: str | None) -> str | None:
    """In which language was asked, where the data set has several."""
    if language is None:
        return None
    if language == ALL_LANGUAGES:
        return "all languages together"
    return f"in {language_name(language)}"


def language_name(language: str) -> str:
    """What a language is called."""
    return LANGUAGES[language].name if language in LANGUAGES else language

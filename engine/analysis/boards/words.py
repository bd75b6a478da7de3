"""The title of a board: its provenance and what was asked."""

from __future__ import annotations

from engine.analysis.boards.reading import Board
from engine.analysis.boards.score import ALL_LANGUAGES, ALL_SPLITS, NO_CONTEXT, PASSAGE, ROTATIONS
from engine.analysis.by_trait.series import MODELS
from engine.core.items import Origin
from engine.io.exports import LANGUAGES

PROVENANCE = {
    Origin.MEASURED: "measured here",
    Origin.REPRODUCED: "reproduced: others’ answers and verdicts",
    Origin.REGRADED: "re-graded: others’ answers, our labels and rules",
    Origin.REPORTED: "reported by others",
}

ORDER = "Models come first; baselines stand below them for reference, even with a better rank."
"""The order of a board that has both."""

_SETTINGS = {
    PASSAGE: None,
    ROTATIONS: "in all orders of the options",
    NO_CONTEXT: "the question without its passage",
}


def asked_words(board: Board) -> str:
    """What was asked: split, languages, and the setting unless it is the plain question."""
    split = "all splits" if board.split == ALL_SPLITS else board.split and f"split {board.split}"
    setting = _SETTINGS.get(board.setting, f"probe {board.setting}")
    return ", ".join(filter(None, (split, language_words(board.language), setting)))


def order_words(board: Board) -> str | None:
    """The order, where a board has models and baselines with ranks."""
    are_models = {score.kind in MODELS for score in board.scores if score.rank}
    return ORDER if len(are_models) > 1 else None


def language_words(language: str | None) -> str | None:
    """The language asked, if the data set has several."""
    if language is None:
        return None
    if language == ALL_LANGUAGES:
        return "all languages together"
    return f"in {language_name(language)}"


def language_name(language: str) -> str:
    """The name of a language."""
    return LANGUAGES[language].name if language in LANGUAGES else language

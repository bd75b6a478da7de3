"""Text in a cell that a person opens in a spreadsheet."""

from __future__ import annotations

_BEGINS_FORMULA = tuple("=+-@＝＋－＠")  # full-width ones count in some


def inert(text: str) -> str:
    """The text so marked that no spreadsheet takes it for a formula.

    >>> inert("=1+1"), inert("p or q")
    ("'=1+1", 'p or q')
    """
    return f"'{text}" if text.startswith(_BEGINS_FORMULA) else text

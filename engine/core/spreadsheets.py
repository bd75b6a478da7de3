"""Neutralise text for spreadsheets, which would run a formula in a cell."""

from __future__ import annotations

from collections.abc import Iterable

_BEGINS_FORMULA = tuple("=+-@＝＋－＠")  # full-width ones count in some


def neutralise(text: str) -> str:
    """The text, marked so that no spreadsheet reads it as a formula.

    >>> neutralise("=1+1"), neutralise("p or q")
    ("'=1+1", 'p or q')
    """
    return f"'{text}" if text.startswith(_BEGINS_FORMULA) else text


def neutralised(row: Iterable[object]) -> list[object]:
    """The cells of a row with every text neutralised.

    >>> neutralised(["-a", -1, None])
    ["'-a", -1, None]
    """
    return [neutralise(cell) if isinstance(cell, str) else cell for cell in row]

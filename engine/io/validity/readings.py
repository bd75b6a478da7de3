"""A filled sheet, read back: every fault is one sentence that names the cell."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.core.errors import InputError
from engine.core.items import Item
from engine.io.published import Row, read_rows
from engine.io.validity.sheet import (
    CONCLUSION,
    ID,
    NONE,
    PREMISES,
    ROW,
    answers,
    columns,
    question_id,
    shown_texts,
)
from engine.store import ValidityReading

_PLACE = re.compile(r"(\d+) of (\d+)")
_YES_NO = {"yes": True, "no": False}


def read_sheet(path: Path, items: Sequence[Item]) -> tuple[ValidityReading, ...]:
    """What a reader says of questions of a data set, whose items are given.

    Raises:
        InputError: the file is no sheet, a row is missing, twice there or of another set, a text
            was changed, or an answer is missing or none of those to choose from.
    """
    asked, allowed = columns(items), (*answers(items), NONE)
    rows = read_rows(path, (ROW, ID, PREMISES, CONCLUSION, *asked.values()))
    known = {question_id(item): item for item in items}
    found = [_reading(row, known, asked, allowed) for row in rows]
    _require_whole(path, rows)
    return tuple(found)


def _reading(
    row: Row, known: Mapping[str, Item], asked: Mapping[str, str], allowed: Sequence[str]
) -> ValidityReading:
    item = known.get(row[ID].strip())
    if item is None:
        raise row.fault(ID, f"{row[ID]!r} is no question of this data set")
    for name, text in shown_texts(item).items():
        if " ".join(row[name].split()) != text:
            raise row.fault(name, "is not the text that was asked; take it from the sheet as drawn")
    answer = _chosen(row, asked["answer"], allowed)
    return ValidityReading(
        index=item.index,
        grammatical=_YES_NO[_chosen(row, asked["grammatical"], tuple(_YES_NO))],
        one_reading=_YES_NO[_chosen(row, asked["one_reading"], tuple(_YES_NO))],
        answer=None if answer == NONE else answer,
        remark=row[asked["remark"]].strip() or None,
    )


def _chosen(row: Row, column: str, allowed: Sequence[str]) -> str:
    given = row[column].strip().lower()
    if given in allowed:
        return given
    told = "is empty" if not given else f"has {given!r}"
    raise row.fault(column, f"{told}; answer {', '.join(allowed[:-1])} or {allowed[-1]}")


def _require_whole(path: Path, rows: Sequence[Row]) -> None:
    """Refuse a sheet with rows left out or twice: those left out may be the faulty ones."""
    places: set[int] = set()
    asked: dict[str, int] = {}
    total: int | None = None
    for row in rows:
        told = _PLACE.fullmatch(row[ROW].strip())
        if told is None or int(told[2]) != (total or int(told[2])):
            raise row.fault(ROW, f"{row[ROW]!r} is not its place in this sheet, such as '1 of 252'")
        total = int(told[2])
        if int(told[1]) in places:
            raise row.fault(ROW, f"{row[ROW]!r} stands twice")
        places.add(int(told[1]))
        first = asked.setdefault(row[ID].strip(), row.number)
        if first != row.number:
            raise row.fault(ID, f"{row[ID]!r} stands twice, in row {first} too")
    missing = sorted(set(range(1, (total or 0) + 1)) - places)
    if missing:
        raise InputError(
            f"{path.name}: {len(missing)} of {total} rows are missing, the first is row"
            f" {missing[0]}; a reader has to answer all of a sample"
        )

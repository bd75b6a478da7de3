"""Read a filled sheet back; every fault is one sentence that names the cell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.core.errors import InputError
from engine.io.published import Row, read_rows
from engine.io.review.sheet import ID, ROW, Ask, Entry, cell

_PLACE = re.compile(r"(\d+) of (\d+)")


@dataclass(frozen=True, slots=True)
class Filled:
    """A filled row: the entry's name, and the texts written, by column."""

    name: str
    written: Mapping[str, str]
    row: Row
    asks: Mapping[str, Ask]

    def __getitem__(self, ask: str) -> str:
        return self.written[ask]

    def fault(self, ask: str, what: str) -> InputError:
        """The error for a faulty cell."""
        return self.row.fault(self.asks[ask].heading, what)


def read_sheet(
    path: Path, asks: Mapping[str, Ask], entries: Iterable[Entry], *, whole: bool = False
) -> tuple[Filled, ...]:
    """The filled rows of a sheet of these entries; `whole` requires every row.

    Raises:
        InputError: the file is not such a sheet; a row is foreign, duplicate, changed or missing;
        or an answer is missing or not among the choices.
    """
    known = {entry.name: entry for entry in entries}
    shown = list(next(iter(known.values())).shown) if known else []
    rows = read_rows(path, (ROW, ID, *shown, *(ask.heading for ask in asks.values())))
    first: dict[str, Row] = {}
    found = []
    for row in rows:
        name = row[ID].strip()
        if name not in known:
            raise row.fault(
                ID, f"{name!r} is not in this data set; name the one the sheet was drawn from"
            )
        if name in first:
            raise row.fault(ID, f"{name!r} is there twice, in row {first[name].number} too")
        first[name] = row
        for column, text in known[name].shown.items():
            if row[column].split() != cell(text).split():
                raise row.fault(column, "was changed; copy it from the sheet as it was written")
        written = {key: _written(row, ask) for key, ask in asks.items()}
        found.append(Filled(name, written, row, asks))
    if whole:
        _require_whole(path, rows)
    return tuple(found)


def _written(row: Row, ask: Ask) -> str:
    given = row[ask.heading].strip()
    if not given and ask.may_be_empty:
        return ""
    if not given or ask.choices:
        return _chosen(row, ask, given)
    return given


def _chosen(row: Row, ask: Ask, given: str) -> str:
    choices = {choice.casefold(): choice for choice in ask.choices}
    if given.casefold() in choices:
        return choices[given.casefold()]
    what = f"has {given!r}" if given else "is empty"
    *others, last = ask.choices or ("what it asks for",)
    wanted = f"{', '.join(others)} or {last}" if others else last
    raise row.fault(ask.heading, f"{what}; answer {wanted}")


def _require_whole(path: Path, rows: Sequence[Row]) -> None:
    """Refuse a sheet with rows left out, which may be the faulty ones."""
    places: set[int] = set()
    total: int | None = None
    for row in rows:
        place = _PLACE.fullmatch(row[ROW].strip())
        if place is None or int(place[2]) != (total or int(place[2])):
            raise row.fault(ROW, f"{row[ROW]!r} is not its place in this sheet, such as '1 of 252'")
        total = int(place[2])
        if int(place[1]) in places:
            raise row.fault(ROW, f"{row[ROW]!r} is there twice")
        places.add(int(place[1]))
    missing = sorted(set(range(1, (total or 0) + 1)) - places)
    if missing:
        raise InputError(
            f"{path.name}: {len(missing)} of {total} rows are missing, the first is row"
            f" {missing[0]}; a reader has to answer every row of this sheet"
        )

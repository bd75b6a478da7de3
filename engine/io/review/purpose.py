"""The interface of a review's purposes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.io.review.sheet import Sheet
from engine.store.validity import ReaderKind

if TYPE_CHECKING:
    from engine.ask.extraction import Extractor


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What to review and how; options that a purpose does not take stay None.

    Writing: `n` rows, of a `split`, drawn by `seed`, judged by a model first (`judge`). Reading:
    who the `reader` is, and whether this takes the place of what they found before (`replace`).
    """

    db: Path
    dataset: str
    n: int | None = None
    seed: int | None = None
    split: str | None = None
    extractor_model: str | None = None
    judge: Extractor | None = None
    reader: str | None = None
    reader_kind: ReaderKind | None = None
    replace: bool | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """A sheet, the size of the population it was drawn from, and remarks."""

    sheet: Sheet
    of: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a filled sheet: for programs, and as a table for people.

    `answered` are the hashes of the items that a respondent answered; `is_stored` is False if the
    database was not changed.
    """

    document: dict[str, Any]  # Any: JSON
    title: str
    columns: tuple[str, ...]
    rows: Sequence[Sequence[object]]
    answered: frozenset[str] = frozenset()
    is_stored: bool = True


@dataclass(frozen=True, slots=True)
class Purpose:
    """A purpose of sheets; `write_takes` and `read_takes` are the options that it takes."""

    meaning: str
    write: Callable[[Wish], Written]
    write_takes: frozenset[str]
    read: Callable[[Path, Wish], Found]
    read_takes: frozenset[str]


def share(k: int, n: int) -> str:
    """A share in per cent."""
    return f"{k / n:.1%}"


def interval(low: float, high: float) -> str:
    """A 95% interval in per cent."""
    return f"{low:.1%} to {high:.1%}"

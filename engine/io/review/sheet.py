"""A blind sheet for people, as CSV and for print: rows with texts and columns to fill in.

A row holds what a reader needs, without the answer. The last column, which is not read back, holds
the canary.
"""

from __future__ import annotations

import csv
import io
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape

from engine.core.canary import canary
from engine.core.resources import data_file
from engine.core.spreadsheets import neutralise

ROW, ID = "row", "id"


@dataclass(frozen=True, slots=True)
class Ask:
    """A column to fill in with one of the choices, or freely if there are none."""

    text: str
    choices: tuple[str, ...] = ()
    may_be_empty: bool = False

    @property
    def heading(self) -> str:
        """The column's name, with the choices if there are few."""
        few = 0 < len(self.choices) <= _FEW
        return f"{self.text} ({'/'.join(self.choices)})" if few else self.text


_FEW = 6


@dataclass(frozen=True, slots=True)
class Entry:
    """A row: its name, and the texts shown, by column.

    The name derives from what is shown and not from the answer; it begins with a letter, so that no
    spreadsheet reads it as a number or a date.
    """

    name: str
    shown: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet to be filled in; `asks` are the columns to fill in, by name."""

    title: str
    instructions: str
    asks: Mapping[str, Ask]
    entries: Sequence[Entry]


@cache
def wording() -> Mapping[str, Mapping[str, str]]:
    """The texts of `data/lexicon/review.toml`, by purpose."""
    return tomllib.loads(data_file("lexicon/review.toml").read_text(encoding="utf-8"))


def cell(text: str) -> str:
    """A text for a sheet, which no spreadsheet reads as a formula."""
    return neutralise(text.strip())


def as_csv(sheet: Sheet) -> str:
    """The sheet as CSV, with empty columns to fill in."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    headings = [ask.heading for ask in sheet.asks.values()]
    shown = list(sheet.entries[0].shown) if sheet.entries else []
    writer.writerow([ROW, ID, *shown, *headings, "canary"])
    for number, entry in enumerate(sheet.entries, 1):
        texts = map(cell, entry.shown.values())
        place = f"{number} of {len(sheet.entries)}"
        writer.writerow([place, entry.name, *texts, *([""] * len(headings)), canary()])
    return out.getvalue()


def as_html(sheet: Sheet) -> str:
    """The sheet for print: one HTML page without scripts or external styles."""
    title = escape(sheet.title)
    head = "".join(
        f"<pre>{escape(text)}</pre>" for text in (sheet.instructions, wording()["sheet"]["how"])
    )
    blanks = "".join(f"<p>{escape(ask.heading)} <span></span></p>" for ask in sheet.asks.values())
    rows = "".join(
        f"<li>{_shown(entry)}{blanks}<small>{escape(entry.name)}</small></li>"
        for entry in sheet.entries
    )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        f"<title>{title}</title><style>{_STYLE}</style><h1>{title}</h1>{head}"
        f"<ol>{rows}</ol><p><small>{escape(canary())}</small></p></html>"
    )


def _shown(entry: Entry) -> str:
    many = len(entry.shown) > 1
    return "".join(
        f"{f'<h2>{escape(name)}</h2>' if many else ''}<pre>{escape(text)}</pre>"
        for name, text in entry.shown.items()
    )


_STYLE = (
    "body{font:1rem/1.5 serif;max-width:45rem;margin:2rem auto;padding:0 1rem}"
    "pre{font:inherit;white-space:pre-wrap}h2{font:inherit;font-weight:bold;margin:0}"
    "li{break-inside:avoid;margin:1.5rem 0}"
    "span{display:inline-block;min-width:12rem;border-bottom:1px solid}"
)

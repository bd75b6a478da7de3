"""The tables of a built page, read back from its HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

_SPAN = r"[−+]?\d[\d.]* to [−+]?[\d.]+"
_COUNTS = ("n", "of", "items", "answers", "questions", "arguments", "pairs", "published labels")
_NOT_MEASURED = ("Limit", "Limit of the bound", "Source", "Sources")
_EXCUSES = ("no interval", "the interval is that of the difference")


@dataclass(slots=True)
class Table:
    """A table: its caption, its titles, and the text of each row's cells."""

    caption: str = ""
    titles: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tables: list[Table] = []
        self.pieces: list[str] | None = None
        self.row: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append(Table())
        elif tag == "tr":
            self.row = []
        elif tag in ("td", "th", "caption"):
            self.pieces = []
        elif tag in ("br", "small") and self.pieces is not None:
            self.pieces.append(" ")

    def handle_data(self, data: str) -> None:
        if self.pieces is not None:
            self.pieces.append(data)

    def handle_endtag(self, tag: str) -> None:
        if not self.tables:
            return
        table = self.tables[-1]
        if tag == "tr" and table.titles:
            table.rows.append(self.row)
        elif tag == "tr":
            table.titles = self.row
        elif tag in ("td", "th", "caption") and self.pieces is not None:
            shown, self.pieces = " ".join("".join(self.pieces).split()), None
            if tag == "caption":
                table.caption = shown
            else:
                self.row.append(shown)


def tables(html: str) -> list[Table]:
    """All tables of a page."""
    reader = _Reader()
    reader.feed(html)
    return reader.tables


def bare_shares(html: str) -> list[str]:
    """The shares of a page that stand without interval or n, and whose caption does not say why.

    Of the tables that the build makes: what stands in prose has its interval in prose.
    """
    return [
        f"{table.caption[:60]}: {row[0]}, {table.titles[place]}: {row[place]}"
        for table in tables(html)
        if table.caption and not any(words in table.caption.lower() for words in _EXCUSES)
        for row in table.rows
        for place in _bare(table.titles, row)
    ]


def _bare(titles: list[str], row: list[str]) -> Iterator[int]:
    has_n = any(
        title.lower() in _COUNTS and re.match(r"\d", cell)
        for title, cell in zip(titles, row, strict=False)
    )
    for place, cell in enumerate(row):
        if not re.search(r"\d%(?! [a-z\d])", cell, re.IGNORECASE) or re.fullmatch(
            f"{_SPAN}%", cell
        ):
            continue
        beside = row[place + 1] if place + 1 < len(row) else ""
        has_interval = re.search(_SPAN, cell) or re.fullmatch(f"{_SPAN}%", beside)
        told_n = has_n or re.search(r"\bn \d", cell)
        if not (has_interval and told_n) and titles[place] not in _NOT_MEASURED:
            yield place


def plain(fragment: str) -> str:
    """A part of a page without its tags."""
    shown = re.sub(r"<[^>]*>", " ", fragment)
    return re.sub(r"&#(\d+);", lambda code: chr(int(code[1])), shown)


def rows_of(fragment: str) -> list[str]:
    """The text of each row of its tables."""
    return [" ".join(plain(row).split()) for row in re.findall(r"<tr>.*?</tr>", fragment)]


def row_with(fragment: str, *words: str) -> str:
    """The one row that has all these words."""
    [row] = [row for row in rows_of(fragment) if all(word in row for word in words)]
    return row

"""Tables of figures with consistent titles and formats."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import streamlit as st

from engine.analysis.sources.query import Row
from engine.analysis.sources.snapshot import NO_PROMPT
from engine.show.texts.escaping import plain, shortened, visible
from engine.show.texts.names import ORIGINS

if TYPE_CHECKING:
    from streamlit.elements.lib.column_types import ColumnConfig as Column

_SHARES = (
    "value", "consistency", "accuracy", "circular",
    "partial_circular", "share_right", "found", "estimate", "response_rate", "response_accuracy",
    "strict_response_rate", "strict_response_accuracy", "informedness", "chance",
    "share", "first_share", "second_share",
    "share_of_faulty",
)  # fmt: skip
"""Columns with shares of 0 to 1, shown as percentages."""

_POINTS = ("difference", "low", "high")
"""Columns with differences of shares and their intervals, shown in signed points."""

_TALLEST = 30
"""Longer tables scroll."""

_DIGITS = 5
"""The most digits of a count in a table, such as tokens."""

_NARROWEST_PX, _WIDEST_PX = 60, 400
_KEY_PX, _PHONE_KEY_PX, _PHONE_PX = 230, 140, 115
"""How wide the column of rows' names is at least, if its texts need it; others on phones."""
_NAMES = ("name", "model", "across")
"""Columns of names, which lose their middle where they do not fit."""
_PAGE_PX, _NUMBER_PX = 1080, 100
"""The room of a table in a wide window, and what a column of numbers takes of it."""
_LETTER_PX, _PADDING_PX = 7.1, 22

_FIGURE = re.compile(r"\s*[+−-]?\d")

_PERCENT, _SIGNED = "%.1f%%", "%+.1f"
_CONFIG = {
    "value": st.column_config.NumberColumn("Accuracy", format=_PERCENT),
    "interval": st.column_config.TextColumn("95% interval"),
    "difference": st.column_config.NumberColumn("Difference, points", format=_SIGNED),
    "low": st.column_config.NumberColumn("95% interval from", format=_SIGNED),
    "high": st.column_config.NumberColumn("95% interval to", format=_SIGNED),
    "n": st.column_config.NumberColumn("n", format="localized"),
    "q": st.column_config.NumberColumn(
        "q",
        width=85,
        format="%.2g",
        help="Expected share of false findings among those at least as strong as this one.",
    ),
    "thin": st.column_config.TextColumn("Note"),
    "no_answer_text": st.column_config.TextColumn(
        "No answer", help="Share of replies without a readable answer, with 95% interval."
    ),
    "cut_off_text": st.column_config.TextColumn(
        "Cut off", help="Share of replies cut off by the length limit, with 95% interval."
    ),
    "strict_right_text": st.column_config.TextColumn(
        "Strict",
        help="Accuracy if only answers in the requested format count, with 95% interval.",
    ),
    "rank": st.column_config.TextColumn(
        "Rank",
        help="The range of ranks that the intervals allow. Baselines and people are not ranked.",
    ),
    "response_rate": st.column_config.NumberColumn(
        "Response rate",
        format=_PERCENT,
        help="Share of questions with a readable answer.",
    ),
    "consistency": st.column_config.NumberColumn(
        "Consistency",
        format=_PERCENT,
        help="Share of complete groups (triples) with every question right.",
    ),
    "c_interval": st.column_config.TextColumn("Its 95% interval"),
    "n_groups": st.column_config.NumberColumn("Groups", format="localized"),
    "cost": st.column_config.NumberColumn("US$ for 1,000", format="%.2f"),
    "cost_usd": st.column_config.NumberColumn("Cost, US$", format="%.4f"),
}


def show(
    rows: Sequence[Row],
    columns: Mapping[str, str | None],
    alt: str,
    pinned: str,
    shares: Collection[str] = (),
    picked: str | None = None,
) -> list[int]:
    """A table of the named columns; values are titles, None keeps the usual one.

    A column that holds nothing in any row is left out, and one of text is as wide as its texts. The
    one `pinned` stays when the table is scrolled. `shares` are columns of shares beside those known
    as such. With a key `picked`, rows can be selected; the numbers of those that are come back.
    """
    shares = {*_SHARES, *shares}
    cells = [{name: _cell(name, row[name], shares) for name in columns} for row in rows]
    filled = [name for name in columns if any(map(_says_something, (row[name] for row in cells)))]
    config = {name: _column(name, columns[name], shares) for name in filled}
    for name in filled:
        texts = [cell for row in cells if (cell := row[name]) is not None]
        if all(isinstance(text, str) for text in texts):
            title = str(config[name].get("label") or columns[name] or name)
            config[name] = {**config[name], "width": _width([title, *map(str, texts)])}
        elif columns[name] and all(type(count) is int for count in texts):
            config[name] = st.column_config.NumberColumn(columns[name], format="localized")
    config[pinned] = {**config[pinned], "pinned": True}
    _fit(cells, config, pinned)
    if picked:
        how: dict[str, Any] = {"on_select": "rerun", "selection_mode": "multi-row", "key": picked}
    else:
        how = {}
    state = st.dataframe(
        [{name: row[name] for name in filled} for row in cells],
        column_config=config,
        hide_index=True,
        height="content" if len(rows) <= _TALLEST else "auto",
        placeholder="–",
        alt=alt,
        **how,
    )
    return list(state.selection.rows) if picked else []


def _width(texts: Sequence[str]) -> int:
    """The pixels that the longest of the texts takes in a cell."""
    return max(round(max(map(len, texts)) * _LETTER_PX) + _PADDING_PX, _NARROWEST_PX)


def _fit(cells: Sequence[Row], config: Mapping[str, Column], pinned: str) -> None:
    """Narrow columns of text to the room there is, and shorten names, and on phones prose.

    A canvas draws the table, so that no style sheet can do it.
    """
    widths = {
        name: width for name, one in config.items() if isinstance(width := one.get("width"), int)
    }
    others = sum(min(widths.get(name, _NUMBER_PX), _WIDEST_PX) for name in config if name != pinned)
    is_phone = _on_phone()
    key = _PHONE_KEY_PX if is_phone else min(max(_PAGE_PX - others, _KEY_PX), _WIDEST_PX)
    for name, width in widths.items():
        is_name = name in (*_NAMES, pinned)
        is_cut = is_name or (is_phone and not _is_figures(name, cells))
        room = _PHONE_KEY_PX if is_name else _PHONE_PX
        room = room if is_phone and is_cut else _WIDEST_PX
        room = key if name == pinned else room
        if width > room:
            config[name]["width"] = room
            if is_cut:
                most = int((room - _PADDING_PX) / _LETTER_PX)
                for row in cells:
                    row[name] = row[name] and shortened(row[name], most)


def _is_figures(name: str, cells: Sequence[Row]) -> bool:
    """Whether a column of texts holds figures or times, of which no part may be left out."""
    texts = [row[name] for row in cells if _says_something(row[name])]
    is_named_so = name == "rank" or name.endswith(("interval", "_text"))
    return is_named_so or all(map(_FIGURE.match, texts))


def _on_phone() -> bool:
    """Whether the reader's browser says that it is one of a phone."""
    return "Mobi" in st.context.headers.get("User-Agent", "")


def show_by_origin(
    rows: Sequence[Row],
    columns: Mapping[str, str | None],
    alt: str,
    pinned: str,
) -> None:
    """A table for each provenance under its title; they are never ranked together."""
    for origin, words in ORIGINS.items():
        own = [row for row in rows if row["origin"] == origin]
        if own:
            st.markdown(f"**{words}**")
            show(own, columns, f"{alt}, {origin}", pinned)


def _says_something(value: object) -> bool:
    """Whether a cell holds something; 0 counts, although it equals False."""
    return value is not None and value is not False and value not in ("", "–")


def _column(name: str, title: str | None, shares: Collection[str]) -> Column:
    if title is None:
        return _CONFIG[name]
    if name in shares:
        return st.column_config.NumberColumn(title, format=_PERCENT)
    if name in _CONFIG:
        return {**_CONFIG[name], "label": title}
    return st.column_config.Column(title)


def _cell(name: str, value: object, shares: Collection[str]) -> object:
    if (name in shares or name in _POINTS) and isinstance(value, int | float):
        return 100 * value
    if name == "prompt" and value == NO_PROMPT:
        return None
    if name == "thin":
        return "too few" if value else None
    if name == "rank" or name.endswith(("interval", "_text")):
        return value and _sortable(str(value))
    return visible(value) if isinstance(value, str) else value


def _sortable(text: str) -> str:
    """Ranks and intervals, padded so that they sort as text by their leading numbers.

    >>> sorted(map(_sortable, ["10.5–12.0%", "9.1–12.0%", "100.0–100.0%"]))
    ['    9.1–12.0%', '   10.5–12.0%', '  100.0–100.0%']
    """
    whole = text[: len(text) - len(text.lstrip("0123456789"))]
    return " " * (_DIGITS - len(whole)) + text if whole else text


def show_facts(facts: dict[str, object]) -> None:
    """Names with values, without empty ones; long values wrap."""
    with st.container(gap="xxsmall", key=f"facts-{next(iter(facts))}"):
        for name, fact in facts.items():
            if fact not in (None, ""):
                st.text(visible(f"{name}: {fact}"))


def show_reported(found: Sequence[Row], title: str) -> None:
    """The papers' figures by a trait, folded away: one row per model and column per cell."""
    if not found:
        return
    with st.expander(f"{ORIGINS['reported']}: by {title.lower()}"):
        cells = {f"cell-{row['cell']}": row["cell"] for row in found}
        lines: dict[tuple[str, str, str], Row] = {}
        for row in found:
            key = (row["model"], row["metric"], row["dataset"])
            line = lines.setdefault(
                key, {**dict.fromkeys(cells), **row, "metric": row["metric"].replace("_", " ")}
            )
            n = f" of {row['n']:,}" if row["n"] else ""
            line[f"cell-{row['cell']}"] = f"{row['value']:.0%}{n}"
        show(
            list(lines.values()),
            {"model": "Model", **{name: f"{title} {cell}" for name, cell in cells.items()},
             "metric": "Metric", "prompt": "Prompt", "dataset": "Questions", "source": "Source"},
            alt=f"Reported by {title.lower()}",
            pinned="model",
        )  # fmt: skip
        st.caption("As printed; without the number of answers there is no interval.")
        for note in dict.fromkeys(row["note"] for row in found if row["note"]):
            st.caption(plain(note))

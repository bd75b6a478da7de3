"""A figure to take away: its picture, its data, and a caption with its citation."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from dashboard.components.source import snapshot
from engine.analysis.sources.query import Row
from engine.core.spreadsheets import neutralised

_LEFT_OUT = re.compile(r"interval$|_text$|^(run_id|thin|shown_kind|text|opens)$")
"""Columns that only repeat, as text, what others hold as numbers, or mean nothing elsewhere."""

_buttons = st.components.v2.component(
    "sorites_pictures",
    html='<div class="pictures"></div>',
    js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"),
    isolate_styles=False,  # look.css has them
)


def offer(key: str, caption: str, rows: Sequence[Row]) -> None:
    """Buttons for the picture of the figure with that key, its `rows` as CSV, and its citation."""
    stamp = snapshot.current().stamp
    _buttons(
        key=f"picture-{key}",
        data={
            "chart": re.sub(r"[^a-zA-Z0-9_-]", "-", key),
            "name": f"sorites-{_slug(caption)}",
            "csv": as_csv(rows),
            "citation": f"{caption}. Sorites {stamp.engine_version}, snapshot {stamp}.",
        },
    )


def as_csv(rows: Sequence[Row]) -> str:
    """The rows as CSV: a column for each number and name, none for what only repeats them.

    >>> as_csv([{"name": "a", "value": 0.5, "low": 0.25, "interval": "25–75%"}]).splitlines()
    ['name,value,low', 'a,0.5,0.25']
    """
    columns = [name for name in (rows[0] if rows else ()) if not _LEFT_OUT.search(name)]
    columns = [name for name in columns if all(_is_plain(row.get(name)) for row in rows)]
    if not columns:
        return ""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(columns)
    writer.writerows(neutralised(map(row.get, columns)) for row in rows)
    return out.getvalue()


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, str | int | float)


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:60]

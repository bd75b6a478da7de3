"""Words for the places of the tree of skills, whose ids are made for addresses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from dashboard.skill_queries import ALL
from dashboard.snapshot import Row
from dashboard.words import forms
from engine.analysis.weaknesses import Weaknesses

KINDS = {
    "correct": "follows",
    "contradiction": "contradicted",
    "unrelated": "unrelated",
    "fallacy": "fallacious",
}
"""What a question on a rule concludes; the ids of leaves call the first and last `inference`."""


def places(rows: Sequence[Row]) -> dict[str, str]:
    """What each place of a tree is called beside its siblings."""
    named = forms(row["cell"] for row in rows if row["level"] == "form")
    return {ALL: ALL, **{row["part"]: _place(row, named) for row in rows}}


def _place(row: Row, named: Mapping[str, str]) -> str:
    cell = str(row["cell"])
    match row["level"]:
        case "logic":
            return f"{cell} logic"
        case "leaf":
            return KINDS.get(cell, cell)
        case "form":
            return named[cell]
        case _:
            return cell


def way_to(part: str, rows: Mapping[str, Row]) -> list[str]:
    """The places from the root down to one, the root and itself among them."""
    way = [part]
    while way[0] in rows:
        way.insert(0, rows[way[0]]["parent"] or ALL)
    return way


def parts(found: Weaknesses, rows: Iterable[Row]) -> dict[str, str]:
    """What the parts of a run are called where nothing stands above them; `rows` are its tree.

    Leaves that are there only as twins are marked.
    """
    if found.by == "leaf":
        return {part: f"{found.marked(part)}{name}" for part, name in _leaves(rows).items()}
    return {part.part: _part(found.by, part.part) for part in found.parts}


def _part(by: str, part: str) -> str:
    match by:
        case "kind":
            return KINDS.get(part, part)
        case "length":
            return f"length {part}"
        case _:
            return part


def _leaves(rows: Iterable[Row]) -> dict[str, str]:
    every = {row["part"]: row for row in rows}
    return {
        part: f"{every[row['parent']]['cell']}: {KINDS.get(row['cell'], row['cell'])}"
        for part, row in every.items()
        if row["level"] == "leaf"
    }

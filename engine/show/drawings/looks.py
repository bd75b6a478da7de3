"""Colours of dashboard and site, and how series are drawn: one look per model in every chart.

A look is a colour and a shape. Their counts are coprime, so 144 models get distinct pairs. Colour
is never the only cue: series in one chart have distinct shapes while these last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

THEMES = {
    "light": {
        "page": "#ffffff", "ground": "#f4f6f8", "ink": "#0d1318", "rule": "#c3ccd4",
        "link": "#0a5a9c", "accent": "#0b6e69",
    },
    "dark": {
        "page": "#12171d", "ground": "#1d252e", "ink": "#e7ecf0", "rule": "#44505c",
        "link": "#7cc0f4", "accent": "#14807a",
    },
}  # fmt: skip
"""The colours that dashboard and site share; their own files repeat them (see the tests).

Every text has a contrast of at least 4.5 to 1 against page and ground (WCAG 2.2, AA).
"""

SHAPES = (
    "circle", "square", "diamond", "triangle-up", "x", "star", "triangle-down", "cross", "pentagon",
    "triangle-left", "bowtie", "triangle-right", "hexagram", "diamond-tall", "hourglass",
    "star-diamond",
)  # fmt: skip
"""Plotly's names of mark shapes; each has an open variant for thin cells."""

DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")

PALETTE = (
    "#2f7fc8", "#cb6418", "#259069", "#b85aa0", "#8f7d12", "#7f6fdd", "#d2493c", "#15889b",
    "#9c6b4a",
)  # fmt: skip
"""Each has a contrast of at least 3 to 1 against the light and the dark background.

Only models have these colours.
"""


@dataclass(frozen=True, slots=True)
class Look:
    """How a series is drawn: its colour, the shape of its marks, and the dash of its line."""

    colour: str
    shape: str
    dash: str


def looks(models: Mapping[str, str], numbers: Sequence[tuple[str, int]]) -> dict[str, Look]:
    """The looks of a chart's series, given each series' model in order.

    `numbers` gives each model's number in the database. If two series would have the same shape,
    such as two prompts of one model, the second takes the next free shape; if two models would have
    the same colour, the second takes the next free colour.
    """
    found: dict[str, Look] = {}
    taken: set[int] = set()
    colours: dict[str, int] = {}
    for name, model in models.items():
        owner, number = _owner(model, numbers)
        place = _free(number, taken, len(SHAPES))
        taken.add(place)
        if owner not in colours:
            colours[owner] = _free(number, set(colours.values()), len(PALETTE))
        found[name] = Look(PALETTE[colours[owner]], SHAPES[place], DASHES[place % len(DASHES)])
    return found


def _free(wanted: int, taken: set[int], of: int) -> int:
    """The first free place of this many from `wanted` on, or `wanted` if none is free."""
    places = [(wanted + step) % of for step in range(of)]
    return next((place for place in places if place not in taken), wanted % of)


def _owner(name: str, numbers: Sequence[tuple[str, int]]) -> tuple[str, int]:
    """The model with that name, or with the longest matching prefix, and its number."""
    found = [
        (len(model), model, number)
        for model, number in numbers
        if name == model or name.startswith(f"{model}, ")
    ]
    return max(found)[1:] if found else (name, 0)

"""How series are drawn: one look for each model, the same in every figure.

A look is a colour and a shape. The numbers of both have no common factor, so that model after
model gets a new pair: of 144 no two look alike. Colour is never alone: in a figure no two series
have one shape, as long as there are enough.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SHAPES = (
    "circle", "square", "diamond", "triangle-up", "x", "star", "triangle-down", "cross", "pentagon",
    "triangle-left", "bowtie", "triangle-right", "hexagram", "diamond-tall", "hourglass",
    "star-diamond",
)  # fmt: skip
"""The shapes of marks, as plotly calls them; each has an open one for what is thin."""

DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")

PALETTE = (
    "#2f7fc8", "#cb6418", "#259069", "#b85aa0", "#8f7d12", "#7f6fdd", "#d2493c", "#15889b",
    "#9c6b4a",
)  # fmt: skip
"""Each has a contrast of at least 3 to 1 against the light and the dark ground.

What is no model has none of these colours.
"""


@dataclass(frozen=True, slots=True)
class Look:
    """How a series is drawn: its colour, the shape of its marks, and the dash of its line."""

    colour: str
    shape: str
    dash: str


def looks(models: Mapping[str, str], numbers: Sequence[tuple[str, int]]) -> dict[str, Look]:
    """The looks of the series of a figure, given the model of each by name, in order.

    `numbers` has the number of each model of the database. Of two series of one shape, such as two
    prompts of one model, the second has the next shape that is free.
    """
    found: dict[str, Look] = {}
    taken: set[int] = set()
    for name, model in models.items():
        number = _number(model, numbers)
        place = _free(number % len(SHAPES), taken)
        taken.add(place)
        colour = PALETTE[number % len(PALETTE)]
        found[name] = Look(colour, SHAPES[place], DASHES[place % len(DASHES)])
    return found


def _free(wanted: int, taken: set[int]) -> int:
    """The first place from there on that is not taken; the wanted one if all are."""
    places = [(wanted + step) % len(SHAPES) for step in range(len(SHAPES))]
    return next((place for place in places if place not in taken), wanted)


def _number(name: str, numbers: Sequence[tuple[str, int]]) -> int:
    """The number of the model with that name, or with the longest that the name begins with."""
    found = [
        (len(model), number)
        for model, number in numbers
        if name == model or name.startswith(f"{model}, ")
    ]
    return max(found)[1] if found else 0

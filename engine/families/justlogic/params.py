"""The parameters of JustLogic, and its plan of group numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from engine.families.justlogic.forms import FOR_ANY
from engine.logic.proofs.proof import BASIC_FORMS, EXTENDED_FORMS

SHAPES = (
    "atom",
    "negated atom",
    "conditional",
    "negated conditional",
    "disjunction",
    "negated disjunction",
)
"""The query shapes that the sound recipe balances exactly."""

_SPLIT_CYCLE = ("train", "train", "train", "train", "validation", "test")
_COMPOUND_ROOTS = 7
_SPECIAL_ROOTS = 3


class Params(BaseModel):
    """The settings of a recipe; every value is stored with every item.

    `depth_measure` says whether depth means argument steps or height (longest chain of steps).
    `forms` extended adds exportation, contraposition, biconditional elimination, destructive
    dilemma, resolution and exclusive disjunctive syllogism to the paper's seven. `source` names the
    propositions: `bank`, or a file, as in `genericskb:PATH`, `snli:PATH`, `text:PATH`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    recipe: Literal["sound", "faithful"] = "sound"
    min_depth: int = Field(default=1, ge=1, le=15)
    max_depth: int = Field(default=7, ge=1, le=15)
    depth_measure: Literal["steps", "height"] = "steps"
    forms: Literal["basic", "extended"] = "basic"
    source: str = "bank"

    @model_validator(mode="after")
    def _fit_together(self) -> Params:
        if self.min_depth > self.max_depth:
            raise ValueError("min_depth must not be above max_depth")
        if self.recipe == "faithful" and self.forms == "extended":
            raise ValueError("the faithful recipe has the paper's seven forms only")
        return self

    @property
    def form_names(self) -> tuple[str, ...]:
        """The argument forms in use."""
        return BASIC_FORMS if self.forms == "basic" else BASIC_FORMS + EXTENDED_FORMS

    @property
    def members(self) -> int:
        """Items per group: an exchange triple, or one item in the faithful recipe."""
        return 3 if self.recipe == "sound" else 1


@dataclass(frozen=True, slots=True)
class Cell:
    """The plan of one group, fixed by its number alone, so that cells fill evenly."""

    depth: int
    shape: str
    root_form: str
    split: str


def sound_cell(params: Params, group: int) -> Cell:
    """Depth, query shape, root form and split of a triple.

    Groups run through the depths, then the six shapes. Any 6 × depths consecutive groups have each
    depth × shape once and, at each depth, four train, one validation and one test triple. Over 42
    groups per depth, root forms are equally frequent: hypothetical syllogism concludes conditionals
    and constructive dilemma disjunctions, in three of seven each.
    """
    n_depths = params.max_depth - params.min_depth + 1
    depth_index, place = group % n_depths, group // n_depths
    shape_index, turn = place % len(SHAPES), place // len(SHAPES)
    return Cell(
        depth=params.min_depth + depth_index,
        shape=SHAPES[shape_index],
        root_form=_root_form(SHAPES[shape_index], turn, shape_index % 2),
        split=_SPLIT_CYCLE[(shape_index + turn) % len(_SPLIT_CYCLE)],
    )


def faithful_cell(params: Params, group: int) -> tuple[int, str]:
    """Depth and split of a faithful item: depths in turn, 70/15/15 as in the paper (§4)."""
    n_depths = params.max_depth - params.min_depth + 1
    place = (group // n_depths) % 20
    split = "train" if place < 14 else "validation" if place < 17 else "test"
    return params.min_depth + group % n_depths, split


def _root_form(shape: str, turn: int, negated: int) -> str:
    general = [
        f for f in BASIC_FORMS if f not in ("hypothetical_syllogism", "constructive_dilemma")
    ]
    if "atom" in shape:
        return general[(turn + negated * 2) % len(general)]
    cycle, place = divmod(turn, _COMPOUND_ROOTS)
    if place < _SPECIAL_ROOTS:
        return "hypothetical_syllogism" if "conditional" in shape else "constructive_dilemma"
    used = cycle * (_COMPOUND_ROOTS - _SPECIAL_ROOTS) + place - _SPECIAL_ROOTS
    return FOR_ANY[(used + negated * 2) % len(FOR_ANY)]

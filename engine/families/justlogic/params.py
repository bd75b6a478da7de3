"""The parameters of JustLogic, and its plan of group numbers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, model_validator

from engine.families.justlogic.one_time_pad import Skeleton

_SPLIT_CYCLE = ("train", "train", "validation", "test", "test", "test")
_KINDS = ("unrelated", "broken", "redundant")
_DEEPEST_FAITHFUL = 15


class Distractors(NamedTuple):
    """Premises to be added for distraction: of what kind, and how many."""

    kind: str
    n: int

    def __str__(self) -> str:
        return f"{self.kind} {self.n}" if self.n else self.kind


class Params(BaseModel):
    """The settings of a recipe; every value is stored with every item.

    `source` names the propositions: `bank`, or a file, as in `genericskb:PATH`, `snli:PATH`,
    `text:PATH`. The recipe `faithful` takes depth and source only; its `depth_measure` says whether
    depth means argument steps or height (longest chain of steps).

    The recipe `sound` has these dials, none of which moves another: the depth; `distractors`, the
    levels gone through, each `none` or a kind (`unrelated`, `broken`, `redundant`) and a number of
    premises; `words`, the length that isolated sentences fill a passage to; `wording`, one or
    several expressions for a connective; `order` of the premises, shuffled, or with each block
    from its start to the statement or from the statement to its start.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    recipe: Literal["sound", "faithful"] = "sound"
    min_depth: int = Field(default=1, ge=1, le=30)
    max_depth: int = Field(default=7, ge=1, le=30)
    depth_measure: Literal["steps", "height"] = "steps"
    distractors: str = "none, unrelated 4, broken 4"
    words: int = Field(default=360, ge=0, le=5000)
    wording: Literal["varied", "plain"] = "varied"
    order: Literal["shuffled", "forward", "backward"] = "shuffled"
    loops: bool = False
    source: str = "bank"

    @model_validator(mode="after")
    def _fit_together(self) -> Params:
        if self.min_depth > self.max_depth:
            raise ValueError("min_depth must not be above max_depth")
        if self.recipe == "sound":
            if self.depth_measure == "height":
                raise ValueError("only the faithful recipe measures depth as height")
            self._check_levels()
            return self
        if self.max_depth > _DEEPEST_FAITHFUL:
            raise ValueError(f"the faithful recipe has depths up to {_DEEPEST_FAITHFUL}")
        for name in ("distractors", "words", "wording", "order", "loops"):
            if getattr(self, name) != type(self).model_fields[name].default:
                raise ValueError(f"the faithful recipe has no {name}")
        return self

    def _check_levels(self) -> None:
        for level in self.levels:
            least = {"none": 0, "redundant": 2 * self.max_depth + 4}.get(level.kind, 2)
            if level.n < least or (level.kind == "redundant" and level.n % 2):
                even = "an even number" if level.kind == "redundant" else "a number"
                raise ValueError(
                    f"distractors that are {level.kind} need {even} of premises, at least {least}"
                    f" here, not {level.n}"
                )

    @property
    def levels(self) -> tuple[Distractors, ...]:
        """The levels of distractors, in order."""
        return _levels(self.distractors)

    @property
    def members(self) -> int:
        """Items per group: a triple, or one item in the faithful recipe."""
        return 3 if self.recipe == "sound" else 1


@lru_cache(maxsize=64)
def _levels(text: str) -> tuple[Distractors, ...]:
    found = []
    for level in text.split(","):
        kind, _, number = level.strip().partition(" ")
        if kind == "none" and not number:
            found.append(Distractors(kind, 0))
        elif kind in _KINDS and number.isdecimal():
            found.append(Distractors(kind, int(number)))
        else:
            raise ValueError(
                f"distractors has no level {level.strip()!r}; a level is none, or"
                f" {', '.join(_KINDS)} with a number of premises, such as `broken 4`"
            )
    return tuple(found)


class Argument(NamedTuple):
    """What argues for the statement: a name for its structure, its skeleton, and its last step.

    `last` is the form of the last step where the skeleton leaves it open: that of a chain depends
    on how its last premise is displayed.
    """

    structure: str
    skeleton: Skeleton
    last: str | None = None


@lru_cache(maxsize=128)
def arguments(depth: int, loops: bool = False) -> tuple[Argument, ...]:
    """The six arguments that take turns at a depth; beyond depth 1 `loops` come up by choice."""
    chain = Skeleton(is_loop=False, n_clauses=depth)
    place = depth - 1 if depth > 3 else 0  # the decisive joints lie on one side of a disjunction
    with_or = Skeleton(is_loop=False, n_clauses=depth, disjunction=place)
    chains = [Argument("chain", chain, last) for last in ("modus_ponens", "modus_tollens")]
    reductio = Argument("reductio", Skeleton(is_loop=True, n_clauses=depth + 1))
    elimination = Argument(
        "disjunction elimination",
        Skeleton(is_loop=True, n_clauses=depth + 2, disjunction=depth),
    )
    others = [reductio, elimination] if loops or depth == 1 else chains
    if depth == 2:  # too short for two such joints
        return (*chains, *others, *others)
    ends = ("disjunctive_syllogism", "modus_ponendo_tollens")
    if place < depth - 1:
        ends = ("modus_ponens", "modus_tollens")
    with_ors = [Argument("chain with a disjunction", with_or, last) for last in ends]
    return (*chains, *with_ors, *others)


def skeletons(depth: int) -> tuple[Skeleton, ...]:
    """The skeletons of a depth, loops included."""
    return tuple(dict.fromkeys(argument.skeleton for argument in arguments(depth, loops=True)))


@dataclass(frozen=True, slots=True)
class Cell:
    """The plan of one triple, fixed by its number alone, so that cells fill evenly.

    Triples of one `contrast` have the same argument and differ in their distractors.
    """

    contrast: int
    depth: int
    argument: Argument
    distractors: Distractors
    split: str


def sound_cell(params: Params, group: int) -> Cell:
    """The plan of a triple.

    Groups run through the levels of distractors, then the depths, then the six arguments. Any 36
    contrasts of a depth have each argument in each split as often as in any other: twice in train,
    once in validation and three times in test.
    """
    contrast, level = divmod(group, len(params.levels))
    n_depths = params.max_depth - params.min_depth + 1
    place, depth_index = divmod(contrast, n_depths)
    depth = params.min_depth + depth_index
    taking_turns = arguments(depth, params.loops)
    turn, slot = divmod(place, len(taking_turns))
    return Cell(
        contrast=contrast,
        depth=depth,
        argument=taking_turns[slot],
        distractors=params.levels[level],
        split=_SPLIT_CYCLE[(slot + turn + depth_index) % len(_SPLIT_CYCLE)],
    )


def faithful_cell(params: Params, group: int) -> tuple[int, str]:
    """Depth and split of a faithful item: depths in turn, 70/15/15 as in the paper (§4)."""
    n_depths = params.max_depth - params.min_depth + 1
    place = (group // n_depths) % 20
    split = "train" if place < 14 else "validation" if place < 17 else "test"
    return params.min_depth + group % n_depths, split

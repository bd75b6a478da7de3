"""The parameters of LogicAsker, and its plan of group numbers."""

from __future__ import annotations

from functools import lru_cache
from math import gcd
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, model_validator

from engine.families.logicasker.contrast import contrasts, has_other_signs
from engine.families.logicasker.rules.skills import Problem, Skill, leaves, published_leaves, skills
from engine.logic.occurrences import symbols_of

MAX_LENGTH = 12
LAPS = 5
"""How often other leaves come up for each turn of a leaf that counting gives away.

Where every letter of a rule occurs twice, as in nearly all, what follows has an even number of ¬
and what is refuted an odd one. So counting gives contradictions away, and they must be few for
counting not to pay (in the three-way form they are a third). The same goes for fallacies whose
connectives differ from the rule they are mistaken for, such as “if” for “if and only if”; and for
unrelated conclusions of chains on a single symbol, which mostly speak of another one.
"""
ROUNDS = 10
"""Rounds of the leaves in the test split, and in a whole faithful set."""
SPLITS = ("test",) * ROUNDS + ("train",) * 3 + ("validation",)
"""The split of each round of a sound set."""


class Params(BaseModel):
    """The settings of a recipe; every value is stored with every item.

    `question` is `two-way` (yes or no: does it follow?) or `three-way` (follows, contradicts,
    neither). `language` is English or the formulas themselves; without words there are few short
    arguments, so these repeat. `leaves` restricts the tree to ids or prefixes of ids, separated by
    commas. `tree` is the published 208 leaves, or all, with those we add. Lengths from `min_length`
    to `max_length` take turns. `rules` are the skills that a chain may grow by, such as
    modus_ponens,transitivity; by default all. One step always uses the leaf's own rule: the last
    one, or the first where a fallacy differs in its only premise. Leaves that the rules do not
    reach at a length are left out (`reaching`).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    recipe: Literal["sound", "faithful"] = "sound"
    question: Literal["two-way", "three-way"] = "two-way"
    language: Literal["en", "formal"] = "en"
    tree: Literal["published", "all"] = "published"
    leaves: str = Field(default="", max_length=20_000)
    rules: str = Field(default="", max_length=2_000)
    min_length: int = Field(default=1, ge=1, le=MAX_LENGTH)
    max_length: int = Field(default=1, ge=1, le=MAX_LENGTH)

    @model_validator(mode="after")
    def _fit_together(self) -> Params:
        if self.min_length > self.max_length:
            raise ValueError("min_length must not be above max_length")
        if self.recipe == "faithful" and (self.question != "two-way" or self.tree != "published"):
            raise ValueError("the faithful recipe asks two-way questions on the published tree")
        sound = {skill.base for skill in skills() if not skill.is_fallacy}
        if unknown := sorted(self.chain_rules - sound):
            raise ValueError(
                f"there is no sound rule {unknown[0]}; there are {', '.join(sorted(sound))}"
            )
        if not chosen_leaves(self.tree, self.leaves, self.max_length):
            raise ValueError("no askable leaf has such an id; `sorites skills` lists them")
        return self

    @property
    def members(self) -> int:
        """Items per group: one in the faithful recipe, else one for each answer."""
        if self.recipe == "faithful":
            return 1
        return 2 if self.question == "two-way" else 3

    @property
    def chain_rules(self) -> frozenset[str]:
        """The skills that a chain may grow by; empty means all."""
        return frozenset(rule.strip() for rule in self.rules.split(",") if rule.strip())

    @property
    def default_groups(self) -> int:
        """The default number of groups: every split's rounds, or the paper's ten."""
        n_lengths = self.max_length - self.min_length + 1
        n_rounds = ROUNDS if self.recipe == "faithful" else len(SPLITS)
        return n_rounds * len(turns(self)) * n_lengths


class Cell(NamedTuple):
    """The plan of one group, fixed by its number alone.

    `leaf` is that of the group's invalid item, if it is made for one (faithful: of its only item).
    `turn` numbers the groups that may ask the same thing in other words.
    """

    leaf: str
    skill: Skill
    problem: Problem
    length: int
    split: str
    turn: int


@lru_cache(maxsize=64)
def chosen_leaves(tree: str, wanted: str, longest: int) -> tuple[str, ...]:
    """The leaves that ids or prefixes of ids select; by default all."""
    known = published_leaves() if tree == "published" else tuple(leaves())
    known = tuple(leaf for leaf in known if _can_be_asked(leaves()[leaf][0], longest))
    starts = tuple(start.strip() for start in wanted.split(",") if start.strip())
    return tuple(leaf for leaf in known if not starts or leaf.startswith(starts))


def _can_be_asked(skill: Skill, longest: int) -> bool:
    """Whether a skill can be asked up to this length.

    The identity laws cannot: English has no words for them. A fallacy that differs from its twin in
    both premise and conclusion, like the quantifier shift, has nothing to expand.
    """
    if skill.base == "identity":
        return False
    known = [contrasts()[s.key] for s in skill.schemas if s.key in contrasts()]
    return longest == 1 or not skill.is_fallacy or any(len(one.edited) == 1 for one in known)


@lru_cache(maxsize=64)
def turns(params: Params) -> tuple[str, ...]:
    """The leaves that groups take in turn, ordered so that neighbours differ.

    Each leaf has groups of its own, except in the three-way form, where one group covers all leaves
    of a skill. Leaves follow each other at a fixed stride, so a few groups are a sample of all. In
    the two-way form, leaves that counting gives away take one turn and others `LAPS`.
    """
    found = chosen_leaves(params.tree, params.leaves, params.max_length)
    if params.question == "three-way":
        found = tuple(dict.fromkeys(_representative(leaf) for leaf in found))
    elif params.recipe == "sound":
        return tuple(leaf for lap in range(LAPS) for leaf in _apart(_lap(found, lap)))
    return _apart(found)


def _lap(found: tuple[str, ...], lap: int) -> tuple[str, ...]:
    """All frequent leaves, and the rare leaves whose turn it is."""
    seldom = [leaf for leaf in found if _is_seldom_asked(*leaves()[leaf])]
    waiting = set(seldom) - set(seldom[lap::LAPS])
    return tuple(leaf for leaf in found if leaf not in waiting)


def _is_seldom_asked(skill: Skill, problem: Problem) -> bool:
    known = [contrasts()[schema.key] for schema in skill.schemas if schema.key in contrasts()]
    shows = problem is Problem.CONTRADICTION or any(map(has_other_signs, known))
    return shows or _is_on_one_symbol(skill)


def _apart(found: tuple[str, ...]) -> tuple[str, ...]:
    """Order leaves so that neighbours differ."""
    if not found:
        return ()
    stride = next(n for n in range(len(found) * 5 // 8 + 1, 0, -1) if gcd(n, len(found)) == 1)
    return tuple(found[at * stride % len(found)] for at in range(len(found)))


def _representative(leaf: str) -> str:
    """The leaf that a three-way group's third question is made for."""
    skill, _ = leaves()[leaf]
    return leaf if skill.is_fallacy else skill.leaf(Problem.UNRELATED)


def cell(params: Params, group: int) -> Cell:
    """The leaf, length and split of a group: lengths take turns, then leaves, then rounds.

    A round has each leaf at each length, once or `LAPS` times, and each length begins with another
    leaf. The first ten rounds go to the test split, so that no leaf is missing from it in a small
    set; then come three rounds of train and one of validation. The faithful recipe, published as a
    test set, is one split.
    """
    taken = turns(params)
    lengths = range(params.min_length, params.max_length + 1)
    rest, at_length = divmod(group, len(lengths))
    round_, place = divmod(rest, len(taken))
    place = (place + at_length * len(taken) // len(lengths)) % len(taken)
    is_test = params.recipe == "faithful"
    split = "test" if is_test else SPLITS[round_ % len(SPLITS)]
    skill, problem = leaves()[taken[place]]
    rank, n_ranked = _ranks(params)[place]
    turn = (round_ * len(lengths) + at_length) * n_ranked + rank
    return Cell(taken[place], skill, problem, lengths[at_length], split, turn)


@lru_cache(maxsize=64)
def _ranks(params: Params) -> tuple[tuple[int, int], ...]:
    """The rank of each leaf in its turn, and how many are ranked together.

    Leaves of skills on a single symbol are ranked separately, by logic: soon their questions differ
    in words only, such as “what no one is, not everyone is”.
    """
    found = [leaves()[leaf][0] for leaf in turns(params)]
    kinds = [(skill.logic if _is_on_one_symbol(skill) else "") for skill in found]
    return tuple((kinds[:at].count(kind), kinds.count(kind)) for at, kind in enumerate(kinds))


def _is_on_one_symbol(skill: Skill) -> bool:
    """Whether some form of a skill has only one proposition, predicate or relation."""
    return any(
        len({name for f in (*one.premises, one.conclusion) for name in symbols_of(f)}) == 1
        for one in skill.schemas
    )

"""Respondents of known ability: what is stated is what the harness measures."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache

import pytest

from engine.ask.baselines.simulated import Ability, Simulated, read_ability
from engine.core.errors import InputError
from engine.core.items import AnswerKind, Grade, Item, Outcome
from engine.core.rotations import rotated
from engine.core.statistics import Counts, clustered
from engine.grade import grade
from engine.pipeline.generate.generation import make_spec
from tests.samples import Later, Sample

TRIPLES = Sample(make_spec("justlogic", {}, 5, 120))
CHOICES = Sample(make_spec("divlogiceval", {}, 5, 60))
SETS = Later(lambda: (replace(item, answer_kind=AnswerKind.SET) for item in CHOICES[:6]))
FORMULAS, STRUCTURES = (
    Sample(make_spec("logicskills", {"task": task}, 5, 6))
    for task in ("symbolization", "countermodel")
)
FORMAL = Later(lambda: (*SETS, *FORMULAS, *STRUCTURES))

_grade = cache(grade)


def _grades(ability: Ability, items: Iterable[Item], seed: int) -> list[tuple[Item, Grade]]:
    simulated = Simulated(ability, seed)
    return [(item, _grade(item, simulated.answer(item))) for item in items]


def _interval(graded: Iterable[tuple[Item, Grade]]) -> tuple[float, float]:
    n: Counter[int] = Counter()
    k: Counter[int] = Counter()
    for item, verdict in graded:
        n[item.group] += 1
        k[item.group] += verdict.outcome is Outcome.RIGHT
    return clustered(Counts(k[group], size) for group, size in n.items())


def _share(graded: list[tuple[Item, Grade]], **wanted: object) -> float:
    hits = sum(all(getattr(g, name) == value for name, value in wanted.items()) for _, g in graded)
    return hits / len(graded)


@pytest.mark.parametrize("stated", [0.8, 0.5])
def test_the_interval_holds_the_stated_accuracy_as_often_as_it_says(stated: float) -> None:
    seeds = 400
    covered = 0
    for seed in range(seeds):
        low, high = _interval(_grades(Ability({"other": stated}), TRIPLES, seed))
        covered += low <= stated <= high
    assert 0.93 <= covered / seeds <= 0.97


def test_accuracy_by_depth_is_recovered_in_each_depth() -> None:
    ability = Ability({"1": 0.95, "2": 0.7, "other": 0.45}, by="depth")
    by_depth: Mapping[int, list[tuple[Item, Grade]]] = defaultdict(list)
    for seed in range(12):
        for item, verdict in _grades(ability, TRIPLES, seed):
            by_depth[item.traits.depth or 0].append((item, verdict))
    assert len(by_depth) > 3
    for depth, graded in by_depth.items():
        stated = {1: 0.95, 2: 0.7}.get(depth, 0.45)
        assert _share(graded, outcome=Outcome.RIGHT) == pytest.approx(stated, abs=0.1)


def test_silence_and_sloppiness_are_recovered() -> None:
    ability = Ability({"other": 0.7}, silent=0.1, sloppy=0.3)
    graded = [pair for seed in range(8) for pair in _grades(ability, TRIPLES, seed)]
    assert _share(graded, outcome=Outcome.NO_ANSWER) == pytest.approx(0.1, abs=0.03)
    assert _share(graded, outcome=Outcome.RIGHT) == pytest.approx(0.9 * 0.7, abs=0.04)
    # what is sloppy is read leniently, and not strictly
    assert _share(graded, strict=None) == pytest.approx(0.1 + 0.9 * 0.3, abs=0.04)


def test_a_preferred_position_is_recovered_from_rotations() -> None:
    ability = Ability({"other": 1.0}, prefers=1, preference=0.4)
    simulated, chosen = Simulated(ability), Counter[str]()
    for item in CHOICES:
        for rotation in range(len(item.options)):
            shown = rotated(item, rotation)
            reply = simulated.answer(shown)
            chosen[reply.rpartition(" ")[2]] += 1
    # in every second position the right answer stands as often as in the others
    assert chosen["B"] / chosen.total() == pytest.approx(0.4 + 0.6 / 4, abs=0.06)


def test_formulas_structures_and_sets_are_right_and_wrong_as_stated() -> None:
    always, never = Ability({"other": 1.0}, sloppy=0.5), Ability({"other": 0.0}, sloppy=0.5)
    assert {item.answer_kind for item in FORMAL} == {"formula", "structure", "set"}
    assert {g.outcome for _, g in _grades(always, FORMAL, 1)} == {Outcome.RIGHT}
    assert {g.outcome for _, g in _grades(never, FORMAL, 1)} == {Outcome.WRONG}


def test_further_answers_to_a_question_are_drawn_anew() -> None:
    simulated = Simulated(Ability({"other": 0.5}))
    assert len({simulated.answer(TRIPLES[0]) for _ in range(40)}) > 1


@pytest.mark.parametrize(
    ("accuracy", "by", "prefers", "expected"),
    [
        ("1.2", None, "A", "not an accuracy"),
        ("often", None, "A", "not an accuracy"),
        ("1=0.5", None, "A", "name it with --by"),
        ("0.5", "colour", "A", "no trait 'colour'"),
        ("0.5", None, "AB", "letter of a position"),
    ],
)
def test_what_states_no_ability_is_refused(
    accuracy: str, by: str | None, prefers: str, expected: str
) -> None:
    with pytest.raises(InputError, match=expected):
        read_ability(accuracy, by, sloppy=0, silent=0, prefers=prefers, preference=0)


def test_items_without_a_stated_accuracy_are_named() -> None:
    ability = read_ability("1=0.9", "depth", sloppy=0, silent=0, prefers="a", preference=0)
    deep = next(item for item in TRIPLES if item.traits.depth != 1)
    with pytest.raises(InputError, match="other=SHARE"):
        ability.of(deep)

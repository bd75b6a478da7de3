"""Chains reveal nothing without signs, without directions, or by misfits: all coins enumerated."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from random import Random

import pytest

from engine.families.logicasker.asking import can_be_refuted, is_asked, is_chained
from engine.families.logicasker.chains import chain
from engine.families.logicasker.kinds import CONTRADICTION, CORRECT, ENTAILMENTS, UNRELATED
from engine.families.logicasker.paths import Coins, Misfits, Path, design, misfits, signs
from engine.families.logicasker.rules.lifting import Schema
from engine.families.logicasker.rules.skills import schemas
from engine.logic.judging import can_be_left_out, our_entailment, z3_entailment
from engine.pipeline.generate.generation import make_items, make_spec

KINDS = (CORRECT, CONTRADICTION, UNRELATED)
CHAINED = [schema for schema in schemas().values() if is_asked(schema) and is_chained(schema)]
View = Callable[[Path, Coins], object]
"""What is left of one path; the two come in no order."""


def without_signs(path: Path, coins: Coins) -> object:
    """Which statement comes first in each conditional."""
    return coins.turned


def without_directions(path: Path, coins: Coins) -> object:
    """The signs that the two statements of each conditional show, but not which comes first."""
    shown = signs(path, coins)
    return tuple(
        (not before, not after) if turned else (before, after)
        for (before, after), turned in zip(shown, coins.turned, strict=True)
    )


def without_inner_directions(path: Path, coins: Coins) -> object:
    """All signs, and the direction of the conditional that mentions what is asked."""
    return without_directions(path, coins), coins.turned[-1]


def with_both(path: Path, coins: Coins) -> object:
    """All there is."""
    return without_signs(path, coins), without_directions(path, coins)


def all_coins(n_links: int) -> Iterator[Coins]:
    for inner in product((True, False), repeat=n_links - 1):
        for turned in product((True, False), repeat=n_links):
            yield Coins(inner, turned)


def laws(view: View, n_links: int) -> list[Counter[object]]:
    """How often each view comes up, for each answer, over all coins and misfits."""
    found: list[Counter[object]] = [Counter() for _ in KINDS]
    for halves in misfits(n_links):
        for kind, law in zip(KINDS, found, strict=True):
            one, other = (
                Counter(view(path, coins) for coins in all_coins(n_links))
                for path in design(kind, halves)
            )
            for (seen, n), (also, m) in product(one.items(), other.items()):
                law[tuple(sorted((seen, also), key=repr))] += n * m
    return found


@pytest.mark.parametrize("n_links", [1, 2, 3, 4])
@pytest.mark.parametrize("view", [without_signs, without_directions])
def test_without_signs_or_directions_every_answer_looks_alike(view: View, n_links: int) -> None:
    one, *others = laws(view, n_links)
    assert all(other == one for other in others)


def test_from_five_steps_on_the_direction_of_the_last_conditional_adds_nothing() -> None:
    one, *others = laws(without_inner_directions, 4)
    assert all(other == one for other in others)


@pytest.mark.parametrize("n_links", [2, 3])
def test_at_three_and_four_steps_it_finds_what_is_open_and_nothing_else(n_links: int) -> None:
    follows, refuted, is_open = laws(without_inner_directions, n_links)
    assert follows == refuted
    assert not follows.keys() & is_open.keys()


def test_with_signs_and_directions_answers_differ() -> None:
    one, *others = laws(with_both, 2)
    assert all(other != one for other in others)


def counted(kind: str, halves: Misfits) -> tuple[object, ...]:
    """How many misfits there are at each distance, and how many paths arrive."""
    paths = design(kind, halves)
    return sorted(at for path in paths for at in path.misfits), sum(p.arrives for p in paths)


@pytest.mark.parametrize("n_links", [2, 3, 4, 5, 9])
def test_from_three_steps_on_misfits_are_as_many_whatever_the_answer(n_links: int) -> None:
    for halves in misfits(n_links):
        assert len({str(counted(kind, halves)) for kind in KINDS}) == 1


def test_at_two_steps_the_number_of_misfits_gives_the_answer_away() -> None:
    assert len({str(counted(kind, misfits(1)[0])) for kind in KINDS}) == 3


@pytest.mark.parametrize("n_links", [4, 5, 6])
def test_from_five_steps_on_a_path_with_misfits_looks_like_one_without(n_links: int) -> None:
    def law(path: Path) -> Counter[object]:
        return Counter(without_inner_directions(path, coins) for coins in all_coins(n_links))

    fit = {arrives: law(Path(arrives, frozenset())) for arrives in (True, False)}
    paths = {path for one in misfits(n_links) for kind in KINDS for path in design(kind, one)}
    assert all(law(path) == fit[path.arrives] for path in paths)


@pytest.mark.parametrize("schema", CHAINED, ids=lambda schema: schema.key)
@pytest.mark.parametrize("length", [2, 4, 5])
def test_every_rule_can_start_a_chain_of_every_answer(schema: Schema, length: int) -> None:
    kinds = [UNRELATED, *([CONTRADICTION] if can_be_refuted(schema) else [])]
    for asked in chain(schema, length, kinds, Random(length)):
        assert our_entailment(asked.premises, asked.query) is ENTAILMENTS[asked.kind]
        assert z3_entailment(asked.premises, asked.query) is ENTAILMENTS[asked.kind]
        assert asked.proof is not None
        steps = asked.proof.steps
        assert [step.form for step in steps].count(schema.key) >= 1
        assert len(steps) == length
        used = {at for step in steps for at in step.sources if at < len(asked.premises)}
        assert len(used) + asked.n_idle == len(asked.premises)
        given = [asked.proof.premises[at] for at in sorted(used)]
        assert not can_be_left_out(given, asked.proof.conclusion)


def test_half_of_the_premises_are_the_other_path() -> None:
    for item in make_items(make_spec("logicasker", {"min_length": "2", "max_length": "6"}, 7, 100)):
        assert item.traits.n_distractors * 2 == len(item.premises)

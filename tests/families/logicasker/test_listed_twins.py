"""The list of arguments of one step with their twins: what it holds is what is claimed of it."""

from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from engine.core.errors import InputError
from engine.families.logicasker import twins as listing
from engine.families.logicasker.contrast import contrasts
from engine.families.logicasker.params import Cell, Params, turns
from engine.families.logicasker.rules.skills import Problem, leaves
from engine.families.logicasker.twins import are_listed, asked_in_one_step, twins
from tests.examples import few

LEAVES = tuple(dict.fromkeys(turns(Params(tree="all"))))


def a_cell(leaf: str) -> Cell:
    return Cell(leaf, *leaves()[leaf], 1, "test", 0)


@pytest.mark.parametrize("part", few(range(8), (3).__eq__))
def test_every_listed_pair_is_an_item(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for leaf in LEAVES[part::8]:
        skill, problem = leaves()[leaf]
        for twin in twins()[leaf].twins:
            monkeypatch.setattr(Random, "choices", lambda *_, drawn=twin, **__: [drawn])
            sound, (correct, other) = asked_in_one_step(a_cell(leaf), Random(1))
            assert sound.derivation.length == 1
            assert (correct.premises, correct.query) == (sound.premises, sound.conclusion)
            formulas = zip(
                (*correct.premises, correct.query), (*other.premises, other.query), strict=True
            )
            edited = sum(one != two for one, two in formulas)
            assert edited == (len(contrasts()[twin.form].edited) if skill.is_fallacy else 1)
            expected = "contradiction" if problem is Problem.CONTRADICTION else "unrelated"
            assert other.kind == ("fallacy" if skill.is_fallacy else expected)


def test_each_leaf_has_many_pairs_of_which_none_comes_too_often() -> None:
    assert set(twins()) == set(LEAVES)
    for leaf, listed in twins().items():
        each = [after - before for before, after in pairwise((0.0, *listed.up_to))]
        assert sum(each) == pytest.approx(1, abs=0.01)
        assert len(set(listed.twins)) == len(listed.twins) >= 10, leaf
        assert max(each) < 0.2, leaf


def test_pairs_come_by_their_shares() -> None:
    leaf, rng = "propositional.inference.modus_ponens.unrelated", Random(1)
    drawn = Counter(asked_in_one_step(a_cell(leaf), rng)[1][1] for _ in range(4_000))
    listed = twins()[leaf]
    expected = [after - before for before, after in pairwise((0.0, *listed.up_to))]
    assert len(drawn) == len(listed.twins)
    assert max(drawn.values()) / 4_000 == pytest.approx(max(expected), rel=0.3)


@pytest.mark.parametrize("recipe", ["sound", "faithful"])
def test_only_yes_and_no_of_the_sound_recipe_are_listed(recipe: str) -> None:
    params = Params.model_validate({"recipe": recipe})
    assert are_listed(params, 1) is (recipe == "sound")
    assert not are_listed(params, 2)
    assert not are_listed(Params(question="three-way"), 1)


def test_a_broken_line_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "twins.tsv"
    path.write_text("head\na leaf\tan argument\t0.5\n", encoding="utf-8")
    monkeypatch.setattr(listing, "data_file", lambda _: path)
    twins.cache_clear()
    try:
        with pytest.raises(InputError, match=r"twins\.tsv, line 2: not a pair with its share"):
            twins()
    finally:
        twins.cache_clear()

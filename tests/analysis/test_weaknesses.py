"""Weaknesses of a run, found, and not found where there are none."""

from random import Random

import pytest

from engine.analysis.diagnosis.weaknesses import Cell, Run, ranked
from engine.core.errors import InputError
from engine.core.statistics import Counts, wilson


def _run(cells: dict[str, Cell]) -> Run:
    k, n = _sums(cells)
    return Run(1, "a" * 64, "m", "skills", "zero-shot", None, n, k, *wilson(k, n))


def _sums(cells: dict[str, Cell]) -> tuple[int, int]:
    counts = [cell.counts for cell in cells.values()]
    return sum(c.k for c in counts), sum(c.n for c in counts)


def _cell(k: int, n: int) -> Cell:
    return Cell(
        Counts(k, n), *wilson(k, n), expected=0.0, balanced=k / n, most_frequent=1, given={}
    )


def _expecting(cells: dict[str, Cell]) -> dict[str, Cell]:
    """The cells of a run whose questions all have the same right answer."""
    k, n = _sums(cells)
    return {name: cell._replace(expected=k / n) for name, cell in cells.items()}


def _cells(shares: list[float], n: int, seed: int) -> dict[str, Cell]:
    rng = Random(seed)
    return _expecting(
        {
            f"skill{at:03}": _cell(sum(rng.random() < share for _ in range(n)), n)
            for at, share in enumerate(shares)
        }
    )


def test_weak_skills_are_found_and_stand_first() -> None:
    cells = _cells([0.2] * 8 + [0.9] * 200, 10, seed=1)
    found = ranked(_run(cells), "skill", cells)
    weak = {f"skill{at:03}" for at in range(8)}
    assert {part.part for part in found.parts[:7]} <= weak
    assert len(weak & {part.part for part in found.found}) >= 6
    assert len(found.found) <= 9


def test_where_all_skills_are_alike_none_is_called_weak() -> None:
    called = 0
    for seed in range(20):
        cells = _cells([0.93] * 208, 10, seed)
        found = ranked(_run(cells), "skill", cells)
        called += bool(found.found)
        worst = found.parts[0]
        assert worst.share < worst.estimate
        assert worst.as_low_by_luck < 12
    assert called <= 3


def test_a_share_of_few_questions_is_shrunk_further() -> None:
    cells = {**_cells([0.5, 0.7, 0.9] * 20, 30, seed=4), "few": _cell(0, 1), "many": _cell(0, 60)}
    found = {part.part: part for part in ranked(_run(cells), "skill", cells).parts}
    assert found["many"].estimate < 0.2 < found["few"].estimate
    for part in found.values():
        assert part.estimate_low < part.estimate < part.estimate_high


def test_a_part_that_its_right_answers_explain_is_not_weak() -> None:
    """“No” to 50 of 60, whatever is asked: wrong in five of six parts whose answer is “yes”."""
    cells = {
        "correct inferences": _cell(5, 30)._replace(expected=5 / 30),
        "fallacies": _cell(25, 30)._replace(expected=25 / 30),
    }
    found = ranked(_run(cells), "kind", cells)
    assert not found.found
    assert "0 of 2 are weak" in found.words


def test_too_few_questions_are_stated_in_words() -> None:
    few = _expecting({name: _cell(k, 2) for name, k in (("a", 0), ("b", 2), ("c", 1))})
    assert "All parts have too few questions" in ranked(_run(few), "rule", few).words
    many = _cells([0.9] * 20, 30, seed=2)
    assert "too few" not in ranked(_run(many), "skill", many).words


def test_skills_that_are_only_there_as_twins_are_named() -> None:
    cells = _cells([0.5] * 6, 20, seed=3)
    found = ranked(_run(cells), "skill", cells, frozenset(cells) - {"skill002"})
    assert found.only_contrasts == {"skill002"}
    assert [part.part for part in found.parts if found.marked(part.part)] == ["skill002"]
    assert found.note is not None
    assert found.note.startswith("Marked *: 1 of the 6 skills, which is not among the 5")
    assert ranked(_run(cells), "skill", cells).note is None
    assert ranked(_run(cells), "rule", cells, frozenset()).note is None


def test_an_unknown_part_is_refused(tmp_path: object) -> None:
    from pathlib import Path

    from engine.analysis.diagnosis.weaknesses import find_weaknesses

    with pytest.raises(InputError, match="choose one of skill"):
        find_weaknesses(Path(str(tmp_path)), "s", "m", by="colour")

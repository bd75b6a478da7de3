"""Known answers: problems 1–46 of Pelletier's seventy-five, read by our parser, proved by Z3."""

import tomllib
from pathlib import Path

import pytest

from engine.logic import Verdict, parse
from engine.logic.first_order.solver import validity

PROBLEMS = tomllib.loads(
    (Path(__file__).parent.parent / "fixtures" / "logic" / "pelletier.toml").read_text("utf-8")
)["problem"]
RLIMIT = 8_000_000  # about what Z3 does in ten seconds on a slow machine
UNKNOWN = {37}  # what Z3 leaves open within that limit


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: f"P{problem['number']}")
def test_pelletier(problem: dict[str, object]) -> None:
    number, premises, conclusion = (problem[k] for k in ("number", "premises", "conclusion"))
    verdict = validity([parse(p) for p in premises], parse(conclusion), RLIMIT)
    assert verdict is (Verdict.UNKNOWN if number in UNKNOWN else Verdict.VALID)


def test_all_forty_six_are_there_and_at_most_five_stay_open() -> None:
    assert [problem["number"] for problem in PROBLEMS] == list(range(1, 47))
    assert len(UNKNOWN) <= 5

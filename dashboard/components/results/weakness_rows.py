"""Weaknesses and second rounds as rows of tables."""

from __future__ import annotations

from collections.abc import Mapping

from engine.analysis.by_trait.cells import THIN
from engine.analysis.diagnosis.weaknesses import Weakness
from engine.analysis.sources.query import Row
from engine.pipeline.improve.second_round import SecondRound
from engine.show.texts.names import ends


def _named(name: str) -> Row:
    """A skill's rule and kind of conclusion, for two columns, as one would be too wide."""
    rule, _, kind = name.partition(": ")
    return {"name": rule, "kind": kind}


def of_part(part: Weakness, names: Mapping[str, str]) -> Row:
    """A part as a table row."""
    return {
        **_named(names[part.part]),
        "value": part.share,
        "interval": ends(part.low, part.high),
        "balanced": part.balanced if part.most_frequent < 1 else None,
        "constant": part.most_frequent if part.most_frequent < 1 else None,
        "n": part.n,
        "thin": part.n < THIN,
        "expected": part.expected,
        "estimate": part.estimate,
        "estimate_interval": ends(part.estimate_low, part.estimate_high),
        "q": part.q,
        "as_low": part.as_low,
        "luck": round(part.as_low_by_luck, 1),
        "given": part.answers,
        "part": part.part,
    }


def of_round(second: SecondRound) -> list[Row]:
    """Both rounds, and the second as expected from the first; drops are in points."""
    rounds = second.document()
    base = rounds["first_round"]["share"]
    n = len(second.targets)
    lines = {
        "first_round": "first, all skills",
        "chosen_skills_in_first_round": f"first, the {n} weakest",
        "expected": "second, expected",
        "second_round": "second, answered",
    }
    return [
        {
            "name": name,
            "value": share,
            "interval": ends(rounds[key]["low"], rounds[key]["high"]),
            "n": rounds[key]["n"],
            "drop": None if key == "first_round" else round(100 * (base - share), 1),
        }
        for key, name in lines.items()
        if key in rounds
        for share in [rounds[key].get("share", rounds[key].get("value"))]
    ]


def of_skills(second: SecondRound, names: Mapping[str, str]) -> list[Row]:
    """Both rounds by skill, with the second as expected from the first in between."""
    return [
        {
            **_named(names[skill["skill"]]),
            "first": f"{skill['first_right']} of {skill['first_n']}",
            "estimate": skill["expected"],
            "estimate_interval": ends(skill["expected_low"], skill["expected_high"]),
            "n": skill["n"],
            "second": f"{skill['right']} of {skill['answered']}" if skill["answered"] else None,
        }
        for skill in second.document()["skills"]
    ]

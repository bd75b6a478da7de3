"""The pages on weak skills say what the commands say."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from streamlit.testing.v1 import AppTest
from typer.testing import CliRunner

from engine.cli import app as sorites
from engine.show.texts.escaping import plain
from tests.dashboard.material import links
from tests.dashboard.skill_material import (
    MODEL,
    N_TARGET,
    SECOND,
    SKILLS,
    WEAK,
    improved,
    page_text,
)

Opener = Callable[..., AppTest]


def weaknesses(db: Path, *words: str) -> dict[str, Any]:
    """The document of the command."""
    arguments = ["weaknesses", SKILLS, "--model", MODEL, *words, "--json", "--db", str(db)]
    found: dict[str, Any] = json.loads(CliRunner().invoke(sorites, arguments).stdout)
    return found


def test_weak_skills_lead_to_the_run_that_they_are_of(skills: Path, open_page: Opener) -> None:
    app = open_page(skills, "weaknesses", data=SKILLS, model=MODEL)
    link = parse_qs(links(app)[0].proto.query_string)
    assert link["origin"] == ["measured"]
    assert not open_page(skills, "skills", **link).warning


def test_the_skills_that_stand_out_are_named_to_their_end(skills: Path, open_page: Opener) -> None:
    app = open_page(skills, "model", model=MODEL)
    [(table, longest)] = [
        (table, max(map(len, table.value["where"])))
        for table in app.dataframe
        if "where" in table.value and any("Skill" in name for name in table.value["where"])
    ][:1]
    assert json.loads(table.proto.columns)["where"]["width"] >= 6.5 * longest


def test_skills_only_there_as_contrasts_are_marked(skills: Path, open_page: Opener) -> None:
    contrasts = set(weaknesses(skills)["only_contrasts"])
    app = open_page(skills, "weaknesses", data=SKILLS, model=MODEL)
    table = app.dataframe[0].value
    marked = {row["part"] for _, row in table.iterrows() if row["name"].startswith("* ")}
    assert marked == contrasts
    assert len(contrasts) == 4
    assert f"4 of the {len(table)} skills" in page_text(app)


@pytest.mark.parametrize("by", ["skill", "rule", "kind", "length"])
def test_weaknesses_are_those_of_the_command(skills: Path, open_page: Opener, by: str) -> None:
    found = weaknesses(skills, "--by", by)
    app = open_page(skills, "weaknesses", data=SKILLS, model=MODEL, by=by.replace("skill", "skill"))
    assert not app.exception
    table = app.dataframe[0].value
    assert list(table["part"]) == [part["part"] for part in found["parts"]]
    for shown, key in (("value", "share"), ("estimate", "estimate")):
        assert list(table[shown] / 100) == pytest.approx([part[key] for part in found["parts"]])
    assert list(table["n"]) == [part["n"] for part in found["parts"]]
    assert list(table["q"]) == pytest.approx([part["q"] for part in found["parts"]])
    assert list(table["as_low"]) == [part["as_low"] for part in found["parts"]]
    assert plain(found["words"]) in page_text(app)
    assert "Benjamini\\-Hochberg" in page_text(app)
    assert "\\. Estimate\\: empirical" in page_text(app)
    command = f"sorites weaknesses {SKILLS} --model {MODEL}" + (f" --by {by}" * (by != "skill"))
    assert app.code[0].value == command


def test_the_planted_weakness_is_first(skills: Path, open_page: Opener) -> None:
    table = open_page(skills, "weaknesses", data=SKILLS, by="rule").dataframe[0].value
    assert WEAK in table.iloc[0]["name"]
    assert float(table.iloc[0]["q"]) <= 0.05


def test_the_second_round_is_judged_as_by_the_command(skills: Path, open_page: Opener) -> None:
    words = ("--target", str(N_TARGET), "--name", SECOND, "-n", "24")
    shown = weaknesses(skills, *words)["second_round"]
    app = open_page(skills, "weaknesses", data=SKILLS, model=MODEL)
    table = app.dataframe[1].value
    assert list(table["value"] / 100) == pytest.approx(
        [
            shown["first_round"]["share"],
            shown["chosen_skills_in_first_round"]["share"],
            shown["expected"]["value"],
            shown["second_round"]["share"],
        ]
    )
    drops = [100 * shown["expected_drop"], 100 * shown["drop"]]
    assert list(table["drop"])[2:] == pytest.approx(drops, abs=0.051)
    assert "because of regression to the mean" in page_text(app)
    leaves = app.dataframe[2].value
    assert list(leaves["n"]) == [skill["n"] for skill in shown["skills"]]
    assert list(leaves["second"]) == [f"{c['right']} of {c['answered']}" for c in shown["skills"]]


def test_a_model_without_a_second_round_is_shown_with_the_command(
    skills: Path, open_page: Opener
) -> None:
    app = open_page(skills, "weaknesses", data=SKILLS, model="negation-cue")
    assert app.code[1].value.endswith("--target 10")


def test_demonstrations_are_compared_as_by_the_command(skills: Path, open_page: Opener) -> None:
    document = json.loads(improved(skills).read_text())
    app = open_page(skills, "weaknesses", data=SECOND)
    assert not app.exception
    at = next(i for i, table in enumerate(app.dataframe) if "run" in table.value)
    conditions, pairs = app.dataframe[at].value, app.dataframe[at + 1].value
    assert list(conditions["value"] / 100) == pytest.approx(
        [condition["share"] for condition in document["conditions"]]
    )
    assert list(conditions["run"]) == [
        condition["run"][:12] for condition in document["conditions"]
    ]
    assert list(pairs["gained"]) == [pair["only_second"] for pair in document["pairs"]]
    assert list(pairs["p"]) == [f"{pair['p']:.3f}" for pair in document["pairs"]]
    assert list(pairs["difference"] / 100) == pytest.approx(
        [pair["difference"] for pair in document["pairs"]]
    )
    assert conditions.iloc[0]["value"] < conditions.iloc[1]["value"]


def test_without_examples_there_is_nothing_to_compare(skills: Path, open_page: Opener) -> None:
    app = open_page(skills, "weaknesses", data=SKILLS)
    assert app.code[-1].value.startswith(f"sorites improve {SKILLS}")

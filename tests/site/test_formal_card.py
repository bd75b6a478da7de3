"""LogicSkills' card and board: skills side by side, pairs, mistakes, and the paper's figures."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from engine.analysis.sources.reading import Reading, reading
from engine.ask.prompts import QuestionKind, prompt_id
from engine.core.paths import snapshot_path
from engine.pipeline.publish.publishing import publish
from engine.site.boards.leaderboard import leaderboard_fragments
from engine.site.cards.parts import parts_of
from tests.dashboard.formal_material import (
    COUNTERMODEL,
    PUBLISHER,
    SCHOLAR,
    SYMBOLIZATION,
    VALIDITY,
    make_formal,
)
from tests.site.tables import plain, row_with, rows_of


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reading]:
    db = tmp_path_factory.mktemp("formal") / "e.duckdb"
    make_formal(db)
    publish(db)
    with reading(snapshot_path(db)) as source:
        yield source


@pytest.fixture(scope="module")
def fragments(asked: Reading) -> dict[str, str]:
    return parts_of(asked, "logicskills")


def test_the_glance_has_a_column_for_each_task(fragments: dict[str, str]) -> None:
    glance = fragments["logicskills-glance"]
    named = [f">{name}</th>" for name in (COUNTERMODEL, SYMBOLIZATION, VALIDITY)]
    assert all(name in glance for name in named)
    assert row_with(glance, "question types").count("countermodel") == 1
    assert row_with(glance, "groups").endswith("24 3 2") or "24" in row_with(glance, "groups")


def test_the_skills_stand_side_by_side_by_origin(asked: Reading) -> None:
    board = leaderboard_fragments(asked)["leaderboard"]
    skills = board.partition("Tasks side by side")[2].partition("\n## ")[0]
    mine = row_with(skills, SCHOLAR, "95.8%", "n 24")
    assert "50.0%" in mine  # of the Carrollian sentences
    assert re.search(r"Reproduced[^<]*: accuracy by task", skills)
    assert row_with(skills, PUBLISHER, "100.0%", "n 24")


def test_each_task_has_its_depths_with_what_models_got_right(asked: Reading) -> None:
    text = parts_of(asked, "logicskills")["logicskills-depths"]
    for name in (COUNTERMODEL, SYMBOLIZATION, VALIDITY):
        shown = text.partition(f"Depths of <code>{name}</code>")[2].partition("</table>")[0]
        assert re.search(r"\d% .*\d to \d", " ".join(rows_of(shown)[1:])), name


def test_the_badges_are_those_of_each_task(asked: Reading) -> None:
    head = parts_of(asked, "logicskills")["logicskills-head"]
    lines = {plain(line).split()[0]: plain(line) for line in head.split("</p>") if "badge" in line}
    assert set(lines) == {COUNTERMODEL, SYMBOLIZATION, VALIDITY}
    assert "48 items" in lines[SYMBOLIZATION]
    assert "carroll 24, en 24" in lines[SYMBOLIZATION]
    assert "formal" in lines[COUNTERMODEL]


def test_pairs_and_mistakes_are_stated(fragments: dict[str, str]) -> None:
    results = fragments["logicskills-results"]
    assert row_with(results, SCHOLAR, "en − carroll", "symbolization", "+45.8").endswith(" 24")
    assert row_with(results, SCHOLAR, "not equivalent").endswith("12 48")  # of both languages


def test_an_audit_is_asked_for_only_where_one_can_be_made(fragments: dict[str, str]) -> None:
    text = plain(fragments["logicskills-audit"])
    assert f"sorites audit {VALIDITY}" in text
    for name in (SYMBOLIZATION, COUNTERMODEL):
        assert f"sorites audit {name}" not in text
        assert f"{name}: answers are not chosen" in text


def test_prompts_are_named_by_the_ids_that_scores_stand_under(asked: Reading) -> None:
    text = parts_of(asked, "logicskills")["logicskills-prompts"]
    assert "paper" in row_with(text, "countermodel", "paper v1@")
    named = prompt_id("zero-shot", "none", QuestionKind.VALIDITY)
    assert row_with(text, "validity", "zero-shot").endswith(named)
    assert "cot v1@" in row_with(text, "symbolization", "cot v1@")
    assert "+forms" not in text  # names forms of argument, and these questions test others


def test_every_task_has_an_example_with_what_proves_it(fragments: dict[str, str]) -> None:
    examples = plain(fragments["logicskills-examples"])
    assert examples.count("The answer and why") == 5
    assert "does not follow: every premise is true in this structure" in examples
    assert "The conclusion is false in it" in examples


def test_the_paper_s_table_is_shown_with_intervals(fragments: dict[str, str]) -> None:
    shown = fragments["logicskills-reported"]
    assert "42.0%" in row_with(shown, "Claude-3.7-Sonnet", "countermodel")
    assert "n 294" in row_with(shown, "Qwen3-32B", "countermodel")


def test_without_a_snapshot_every_part_says_how_to_fill_it() -> None:
    with reading(None) as empty:
        text = parts_of(empty, "logicskills")
    assert "sorites generate logicskills" in text["logicskills-results"]

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.analysis.boards import ALL_LANGUAGES, ROTATIONS, Board
from engine.analysis.boards.score import ENGLISH
from engine.analysis.sources.reading import Reading, reading
from engine.core.items import Origin
from engine.core.paths import snapshot_path
from engine.pipeline.publish.publishing import publish
from engine.show.links.slugs import slug
from engine.site.boards.leaderboard import leaderboard_fragments
from engine.site.boards.overall import overall_section
from engine.site.cards.parts import parts_of
from engine.site.models import model_cards, model_pages
from engine.store import connect
from tests.dashboard.choice_material import CHOICES, FIXED, READER, make_choices
from tests.site.material import publish_sample
from tests.site.tables import plain

FAMILY = "divlogiceval"


@pytest.fixture(scope="module")
def choices(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reading]:
    db = tmp_path_factory.mktemp("choices") / "choices.duckdb"
    make_choices(db)
    with reading(snapshot_path(db)) as source:
        yield source


@pytest.fixture(scope="module")
def fragments(choices: Reading) -> dict[str, str]:
    return parts_of(choices, FAMILY) | leaderboard_fragments(choices)


def rows_with(fragment: str, word: str) -> list[str]:
    return [plain(row) for row in fragment.split("<tr>") if word in plain(row)]


def rotated_board(source: Reading, dataset: str) -> Board:
    own = [b for b in source.boards if b.dataset == dataset and b.setting == ROTATIONS]
    assert [board.language for board in own] in ([None], [ENGLISH, "symbolic"])
    return own[0]


def test_a_board_over_rotations_is_ranked_by_partial_circular(choices: Reading) -> None:
    board = rotated_board(choices, CHOICES)
    assert [score.model for score in board.scores] == [READER, FIXED, "solver"]
    ranks = {s.model: s.rank for s in board.scores}
    assert ranks == {"solver": None, READER: (1, 1), FIXED: (2, 2)}
    assert [score.n_questions for score in board.scores] == [24, 24, 24]


def test_all_languages_together_are_a_board_of_their_own(tmp_path: Path) -> None:
    db = tmp_path / "all.duckdb"
    make_choices(db)
    with connect(db) as con:
        con.execute("UPDATE runs SET language = NULL WHERE language = 'symbolic'")
    with reading(publish(db)) as source:
        own = [b for b in source.boards if b.dataset == CHOICES and b.setting == ROTATIONS]
        assert [board.language for board in own] == [ENGLISH, ALL_LANGUAGES]
        assert "all languages together" in leaderboard_fragments(source)["leaderboard"]
        card = rows_with(parts_of(source, FAMILY)["divlogiceval-results"].split("</table>")[0], "")
    assert sum("solver" in row for row in card) == 1


def test_one_asked_in_all_orders_takes_the_family_from_nobody_else(tmp_path: Path) -> None:
    db = tmp_path / "orders.duckdb"
    publish_sample(db)
    make_choices(db)
    with reading(publish(db)) as source:
        assert "choices, in English, all orders" in "".join(overall_section(source))
    with connect(db) as con:  # all but one are asked as the questions stand
        alone = "SELECT run_id FROM runs JOIN models USING (model_id) WHERE name = ?"
        con.execute(
            f"DELETE FROM responses WHERE rotation > 0 AND run_id NOT IN ({alone})", [READER]
        )
        con.execute(f"UPDATE runs SET rotated = false WHERE run_id NOT IN ({alone})", [READER])
    with reading(publish(db)) as source:
        text = "".join(overall_section(source))
    assert "all orders" not in text
    [solver] = rows_with(text, "solver")
    assert "100.0%" in solver


def test_three_scores_stand_with_intervals_and_with_chance(fragments: dict[str, str]) -> None:
    board = fragments["divlogiceval-results"]
    [fixed] = rows_with(board.split("</table>")[0], FIXED)
    assert re.findall(r"[\d.]+%", fixed)[0:5:2] == ["0.0%", "25.0%", "0.0%"]
    [guessing] = rows_with(board, "guessing")
    assert re.findall(r"[\d.]+%", guessing) == ["8.5%", "25.0%", "0.4%", "0.0%"]


def test_english_stands_beside_its_twins(fragments: dict[str, str]) -> None:
    twins = fragments["divlogiceval-results"].split("Language.")[1].split("</table>")[0]
    [both] = rows_with(twins, READER)
    assert re.findall(r"[\d.]+%", both)[::2] == ["33.3%", "100.0%"]


def test_each_language_and_each_probe_has_a_board_of_its_own(
    fragments: dict[str, str],
) -> None:
    ours = fragments["leaderboard"].split("## ")[1]
    shown = (part for part in ours.split("<table") if READER in plain(part))
    english, symbols, probed = shown
    assert "in English, probe no-logic" in plain(probed)
    assert "in English, in all orders of the options." in plain(english)
    assert "in symbols, in all orders of the options." in plain(symbols)
    assert "33.3%" in rows_with(english, READER)[0]
    assert "100.0%" in rows_with(symbols, READER)[0]
    assert [len(rows_with(part, READER)) for part in (english, symbols)] == [1, 1]


def test_a_model_card_profiles_each_language_by_its_name(choices: Reading) -> None:
    profile = plain(model_pages(model_cards(choices))[slug(READER)].split("## Runs")[0])
    english, symbols = (f"{CHOICES}, {words}" for words in ("in English", "in symbols"))
    assert re.search(rf"{english}\s+33\.3%", profile)
    assert re.search(rf"{symbols}\s+100\.0%", profile)


def test_reported_scores_over_rotations_are_a_board_with_people(choices: Reading) -> None:
    board = rotated_board(choices, "divlogiceval-published-test")
    assert board.origin is Origin.REPORTED
    ranks = {s.model: s.rank for s in board.scores}
    assert ranks["Graduate students"] is None
    partial = [score.partial_circular or 0 for score in board.scores]
    assert partial == sorted(partial, reverse=True)
    assert ranks["OpenAI o1-preview"] is not None
    assert board.chance["partial_circular"] == pytest.approx(0.0845, abs=0.0001)


def test_the_card_counts_types_and_splits(fragments: dict[str, str]) -> None:
    assert (
        rows_with(fragments["divlogiceval-types"], "question type missing")[0].split()[-1] == "16"
    )
    [languages] = rows_with(fragments["divlogiceval-glance"], "languages")
    assert "symbolic 24" in languages


def test_a_recipe_that_rejects_nothing_says_so(fragments: dict[str, str]) -> None:
    assert "no candidate was rejected" in plain(fragments["divlogiceval-rejections"])


def test_our_language_stands_beside_the_published_sets(fragments: dict[str, str]) -> None:
    table = fragments["divlogiceval-distribution"]
    [published] = rows_with(table, "divlogiceval-published-test")
    assert "6,748" in published
    assert "1.87" in published
    assert rows_with(table, "measured here")


def test_an_example_has_a_reason_an_option_and_one_formula_a_sentence(
    choices: Reading, fragments: dict[str, str]
) -> None:
    examples = fragments["divlogiceval-examples"]
    assert [f"Example {n}: " in examples for n in (1, 2, 3, 4, 5)] == [True] * 4 + [False]
    assert ", symbols" in plain(examples)
    first = examples.split("### ")[1]
    for option in "ABCD":
        assert rows_with(first, f" {option} ")


def test_reported_tables_tell_where_the_paper_contradicts_itself(
    fragments: dict[str, str],
) -> None:
    text = plain(fragments["divlogiceval-reported"])
    assert "exchanged" in text
    assert "Question type (Table 8" in text
    assert "Run (Tables 1 and 2)" in text


def test_without_a_snapshot_the_card_names_the_commands_and_keeps_what_is_reported(
    empty_fragments: dict[str, str],
) -> None:
    found = empty_fragments
    assert "sorites generate divlogiceval" in plain(found["divlogiceval-glance"])
    assert "Table 8" in plain(found["divlogiceval-reported"])
    assert "Table 4" in plain(found["divlogiceval-distribution"])


def test_a_set_without_answers_names_the_commands_and_what_was_rejected(tmp_path: Path) -> None:
    from engine.core.workers import serial
    from engine.pipeline.generate.datasets import generate_dataset
    from engine.pipeline.generate.generation import make_spec

    db = tmp_path / "silent.duckdb"
    spec = make_spec("divlogiceval", {"recipe": "faithful"}, 1, 9)
    generate_dataset(spec, "silent", db, serial())
    with reading(publish(db)) as source:
        found = parts_of(source, FAMILY)
    assert "sorites evaluate silent --baselines" in plain(found["divlogiceval-results"])
    assert "sorites audit silent" in plain(found["divlogiceval-audit"])
    assert "sorites verify silent" in plain(found["divlogiceval-verification"])
    assert rows_with(found["divlogiceval-rejections"], "too little is entailed")

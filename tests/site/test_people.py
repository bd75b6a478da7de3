"""Each card says which people answered its family's questions, as the database has it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.analysis.sources.reading import Reading, reading
from engine.cli import app
from engine.families import FAMILIES
from engine.io.review.questions import question_name
from engine.pipeline.publish.publishing import publish
from engine.site.cards.machine_card import machine_card
from engine.site.cards.people import people_section
from engine.store import connect, connect_read_only, load_items
from tests.dashboard.argument_material import ARGUMENTS
from tests.dashboard.choice_material import CHOICES
from tests.dashboard.formal_material import SYMBOLIZATION, VALIDITY
from tests.site.every_family import publish_every_family
from tests.site.material import publish_sample
from tests.site.skill_sample import SKILLS
from tests.site.tables import bare_shares, tables

ANN, BO = "Ann <b>", "Bo"
MAIN = {
    "justlogic": "sample",
    "divlogiceval": CHOICES,
    "logicasker": SKILLS,
    "logicskills": SYMBOLIZATION,
    "argqa": ARGUMENTS,
}
N_BLANK = 2


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("people") / "el.duckdb"
    publish_every_family(path)
    return path


@pytest.fixture(scope="module")
def silent(db: Path) -> dict[str, str]:
    """What the cards say before anybody has answered."""
    with reading(publish(db)) as source:
        return people(source)


@pytest.fixture(scope="module")
def agreements(db: Path, silent: dict[str, str]) -> dict[str, dict[str, float]]:
    """What the command said of each sheet of Ann's, by the name of its set."""
    assert silent  # the sentences are of the time before
    return {name: _answered(db, name, ANN) for name in (*MAIN.values(), VALIDITY)}


@pytest.fixture(scope="module")
def answered(db: Path, agreements: dict[str, dict[str, float]]) -> Iterator[Reading]:
    assert agreements
    with reading(publish(db)) as source:
        yield source


def people(source: Reading) -> dict[str, str]:
    """What each family's card says of those who answered."""
    return {family: people_section(source, family) for family in FAMILIES}


def _answered(db: Path, name: str, who: str, n: int = 9, seed: int = 0) -> dict[str, float]:
    """A sheet drawn, filled but for two questions, and read back, by the commands."""
    sheet = db.parent / f"{name}-{seed}.csv"
    where = ("--db", str(db))
    purpose = (name, "--for", "answers", *where)
    _run("review", "write", *purpose, "-n", str(n), "--seed", str(seed), "--out", str(sheet))
    with closing(connect_read_only(db)) as con:
        gold = {question_name(item): item.gold for item in load_items(con, name)}
    rows = list(csv.DictReader(io.StringIO(sheet.read_text(encoding="utf-8-sig"), newline="")))
    for row in rows[N_BLANK:]:
        row["answer"] = gold[row["id"]]
    with sheet.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    shown = _run("review", "read", str(sheet), *purpose, "--reader", who, "--json")
    found: dict[str, float] = json.loads(shown)
    return found


def _run(*words: str) -> str:
    found = CliRunner().invoke(app, list(words), catch_exceptions=False)
    assert found.exit_code == 0, found.output
    return found.stdout


def test_a_card_says_that_nobody_answered_and_how_to(silent: dict[str, str]) -> None:
    for family in FAMILIES:
        shown = silent[family]
        assert shown.startswith("<p>Nobody has answered these questions yet; <code>"), family
        command = f"<code>sorites review write {MAIN[family]} --for answers</code>"
        assert command in shown.replace("&#45;", "-")


def test_a_card_names_who_answered_with_accuracy_interval_and_n(
    agreements: dict[str, dict[str, float]], answered: Reading
) -> None:
    fragments = people(answered)
    for family, name in MAIN.items():
        found = fragments[family]
        assert "Nobody has answered" not in found
        assert bare_shares(found) == []
        shown, *_ = tables(found)
        assert shown.titles == ["Who", "Data set", "Accuracy", "95% interval", "n"]
        [row] = [row for row in shown.rows if row[1].split()[0] == name]
        own = agreements[name]
        assert row[0] == ANN
        assert row[2:] == [
            f"{own['n_right'] / own['n']:.1%}",
            f"{100 * own['low']:.1f} to {own['high']:.1%}",
            f"{own['n']}",
        ]


def test_a_sheet_of_one_split_stands_with_the_models_that_were_asked_it(answered: Reading) -> None:
    shown = people(answered)
    [row] = tables(shown["justlogic"])[0].rows
    assert row[1] == "sample split test"
    of_tasks = {row[1] for row in tables(shown["logicskills"])[0].rows}
    assert of_tasks == {
        f"{SYMBOLIZATION} split test, all languages together",
        f"{VALIDITY} split test, all languages together",
    }


def test_built_in_respondents_stand_beside_a_person_on_one_board(answered: Reading) -> None:
    [board] = [
        board
        for board in answered.boards
        if board.dataset == SKILLS and ANN in {one.model for one in board.scores}
    ]
    assert "constant-yes" in {one.model for one in board.scores}


def test_two_sheets_of_one_person_are_distinguished_and_imported_questions_left_out(
    tmp_path: Path,
) -> None:
    publish_sample(db := tmp_path / "el.duckdb")
    for seed in (0, 1):
        _answered(db, "sample", BO, 5, seed)
    with reading(publish(db)) as source:
        shown = tables(people_section(source, "justlogic"))[0]
    assert len({row[0] for row in shown.rows}) == 2
    assert all(row[0].startswith(f"{BO} run ") for row in shown.rows)
    with closing(connect(db)) as con:
        con.execute("UPDATE datasets SET source = 'imported'")
    with reading(publish(db)) as source:
        text = people_section(source, "justlogic")
        assert [one["name"] for one in machine_card(source, *source.datasets)["people"]] == [BO, BO]
    assert BO not in text
    assert "sorites generate justlogic" in text


def test_the_card_for_programs_has_the_same_people(
    agreements: dict[str, dict[str, float]], answered: Reading
) -> None:
    [dataset] = [one for one in answered.datasets if one.name == "sample"]
    [person] = machine_card(answered, dataset)["people"]
    own = agreements["sample"]
    assert person == {
        "name": ANN,
        "split": "test",
        "language": None,
        "accuracy": pytest.approx(own["n_right"] / own["n"]),
        "low": pytest.approx(own["low"]),
        "high": pytest.approx(own["high"]),
        "n": own["n"],
    }

"""`sorites sentences` makes an inventory that is what its seed and settings say, and stays so."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from engine.cli import app
from engine.core.errors import InputError
from engine.core.items import Symbol
from engine.families.logicskills.inventory import classes, making
from engine.families.logicskills.inventory.classes import SentenceClass
from engine.families.logicskills.inventory.making import make_pair
from engine.families.logicskills.inventory.spec import make_inventory_spec
from engine.families.logicskills.language import TYPES, readings
from engine.logic import parse
from engine.store import connect_read_only

N = 82


def run(db: Path, *words: str) -> dict[str, Any]:
    arguments = ["sentences", "--json", "--workers", "1", "--db", str(db), *words]
    done = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def rows(db: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(connect_read_only(db)) as con:
        return con.execute(query).fetchall()


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("inventory") / "e.duckdb"
    run(path, "-n", str(N), "--name", "first", "--seed", "5")
    run(path, "-n", "50", "--name", "second", "--set", "types=conditional_nested:9, negation")
    return path


def test_counts_are_by_type_and_class(db: Path) -> None:
    found = run(db, "-n", str(N), "--name", "first", "--seed", "5")
    assert (found["inventory"], found["pairs"], found["unsettled"]) == ("first", N, 0)
    by_type = Counter[str]()
    for row in found["counts"]:
        assert row["class"] in ("contingent", "valid", "contradictory")
        assert 1 <= row["n_distinct"] <= row["n"]
        by_type[row["type"]] += row["n"]
    assert by_type == dict.fromkeys(TYPES, 2)


def test_types_come_in_the_shares_that_are_asked_for(db: Path) -> None:
    found = rows(
        db, "SELECT type, sum(n) FROM sentence_counts WHERE inventory = 'second' GROUP BY 1"
    )
    assert dict(found) == {"conditional_nested": 45, "negation": 5}


def test_counterparts_say_one_thing_in_two_languages(db: Path) -> None:
    query = """
        SELECT s.language, c.language, s.idx = c.idx, s.formula = c.formula, s.tree = c.tree,
            s.type = c.type, s.class = c.class, c.counterpart = s.sentence_id,
            s.inventory_id = c.inventory_id, s.surface = c.surface
        FROM sentences s LEFT JOIN sentences c ON c.sentence_id = s.counterpart
    """
    assert Counter(rows(db, query)) == {
        ("en", "carroll", *[True] * 7, False): N + 50,
        ("carroll", "en", *[True] * 7, False): N + 50,
    }


def test_every_stored_sentence_reads_as_its_formula_alone(db: Path) -> None:
    for surface, formula, symbols in rows(db, "SELECT surface, formula, symbols FROM sentences"):
        key = tuple(Symbol(**symbol) for symbol in symbols)
        assert readings(surface, key) == (parse(formula),), surface


def test_a_pair_is_made_again_from_its_number(db: Path) -> None:
    spec = make_inventory_spec({}, 5, N)
    stored = rows(
        db,
        "SELECT idx, formula, tree, surface FROM sentences JOIN inventories USING (inventory_id)"
        " WHERE name = 'first' AND language = 'en' ORDER BY idx DESC",
    )
    for idx, *each in stored:
        pair = make_pair(spec, idx)
        assert [pair.formula, pair.tree, pair.surfaces[0]] == each


def test_seeds_and_workers_make_what_they_should(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(making, "PAIRS_PER_SHARD", 20)
    db = tmp_path / "e.duckdb"
    hashes = {
        name: run(db, "-n", "50", "--name", name, *words)["content_hash"]
        for name, words in {
            "one": ("--seed", "1"),
            "two": ("--seed", "1", "--workers", "2"),
            "other": ("--seed", "2"),
        }.items()
    }
    assert hashes["one"] == hashes["two"] != hashes["other"]


def test_another_inventory_of_the_name_is_refused_unless_replaced(db: Path) -> None:
    with pytest.raises(InputError, match="the name second is taken by another inventory"):
        run(db, "-n", "10", "--name", "second")
    assert run(db, "-n", "10", "--name", "second", "--replace")["pairs"] == 10
    assert rows(db, "SELECT count(*) FROM sentences") == [(2 * (N + 10),)]
    again = ("-n", "50", "--name", "second", "--set", "types=conditional_nested:9, negation")
    run(db, *again, "--replace")


def test_unsettled_sentences_are_left_out_and_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verdicts = iter([SentenceClass.UNKNOWN, SentenceClass.UNKNOWN])
    monkeypatch.setattr(
        making, "class_of", lambda formula: next(verdicts, SentenceClass.CONTINGENT)
    )
    found = run(tmp_path / "e.duckdb", "-n", "3")
    assert (found["pairs"], found["unsettled"]) == (3, 2)


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        (
            "types=quantified_some_al",
            "--set types: there is no type quantified_some_al; the nearest is quantified_some_all",
        ),
        ("types=negation:0", "--set types: the weight of negation is a number from 1 to 100"),
        ("max_depth=9", "--set max_depth: input should be less than or equal to 6"),
        (
            "kinds=negation",
            "--set kinds: there is no such setting; there are lexicon, max_depth, types",
        ),
    ],
)
def test_a_wrong_setting_is_one_short_sentence(db: Path, setting: str, sentence: str) -> None:
    with pytest.raises(InputError) as raised:
        run(db, "--set", setting)
    assert str(raised.value) == sentence


def test_people_are_shown_a_table(db: Path) -> None:
    words = ["sentences", "--name", "first", "-n", str(N), "--seed", "5", "--db", str(db)]
    shown = CliRunner().invoke(app, words, catch_exceptions=False).stdout
    assert "quantified_all_some_back" in shown
    assert f"{N} pairs, content" in shown
    assert classes.SentenceClass.CONTINGENT in shown

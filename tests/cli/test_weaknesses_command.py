"""`sorites weaknesses` finds a weakness that was planted, and goes a second round on it."""

import json
import shutil
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from duckdb import DuckDBPyConnection
from typer.testing import CliRunner

from engine.analysis.diagnosis.weaknesses import Weaknesses, find_weaknesses
from engine.cli import app
from engine.cli.data.generate import generate
from engine.core.items import Item, Response
from engine.grade import grade
from engine.pipeline.generate.generation import make_spec
from engine.pipeline.improve.second_round import SecondRound, made_rounds
from engine.store import (
    Dataset,
    DatasetMeta,
    Run,
    connect,
    find_dataset,
    items_table,
    list_datasets,
    load_items,
    record_run,
    write_items,
)
from tests.samples import Sample

SPEC = make_spec("logicasker", {"skills": "propositional"}, 4, 1200)
ITEMS = Sample(SPEC)
WEAK = "propositional.inference.transitivity.inference"


@pytest.fixture(scope="module")
def answered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of one run, made once and not to be changed."""
    path = tmp_path_factory.mktemp("answered") / "e.duckdb"
    meta = DatasetMeta("skills", SPEC.family, SPEC.version, SPEC.params, SPEC.seed)
    with closing(connect(path)) as con:
        _answer(con, write_items(con, meta, items_table(ITEMS.all)))
    return path


@pytest.fixture
def db(answered: Path, tmp_path: Path) -> Path:
    """A copy that a test may change."""
    return Path(shutil.copy(answered, tmp_path))


def _answer(con: DuckDBPyConnection, dataset: Dataset, n: int | None = None) -> None:
    """Right but on the weak skill, and but for every tenth item; of the first n, if so many."""
    items = {item.hash: item for item in load_items(con, dataset.name)}.values()
    name = f"{dataset.content_hash[:-1]}{n or dataset.content_hash[-1]}"
    run = Run(name, dataset.name, dataset.content_hash, "m", "endpoint", "zero-shot")
    answers = [
        (Response(item.hash, raw=raw), grade(item, raw))
        for at, item in enumerate(tuple(items)[:n])
        for raw in [_raw(item, right=item.traits.skill != WEAK and at % 10 != 0)]
    ]
    record_run(con, run, answers)


def _raw(item: Item, *, right: bool) -> str:
    keys = [option.key for option in item.options]
    return f"Answer: {item.gold if right else next(key for key in keys if key != item.gold)}"


def _run(db: Path, *words: str) -> str:
    done = CliRunner().invoke(
        app, ["weaknesses", "skills", "--model", "m", *words, "--db", str(db)]
    )
    assert done.exit_code == 0, done.output
    return done.stdout


def test_a_later_run_on_a_part_does_not_stand_for_the_whole_one(db: Path) -> None:
    whole = json.loads(_run(db, "--json"))
    with closing(connect(db)) as con:
        _answer(con, find_dataset(con, "skills"), n=60)
        kept = con.sql("SELECT count(*) FROM runs").fetchall()
    assert kept == [(2,)]
    assert json.loads(_run(db, "--json")) == whole


def test_the_planted_skill_is_first_and_alone(db: Path) -> None:
    document = json.loads(_run(db, "--json"))
    assert document["parts"][0]["part"] == WEAK
    assert document["n_found"] == 1
    assert sum(part["n"] for part in document["parts"]) == document["run"]["n"]
    assert "Benjamini-Hochberg" in document["method"]
    text = _run(db, "--top", "3")
    assert WEAK in text
    assert "1 of" in text


@pytest.mark.parametrize(("says", "others"), [("yes", 0), ("no", 0), ("no", 6)])
def test_a_preferred_answer_is_no_weakness(tmp_path: Path, says: str, others: int) -> None:
    """Always the same, or “no” to 50 of 60: every sixth answer, by its hash, is the other one."""
    path = tmp_path / "e.duckdb"
    items = ITEMS.all[:600]
    meta = DatasetMeta("skills", SPEC.family, SPEC.version, SPEC.params, SPEC.seed)
    with closing(connect(path)) as con:
        dataset = write_items(con, meta, items_table(items))
        run = Run("a" * 64, dataset.name, dataset.content_hash, "m", "endpoint", "zero-shot")
        shown = []
        for item in {item.hash: item for item in items}.values():
            turned = others and int(item.hash[:8], 16) % others == 0
            raw = f"Answer: {({'yes', 'no'} - {says}).pop() if turned else says}"
            shown.append((Response(item.hash, raw=raw), grade(item, raw)))
        record_run(con, run, shown)
    for by in ("skill", "rule", "kind"):
        found = find_weaknesses(path, "skills", "m", by=by)
        assert sum(sum(part.given.values()) for part in found.parts) == found.run.n
        assert others or {part.answers for part in found.parts} == {f"{says} 100%"}
        assert not found.found, by
        assert "0 of" in found.words, by


def test_skills_that_are_only_there_as_contrasts_are_marked(db: Path) -> None:
    contrast = "propositional.inference.conjunctive_syllogism.inference"
    assert json.loads(_run(db, "--json"))["only_contrasts"] == [contrast]
    text = _run(db, "--top", "99")
    assert f"* {contrast}" in text
    assert text.count("* pr") == 1
    assert "Marked *: 1 of the 63 skills" in text


@pytest.mark.parametrize("by", ["rule", "category", "kind", "logic"])
def test_parts_other_than_skills_can_be_ranked(db: Path, by: str) -> None:
    document = json.loads(_run(db, "--by", by, "--json"))
    assert document["by"] == by
    assert document["n_parts"] >= 1


def test_what_is_right_is_bounded_as_everywhere(db: Path) -> None:
    document = json.loads(_run(db, "--json"))
    with closing(connect(db)) as con:
        parts = con.execute(
            "SELECT cell, low, high FROM skill_accuracy WHERE trait = 'skill'"
        ).fetchall()
        [run] = con.execute("SELECT low, high FROM accuracy").fetchall()
    assert (document["run"]["low"], document["run"]["high"]) == pytest.approx(run)
    shown = {part["part"]: (part["low"], part["high"]) for part in document["parts"]}
    assert shown == {cell: pytest.approx((low, high)) for cell, low, high in parts}


def test_a_rule_whose_answers_are_uneven_has_its_balanced_accuracy_beside(db: Path) -> None:
    rule = WEAK.split(".")[2]
    golds = [item.gold for item in ITEMS if item.traits.rule == rule]
    parts = {part["part"]: part for part in json.loads(_run(db, "--by", "rule", "--json"))["parts"]}
    part = parts[rule]
    most = max(golds.count(gold) for gold in set(golds))
    assert part["most_frequent"] == pytest.approx(most / len(golds))
    right_of_no = part["n_right"] / sum(gold == "no" for gold in golds)  # of yes none is right
    assert part["balanced"] == pytest.approx(right_of_no / 2)
    assert "balanced" in _run(db, "--by", "rule")
    assert "balanced" not in _run(db)


def test_the_same_command_makes_the_second_round_and_then_judges_it(db: Path) -> None:
    first = _run(db, "--target", "2", "--name", "again", "-n", "30")
    assert "not answered yet: run `sorites evaluate again --model m`" in first
    with closing(connect(db)) as con:
        _answer(con, find_dataset(con, "again"))
    words = ("--target", "2", "--name", "again", "-n", "30", "--json")
    found = json.loads(_run(db, *words))["second_round"]
    assert found["skills"][0]["skill"] == WEAK
    assert found["second_round"]["n"] == sum(each["n"] for each in found["skills"])
    assert found["skills"][0]["right"] == 0 < found["skills"][0]["answered"]
    assert found["drop"] > 0.2
    assert found["expected"]["low"] <= found["expected"]["value"] <= found["expected"]["high"]


@pytest.mark.parametrize(("n", "least"), [(100, 5), (33, 3)])
def test_every_skill_of_a_second_round_gets_some_questions(db: Path, n: int, least: int) -> None:
    text = _run(db, "--target", "10", "--name", "again", "-n", str(n))
    words = ("--target", "10", "--name", "again", "-n", str(n), "--json")
    leaves = json.loads(_run(db, *words))["second_round"]["skills"]
    assert min(each["n"] for each in leaves) == least
    assert max(each["n"] for each in leaves) > least  # the rest goes to wide intervals
    rows = [
        line.split("│")
        for line in text.splitlines()
        if "not answered │" in line or "│ not answered" in line
    ]
    shown = {row[1].strip(): int(row[4]) for row in rows}
    assert shown == {each["skill"]: each["n"] for each in leaves}


def test_a_second_round_is_recognised_without_being_named(db: Path) -> None:
    _run(db, "--target", "3", "--name", "again", "-n", "30")
    generate("logicasker", name="other", n=40, seed=9, workers=1, db=db)
    found = find_weaknesses(db, "skills", "m")
    with closing(connect(db)) as con:
        _answer(con, find_dataset(con, "again"))
    (made,) = made_rounds_of(db, found)
    words = ("--target", "3", "--name", "again", "-n", "30", "--json")
    assert made.document() == json.loads(_run(db, *words))["second_round"]
    assert not made_rounds_of(db, replace(found, parts=found.parts[3:]))


def made_rounds_of(db: Path, found: Weaknesses) -> tuple[SecondRound, ...]:
    with closing(connect(db)) as con:
        return made_rounds(con, found)


def test_a_second_round_without_a_name_is_called_after_the_first(db: Path) -> None:
    _run(db, "--target", "2", "-n", "30")
    with closing(connect(db)) as con:
        assert "skills-second" in {known.name for known in list_datasets(con)}


def test_what_is_to_be_asked_first_is_asked_with_the_prompt(db: Path) -> None:
    wanted = ["weaknesses", "skills", "--model", "m", "--prompt", "cot", "--db", str(db)]
    shown = str(CliRunner().invoke(app, wanted).exception)
    assert shown.endswith("sorites evaluate skills --model m --prompt cot")


def test_a_second_round_needs_skills(db: Path) -> None:
    for words in (
        ["--name", "x"],
        ["--target", "2", "--name", "x", "--by", "rule"],
    ):
        done = CliRunner().invoke(
            app, ["weaknesses", "skills", "--model", "m", *words, "--db", str(db)]
        )
        assert "needs --target" in str(done.exception)

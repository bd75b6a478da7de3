"""LogicAsker's data files become items; kinds and answers are derived anew."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest
from typer.testing import CliRunner

from engine.cli import app
from engine.core.errors import InputError
from engine.core.items import Item
from engine.decide import verify_item
from engine.families.logicasker.published.dataset import PublishedLogicAsker, read_logicasker
from engine.families.logicasker.published.findings import agreements, logicasker_findings
from engine.families.logicasker.published.labels import Entailments, entailments
from engine.families.logicasker.rules.skills import published_skill_ids
from engine.logic import Entailment, parse
from engine.show.texts.families import faults_of
from engine.store import connect, load_items

FILE = "logicasker.csv"


@pytest.fixture(scope="module")
def small(fixtures: Path) -> PublishedLogicAsker:
    return read_logicasker(fixtures / FILE)


@pytest.fixture(scope="module")
def published() -> PublishedLogicAsker:
    project = Path(__file__).parents[3]
    root = Path(os.environ.get("SORITES_PUBLISHED", project.parent / "shared" / "published"))
    file = root / "logicasker" / "test.csv"
    if not file.is_file():
        reason = "LogicAsker's test.csv is absent; name its folder's parent in SORITES_PUBLISHED"
        pytest.skip(reason)
    return read_logicasker(file)


def item(dataset: PublishedLogicAsker, source_id: str) -> Item:
    return next(i for i in dataset.items if i.source_id == source_id)


def test_items_carry_leaf_kind_formulas_and_the_published_answer(
    small: PublishedLogicAsker,
) -> None:
    first = item(small, "1")
    assert first.passage == ("If Astrid plays chess, then it is foggy.", "Astrid is playing chess.")
    assert first.question == "It is foggy."
    assert (first.premises, first.query) == (("p1 → p2", "p1"), ("p2",))
    assert (first.gold, first.published_label, first.split) == ("yes", "yes", "test")
    assert first.traits.skill == "propositional.inference.modus_ponens.inference"
    assert (first.role, first.traits.rule) == ("correct", "modus ponens")
    assert [(o.key, o.role) for o in first.options] == [("yes", "gold"), ("no", "wrong")]
    assert [(s.atom, s.text) for s in first.symbols] == [
        ("p1", "Astrid plays chess"),
        ("p2", "it is foggy"),
    ]
    assert item(small, "4").role == "fallacy"
    assert len(item(small, "4").certificate.models) == 2  # type: ignore[attr-defined]
    named = item(small, "10")
    assert (named.premises, named.query) == (("∀x P1(x)",), ("P1(a1)",))
    assert [s.atom for s in named.symbols] == ["P1(x)", "a1"]


def test_answers_come_from_the_formulas_and_free_variables_are_anyone(
    small: PublishedLogicAsker,
) -> None:
    assert {i.source_id: i.gold for i in small.items} == {
        "1": "yes",
        "2": "no",
        "3": "no",
        "4": "no",
        "5": "yes",
        "6": "yes",
        "7": "yes",
        "8": "no",
        "9": "no",
        "10": "yes",
        "11": "no",
    }
    assert item(small, "9").published_label == "yes"


def test_imported_items_are_verified_without_a_derivation(small: PublishedLogicAsker) -> None:
    assert [v.problem for v in map(verify_item, small.items)] == [None] * len(small.items)
    mislabelled = item(small, "9")
    wrong = verify_item(replace(mislabelled, gold="yes", hash=""))
    assert not wrong.agreed
    assert wrong.verdict == "no"


def test_agreement_is_stated_under_both_readings(small: PublishedLogicAsker) -> None:
    found = agreements(small.judged)
    shown = {(a.kind, a.reading): (a.n, a.agree, a.answers_wrong) for a in found}
    assert shown["all", "individual"] == (12, 9, 2)
    assert shown["correct", "individual"] == (7, 5, 2)
    assert shown["correct", "closed"] == (7, 6, 1)
    assert shown["contradiction", "individual"] == (3, 2, 0)
    assert shown["contradiction", "closed"] == (3, 3, 0)
    assert shown["fallacy", "closed"] == (1, 1, 0)
    assert "universal generalization 1" in logicasker_findings(small)


def test_what_repeats_or_cannot_be_read_is_left_out_and_named(small: PublishedLogicAsker) -> None:
    assert small.repeated == 1
    assert [(u.source_id, u.row) for u in small.unread] == [("13", 13)]
    assert "Chess, played by Astrid" in small.unread[0].why
    assert [j.source_id for j in small.judged if j.is_ambiguous] == ["5"]
    assert [j.source_id for j in small.judged if j.turns] == ["5"]


def test_a_free_variable_is_an_individual_or_anyone() -> None:
    premise, everyone = parse("P(x)"), parse("∀y P(y)")
    assert entailments([premise], everyone) == Entailments(
        Entailment.UNDETERMINED, Entailment.ENTAILED
    )
    bound = parse("∃x Q(x) ∨ P(x)")
    assert entailments([bound, parse("¬∃x Q(x)")], everyone).individual is Entailment.UNDETERMINED


@pytest.mark.parametrize(
    ("cell", "wrong", "message"),
    [
        ("modus ponens", "modus tollendo", "column 'rule'.*gives no skill"),
        (",yes\n2", ",maybe\n2", "column 'answer'.*not yes or no"),
        ("\n2,", "\n1,", "'1' is already the id of row 1"),
        ("query", "question", "no column 'query'"),
    ],
)
def test_bad_cells_are_named(
    fixtures: Path, tmp_path: Path, cell: str, wrong: str, message: str
) -> None:
    text = (fixtures / FILE).read_text(encoding="utf-8")
    path = tmp_path / "bad.csv"
    path.write_text(text.replace(cell, wrong, 1), encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read_logicasker(path)


def test_the_command_stores_the_items_and_tells_what_it_found(
    fixtures: Path, tmp_path: Path
) -> None:
    db = tmp_path / "e.duckdb"
    command = ["import", "logicasker", str(fixtures / FILE), "--db", str(db), "--json"]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 1  # one row cannot be read
    document = orjson.loads(result.stdout)
    assert (document["dataset"], document["items"], document["rows"]) == (
        "logicasker-published-test",
        11,
        12,
    )
    assert (
        document["ambiguous"],
        document["ambiguous_with_another_answer"],
        document["repeated"],
    ) == (1, 1, 1)
    with connect(db) as con:
        stored = list(load_items(con, "logicasker-published-test"))
    assert tuple(stored) == read_logicasker(fixtures / FILE).items


def test_faulty_rows_are_left_out_counted_and_named(fixtures: Path, tmp_path: Path) -> None:
    path, db = tmp_path / FILE, tmp_path / "e.duckdb"
    text = (fixtures / FILE).read_text(encoding="utf-8")
    text = text.replace(",yes\n2,", ",maybe\n2,", 1).replace("\n3,", "\n3,and,more,", 1)
    path.write_text(text, encoding="utf-8")
    shown, found = commanded(db, "import", "logicasker", str(path))
    assert (found["items"], found["rows"]) == (10, 10)
    assert [reason.partition(":")[0] for reason in found["left_out"]] == [
        f"{FILE}, row 3",
        f"{FILE}, row 1, column 'answer'",
    ]
    assert "2 records were left out" in shown
    with pytest.raises(InputError, match="row 3: 9 cells where the header has 7"):
        CliRunner().invoke(
            app, ["import", "logicasker", str(path), "--strict"], catch_exceptions=False
        )


@pytest.fixture
def repeating(fixtures: Path, tmp_path: Path) -> Path:
    """The fixture, but for the row that cannot be read, with two rows that repeat a faulty one."""
    *lines, _ = (fixtures / FILE).read_text(encoding="utf-8").splitlines()
    repeats = [f"{number}{lines[7].removeprefix('7')}" for number in (21, 22)]
    path = tmp_path / FILE
    path.write_text("\n".join([*lines, *repeats]) + "\n", encoding="utf-8")
    return path


def commanded(db: Path, *words: str) -> tuple[str, dict[str, Any]]:
    """What a command shows, and its JSON document."""
    shown = CliRunner().invoke(app, [*words, "--db", str(db)], env={"COLUMNS": "200"})
    document = CliRunner().invoke(app, [*words, "--db", str(db), "--json"])
    return shown.stdout, orjson.loads(document.stdout)


def not_so(agreements: list[dict[str, Any]]) -> tuple[int, int]:
    """Of how many correct inferences how many are none, a free variable being an individual."""
    [one] = [a for a in agreements if (a["kind"], a["reading"]) == ("correct", "individual")]
    return one["n"], one["n"] - one["agree"]


def test_import_and_audit_say_whether_they_count_rows_or_distinct_questions(
    repeating: Path, tmp_path: Path
) -> None:
    db = tmp_path / "e.duckdb"
    shown, imported = commanded(db, "import", "logicasker", str(repeating))
    assert not_so(imported["agreements"]) == (9, 4)
    assert not_so(imported["agreements_of_distinct_questions"]) == (6, 2)
    [line] = [line for line in shown.splitlines() if "│ correct" in line and "individual" in line]
    assert [cell.strip() for cell in line.split("│")[3:-1]] == ["9", "4", "4", "6", "2", "2"]
    assert shown.index(" rows ") < shown.index(" distinct questions ")
    shown, audited = commanded(db, "audit", "logicasker-published-test")
    assert not_so(audited["agreements"]) == (6, 2)
    assert "each distinct question counted once" in shown
    assert "The import counted rows, including duplicates" in " ".join(shown.split())
    assert "4 of 9 (universal generalization 3" in " ".join(shown.split())


def test_the_published_file_is_as_the_audit_of_its_generator_found(
    published: PublishedLogicAsker,
) -> None:
    assert (len(published.judged), len(published.items), published.unread) == (5200, 5168, ())
    found = agreements(published.judged)
    shown = {(a.kind, a.reading): (a.n, a.differ, a.answers_wrong) for a in found}
    assert shown == {
        ("all", "individual"): (5200, 32, 13),
        ("all", "closed"): (5200, 4, 1),
        ("correct", "individual"): (1575, 13, 13),
        ("correct", "closed"): (1575, 1, 1),
        ("contradiction", "individual"): (1575, 19, 0),
        ("contradiction", "closed"): (1575, 3, 0),
        ("unrelated", "individual"): (1575, 0, 0),
        ("unrelated", "closed"): (1575, 0, 0),
        ("fallacy", "individual"): (475, 0, 0),
        ("fallacy", "closed"): (475, 0, 0),
    }
    assert found[0].by_rule == {
        "universal generalization": 27,
        "existential distributive laws": 4,
        "existential associative laws": 1,
    }
    assert sum(judged.is_ambiguous for judged in published.judged) == 417
    assert sum(judged.turns for judged in published.judged) == 39
    assert {(a.kind, a.differ) for a in agreements(published.distinct) if a.differ > 4} == {
        ("all", 30),
        ("correct", 13),
        ("contradiction", 17),
    }
    assert {i.traits.skill for i in published.items} == set(published_skill_ids())


def test_the_counts_that_travel_with_us_are_those_of_the_file(
    published: PublishedLogicAsker,
) -> None:
    individual, closed = agreements(published.judged)[:2]
    not_so = "is not what it is published as (a free variable being"
    wrong = "the published answer is wrong (a free variable being"
    by_rule = individual.by_rule
    assert {one.finding: one.n for one in faults_of("logicasker")} == {
        "asks what a row before it asks": published.repeated,
        "has a sentence with several readings": sum(j.is_ambiguous for j in published.judged),
        "has several readings with different answers": sum(j.turns for j in published.judged),
        f"{not_so} an individual)": individual.differ,
        **{
            f"{not_so} an individual), for {rule}": by_rule[rule]
            for rule in ("universal generalization", "existential distributive laws")
        },
        f"{not_so} anyone)": closed.differ,
        f"{wrong} an individual)": individual.answers_wrong,
        f"{wrong} anyone)": closed.answers_wrong,
    }

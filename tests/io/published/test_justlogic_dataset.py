"""JustLogic's data files become items; labels are derived anew; bad cells are named."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from engine.core.errors import InputError
from engine.core.items import Item
from engine.decide import verify_item
from engine.families.justlogic.published.dataset import PublishedDataset, read_dataset


@pytest.fixture(scope="module")
def small(fixtures: Path) -> PublishedDataset:
    return read_dataset(fixtures / "justlogic_dataset.csv", "validation")


def item(dataset: PublishedDataset, source_id: str) -> Item:
    return next(i for i in dataset.items if i.source_id == source_id)


def test_labels_are_derived_without_the_published_ones(small: PublishedDataset) -> None:
    assert {i.source_id: i.gold for i in small.items} == {
        "11": "true",
        "12": "false",
        "13": "uncertain",
        "14": "true",
        "15": "false",
        "16": "true",
        "17": "uncertain",
    }
    assert [(r.source_id, r.published, r.derived) for r in small.relabelled] == [
        ("14", "uncertain", "true")
    ]
    assert item(small, "14").published_label == "uncertain"


def test_items_carry_formulas_traits_and_both_kinds_of_certificate(small: PublishedDataset) -> None:
    denied = item(small, "15")
    assert denied.premises == ("p1 → p3", "p3 → p2")
    assert denied.query == ("¬(p1 → p2)",)
    assert [step.form for step in denied.certificate.steps] == ["hypothetical_syllogism"]
    assert (denied.traits.query_shape, denied.traits.shown_accurate) == (
        "negated conditional",
        False,
    )
    chained = item(small, "13")
    assert chained.premises == ("p2 ∨ p1", "p2 → p3", "p2 → ¬p3")
    assert (chained.traits.depth, chained.traits.height) == (2, 2)
    assert chained.traits.root_form == "disjunctive_syllogism"
    assert chained.query == ("p4",)
    assert (chained.certificate.holds, chained.certificate.fails) == (("p1", "p4"), ("p1",))
    assert [s.text for s in chained.symbols] == [
        "harbours freeze",
        "gulls leave",
        "bells crack",
        "harbours thaw early",
    ]


def test_a_question_that_differs_from_a_statement_in_spacing_is_reported(
    small: PublishedDataset,
) -> None:
    assert small.respaced == ("17",)


def test_every_imported_item_verifies(small: PublishedDataset) -> None:
    assert [v.problem for v in map(verify_item, small.items) if not v.agreed] == []


def test_text_that_looks_like_a_command_stays_text(small: PublishedDataset) -> None:
    assert item(small, "17").symbols[1].text == "=cmd opens"


def test_rows_that_contradict_themselves_are_left_out_and_say_why(fixtures: Path) -> None:
    dataset = read_dataset(fixtures / "justlogic_contradictory.csv", "test")
    assert len(dataset.items) == 7
    assert {e.source_id: e.why for e in dataset.excluded} == {
        "21": "premise 1 does not say p2 → p1",  # nor has it the statement p2
        "22": "depth '2', but 1 arguments",
        "23": "1 premises in English, 2 in the argument",
        "24": "modus_ponens does not conclude p1",
    }


def test_a_wording_that_too_few_rows_teach_is_no_contradiction(fixtures: Path) -> None:
    dataset = read_dataset(fixtures / "justlogic_short.csv", "test")
    assert (dataset.excluded, dataset.relabelled) == ((), ())
    assert [(i.source_id, i.gold) for i in dataset.items] == [("31", "true"), ("33", "uncertain")]
    assert item(dataset, "31").premises == ("¬p2 → p1", "¬p2")  # as the argument has them
    assert dataset.unread == ("31",)
    assert [(e.source_id, e.row) for e in dataset.unasked] == [("32", 2), ("34", 4)]


def test_a_wording_that_one_row_alone_teaches_contradicts_no_other_row(fixtures: Path) -> None:
    dataset = read_dataset(fixtures / "justlogic_short.csv", "test")
    assert {f.texts[0]: f.weak for f in dataset.frames} == {
        "i deny that ": True,  # by row 31; so it does not show the label of row 34 to be wrong
        "supposing ": False,
    }


def test_a_premise_of_other_statements_is_a_contradiction_however_worded(
    fixtures: Path, tmp_path: Path
) -> None:
    path = changed(fixtures, tmp_path, "premises", "['Mice dance, surely.', 'I deny iron hums.']")
    (left_out,) = read_dataset(path, "test").excluded
    assert (left_out.source_id, left_out.why) == ("12", "premise 1 does not say p1 → p2")


def changed(fixtures: Path, tmp_path: Path, column: str, cell: str) -> Path:
    """The fixture with one cell of its second row exchanged."""
    with (fixtures / "justlogic_dataset.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    rows[1][column] = cell
    path = tmp_path / "changed.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


@pytest.mark.parametrize(
    ("column", "cell", "says"),
    [
        ("premises", "=cmd|' /C calc'!A0", "is not a Python literal"),
        ("premises", "__import__('os').abort()", "is not a Python literal"),
        ("premises", "{'a': 1}", "is not a list of sentences"),
        ("premises", "[1, 2]", "is not a list of sentences"),
        ("premises", "['" + "x" * 70_000 + "']", "longer than 65,536 characters"),
        ("statements", "[]", "is not a dict of 1 to 100 statements"),
        ("statements", "{}", "is not a dict of 1 to 100 statements"),
        ("statements", "{'0': 'Copper rusts.'}", "is not a dict from numbers to sentences"),
        ("statements", "{True: 'Copper rusts.'}", "is not a dict from numbers to sentences"),
        ("statements", "{0: 'Copper rusts.'}", "'statements' lacks"),
        ("label", "untrue", "'untrue' is not TRUE, FALSE or Uncertain"),
        ("label", "", "'' is not TRUE, FALSE or Uncertain"),
        ("arg", "print(1)", "not one of the seven argument forms"),
        ("id", "", "is empty"),
        ("id", "11", "'11' is already the id of row 1"),
        ("question", " ", "is empty"),
    ],
)
def test_a_bad_cell_is_named_by_file_row_and_column(
    fixtures: Path, tmp_path: Path, column: str, cell: str, says: str
) -> None:
    with pytest.raises(InputError) as refusal:
        read_dataset(changed(fixtures, tmp_path, column, cell), "test")
    message = str(refusal.value)
    assert says in message
    assert message.startswith("changed.csv, row 2, column ")


def test_a_missing_column_is_named(fixtures: Path, tmp_path: Path) -> None:
    text = (fixtures / "justlogic_dataset.csv").read_text(encoding="utf-8")
    path = tmp_path / "others.csv"
    path.write_text(text.replace(",arg,", ",tree,", 1), encoding="utf-8")
    with pytest.raises(InputError, match=r"others\.csv: no column 'arg'"):
        read_dataset(path, "test")


@pytest.mark.published
def test_the_real_validation_set_has_four_wrong_labels_and_nothing_else_wrong(
    justlogic: Path,
) -> None:
    dataset = read_dataset(justlogic / "validate_dataset.csv", "validation")
    assert len(dataset.items) == 1050
    assert (dataset.excluded, dataset.unread, dataset.unasked) == ((), (), ())
    assert sorted(int(r.source_id) for r in dataset.relabelled) == [138, 1254, 1326, 1747]
    assert {(r.published, r.derived) for r in dataset.relabelled} == {("uncertain", "true")}
    assert sum(len(i.premises) for i in dataset.items) == 6100
    assert len(dataset.shallower) == 4
    assert [v.problem for v in map(verify_item, dataset.items) if not v.agreed] == []


@pytest.mark.published
def test_the_frames_learnt_are_as_many_as_the_papers_table_3(justlogic: Path) -> None:
    dataset = read_dataset(justlogic / "validate_dataset.csv", "validation")
    kinds = [frame.kind.__name__ for frame in dataset.frames]
    counts = {kind: kinds.count(kind) for kind in sorted(set(kinds))}
    bare = 1  # the statement by itself, which needs no frame
    assert counts == {"Implies": 11, "Not": 15, "Or": 8, "Predicate": 16 - bare}
    assert sum(counts.values()) + bare == 50

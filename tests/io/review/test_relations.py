"""The blind sample of questions on arguments: what is drawn, shown and counted."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli import app
from engine.core.certificates import SupportCertificate
from engine.core.errors import InputError
from engine.core.items import Item
from engine.families.argqa.arguments import ROLES
from engine.io.review.relations import OF_A_TYPE, draw, score, sheet
from engine.io.review.sheet import as_csv
from engine.logic.argument_graph import Tie
from engine.pipeline.generate.datasets import store_items
from engine.pipeline.generate.generation import make_items, make_spec
from tests.samples import Sample

Rows = list[list[str]]


@pytest.fixture(scope="module")
def made() -> tuple[Item, ...]:
    return Sample(make_spec("argqa", {}, 1)).all


@pytest.fixture(scope="module")
def sample(made: tuple[Item, ...]) -> tuple[Item, ...]:
    return draw(made)


def _row(item: Item, *, swapped: bool = False) -> list[str]:
    """What a reader writes who sees all as the graph has it, or the other way round."""
    assert isinstance(item.certificate, SupportCertificate)
    plain = {Tie.SUPPORTS: ">", Tie.SUPPORTED: "<", Tie.NONE: "|"}
    turned = {">": "<", "<": ">", "|": "|"}
    shown = []
    for ties in item.certificate.ties:
        signs = [plain[Tie(one).closed] for one in ties]
        shown.append("".join(turned[sign] for sign in signs) if swapped else "".join(signs))
    return ["ABCD"["BCDA".index(item.gold)] if swapped else item.gold, *shown]


def _filled(sample: tuple[Item, ...], *, swapped: bool = False) -> Rows:
    header, *rows = csv.reader(io.StringIO(as_csv(sheet(sample, "argqa"))))
    pairs = zip(rows, sample, strict=True)
    return [header, *([*row[:3], *_row(item, swapped=swapped), "30", ""] for row, item in pairs)]


def _written(path: Path, rows: Rows) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    return path


def test_each_type_comes_equally_often_in_each_domain(
    made: tuple[Item, ...], sample: tuple[Item, ...]
) -> None:
    cells = Counter((item.traits.domain, item.role) for item in sample)
    assert len(cells) == 9 * len({item.traits.domain for item in made})
    of_domain = Counter((item.traits.domain, item.role) for item in made)
    assert cells == {cell: min(OF_A_TYPE, n) for cell, n in of_domain.items()}
    assert draw(reversed(made)) == sample


def test_the_sheet_tells_neither_key_nor_role(sample: tuple[Item, ...]) -> None:
    shown = as_csv(sheet(sample, "argqa"))
    assert shown.count("Sentence 1:") >= len(sample)
    for word in ("supports", "essays-001", "convergent"):
        assert word not in shown


def test_a_reader_who_sees_what_the_graph_has_agrees_wholly(
    sample: tuple[Item, ...], tmp_path: Path
) -> None:
    found = score(sample, _written(tmp_path / "s.csv", _filled(sample)))
    assert found.in_relation == found.options == 4 * len(sample)
    assert found.keys == found.questions == len(sample)
    assert found.kappa == 1
    assert found.document()["share_in_relation"] == 1
    assert found.mean_seconds == 30


def test_a_reader_who_sees_all_the_other_way_round_agrees_only_where_nothing_is_tied(
    sample: tuple[Item, ...], tmp_path: Path
) -> None:
    found = score(sample, _written(tmp_path / "s.csv", _filled(sample, swapped=True)))
    untied = [option for item in sample for option in item.options if option.role == ROLES[-1]]
    assert (found.in_relation, found.keys) == (len(untied), 0)
    assert found.kappa < 0.3


def test_one_option_seen_otherwise_is_one_option_less(
    sample: tuple[Item, ...], tmp_path: Path
) -> None:
    rows = _filled(sample)
    row, option = next(
        (row, option)
        for row, item in enumerate(sample, 1)
        if isinstance(item.certificate, SupportCertificate)
        for option, ties in enumerate(item.certificate.ties)
        if "supports" in ties
    )
    rows[row][4 + option] = rows[row][4 + option].replace(">", "<")
    assert score(sample, _written(tmp_path / "s.csv", rows)).in_relation == 4 * len(sample) - 1


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda rows: rows[1].__setitem__(3, "E"), "row 1, .*has 'E'; answer A, B, C or D"),
        (lambda rows: rows[1].__setitem__(4, ">"), "row 1, column 'A: .*has '>'; answer >>, ><"),
        (lambda rows: rows.append(rows[1]), "is there twice"),
        (lambda rows: rows.pop(1), "the first is row 1"),
    ],
)
def test_answers_that_cannot_be_read_are_refused(
    sample: tuple[Item, ...], tmp_path: Path, change: Callable[[Rows], object], expected: str
) -> None:
    rows = _filled(sample)
    change(rows)
    with pytest.raises(InputError, match=expected):
        score(sample, _written(tmp_path / "s.csv", rows))


def test_other_questions_are_refused() -> None:
    with pytest.raises(InputError, match="not a question on an argument"):
        draw(make_items(make_spec("divlogiceval", {}, 1, 3)))


def test_a_sheet_is_written_and_scored_from_the_command_line(
    made: tuple[Item, ...], sample: tuple[Item, ...], tmp_path: Path
) -> None:
    db, out = tmp_path / "x.duckdb", tmp_path / "sheet.csv"
    store_items(made, "argqa", db)
    where = ("argqa", "--for", "relations", "--db", str(db))
    _run("review", "write", *where, "--out", str(out))
    assert out.read_text(encoding="utf-8-sig").splitlines() == (
        as_csv(sheet(sample, "argqa")).splitlines()
    )
    _written(out, _filled(sample))
    found = json.loads(_run("review", "read", str(out), *where, "--reader", "Ada", "--json"))
    assert found["keys_found"] == len(sample)


def _run(*words: str) -> str:
    done = CliRunner().invoke(app, list(words), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output

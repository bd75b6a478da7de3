"""Faults of single questions of which statements follow are found where they are planted."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli import app
from engine.core.items import Item, Option, OptionGround, StructureCertificate
from engine.families.logicskills.auditing.findings import findings
from engine.pipeline.generate.generation import make_spec
from engine.store import DatasetMeta, connect, items_table, write_items
from tests.samples import Sample

SPEC = make_spec("logicskills", {"task": "validity"}, 5, 2)
PAIR = Sample(SPEC)


def with_query(item: Item, at: int, formula: str) -> Item:
    """The item with another formula for one of its statements."""
    query = list(item.query)
    query[at] = formula
    return replace(item, query=tuple(query))


def by_one_premise(item: Item) -> Item:
    """The item with a certificate that names one premise."""
    assert isinstance(item.certificate, StructureCertificate)
    grounds = list(item.certificate.options)
    at = [ground.sources is not None for ground in grounds].index(True)
    grounds[at] = OptionGround((2,), ())
    return replace(item, certificate=StructureCertificate(options=tuple(grounds)))


def test_our_own_questions_have_none_of_these_faults() -> None:
    assert findings(PAIR) == []


PLANTED: dict[str, tuple[Callable[[Item], Item], set[str]]] = {
    "one premise": (by_one_premise, {"one-premise"}),
    "fewer": (lambda item: replace(item, options=item.options[:5]), {"fewer-options"}),
    "repeated": (
        lambda item: with_query(item, 3, item.query[1]),
        {"repeated-options", "equivalent-options"},
    ),
    "equivalent": (
        lambda item: with_query(item, 3, f"¬¬({item.query[1]})"),
        {"equivalent-options"},
    ),
    "falsehood": (
        lambda item: with_query(item, 3, "∃x (F(x) ∧ ¬∃y (F(y) ∧ M(a)) ∧ M(a))"),
        {"falsehood-option"},
    ),
    "language": (
        lambda item: replace(
            item,
            published_label="1",
            options=(Option("1", "Bungo gyred.", "open"), *item.options[1:]),
        ),
        {"wrong-language"},
    ),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found_and_named(fault: str) -> None:
    plant, found = PLANTED[fault]
    planted = plant(PAIR[0])
    found_here = findings([planted, PAIR[1]])
    assert {finding.name for finding in found_here} == found
    assert {finding.index for finding in found_here} == {planted.index}
    assert all(finding.detail for finding in found_here)


def test_findings_fail_the_audit_and_stand_in_the_database(tmp_path: Path) -> None:
    meta = DatasetMeta("x", SPEC.family, SPEC.version, SPEC.params, SPEC.seed, recipe=SPEC.recipe)
    items = (by_one_premise(PAIR[0]), PAIR[1])
    db = tmp_path / "x.duckdb"
    with closing(connect(db)) as con:
        write_items(con, meta, items_table(items))
    ended = CliRunner().invoke(app, ["audit", "x", "--db", str(db)])
    assert ended.exit_code == 1
    assert "one-premise" in ended.stdout
    with closing(connect(db)) as con:
        stored = con.execute(
            "SELECT f.name, i.idx, f.options FROM audit_findings f JOIN items i USING (item_id)"
        ).fetchall()
    assert stored == [("one-premise", 0, PAIR[0].gold)]

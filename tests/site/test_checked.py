"""What cards tell of verification: never more than is recorded, and what became of the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from engine.analysis.datasets.checks import n_rejected
from engine.analysis.sources.reading import Reading, reading
from engine.decide import labels
from engine.families import FAMILIES
from engine.families.divlogiceval import NAME as CHOICES_FAMILY
from engine.io.exports import words_of
from engine.logic.first_order import cvc5_prover, entailment, herbrand, quantified_session, solver
from engine.logic.propositional import elimination, tables
from engine.logic.propositional import session as propositional
from engine.pipeline.generate.generation import make_items, make_spec
from engine.pipeline.publish.publishing import publish
from engine.site.cards.balance import balance_section
from engine.site.cards.machine_card import machine_card
from engine.site.cards.parts import parts_of
from engine.site.cards.verification import rejections_of, rejections_section, repetitions_of
from engine.store import DatasetMeta, Duplicates, connect, items_table, write_audit, write_items
from tests.site.every_family import publish_every_family
from tests.site.material import publish_sample

BOUNDS = {
    "justlogic": (propositional.RLIMIT, elimination.MAX_STEPS, labels._CHOICES),
    "divlogiceval": (tables.MAX_ATOMS, propositional.RLIMIT),
    "logicasker": (
        *(propositional.RLIMIT, quantified_session.RLIMIT, solver.RLIMIT),
        *(herbrand.MAX_INSTANCES, herbrand.MAX_INDIVIDUALS),
    ),
    "logicskills": (
        *(entailment.LARGEST, entailment._CHOICES, entailment._RLIMIT),
        int(cvc5_prover._RLIMIT),
    ),
    "argqa": (propositional.RLIMIT,),
}


def plain(fragment: str) -> str:
    return unescape(re.sub(r"<[^>]*>", " ", fragment))


@pytest.fixture(scope="module")
def families(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reading]:
    db = tmp_path_factory.mktemp("checked") / "el.duckdb"
    with reading(publish_every_family(db)) as source:
        yield source


@pytest.mark.parametrize("family", FAMILIES)
def test_the_bounds_that_a_card_tells_are_those_of_the_code(family: str) -> None:
    words = words_of(family)
    shown = f"{words.logic} {words.unsettled}"
    assert {int(n.replace(",", "")) for n in re.findall(r"(?<![\w.])\d[\d,]*", shown)} == set(
        BOUNDS[family]
    )
    assert "UNKNOWN" in shown


@pytest.mark.parametrize(
    ("verified", "badge"), [(True, "100.0% verified"), (False, "not verified")]
)
def test_a_card_says_verified_only_where_that_is_recorded(
    tmp_path: Path, verified: bool, badge: str
) -> None:
    with reading(publish_sample(tmp_path / "el.duckdb", verified=verified)) as source:
        card = parts_of(source, "justlogic")
    assert ("No verification is recorded" not in plain(card["justlogic-ways"])) is verified
    assert badge in plain(card["justlogic-head"])
    assert "UNKNOWN" in plain(card["justlogic-ways"])


def test_candidates_rejected_by_justlogic_are_counted_once_a_group(tmp_path: Path) -> None:
    spec = make_spec(
        "justlogic", {"recipe": "faithful", "depth_measure": "height", "max_depth": "4"}, 3, 150
    )
    items = list(make_items(spec))
    of_groups = {item.group: dict(item.certificate.rejected or ()) for item in items}
    with connect(tmp_path / "el.duckdb") as con:
        meta = DatasetMeta("drawn", spec.family, spec.version, spec.params, spec.seed)
        write_items(con, meta, items_table(items))
    with reading(publish(tmp_path / "el.duckdb")) as source:
        [dataset] = source.datasets
        card, result = machine_card(source, dataset), rejections_of(source, dataset)
        counted = n_rejected(source, dataset)
    n = sum(sum(found.values()) for found in of_groups.values())
    assert n > 3
    assert sum(row["n"] for row in card["rejected"]) == n
    shown = re.findall(r'data-sort="(\d+)"', result)
    assert n == sum(map(int, shown[::2])) == counted


def test_sets_made_before_candidates_were_counted_claim_no_count(tmp_path: Path) -> None:
    publish_sample(tmp_path / "el.duckdb")
    with connect(tmp_path / "el.duckdb") as con:
        con.execute(
            "UPDATE items SET certificate = json_merge_patch(certificate::JSON, $gone)::VARCHAR",
            {"gone": '{"rejected": null}'},
        )
    with reading(publish(tmp_path / "el.duckdb")) as source:
        text = plain(rejections_of(source, source.datasets[0]))
        assert n_rejected(source, source.datasets[0]) is None
        assert machine_card(source, source.datasets[0])["rejected"] is None
    assert "rejected candidates were not counted" in text


def test_a_family_without_candidates_says_so(families: Reading) -> None:
    text = plain(rejections_section(families, "argqa"))
    assert "rejects none" in text
    assert "made before" not in text


def test_repetitions_are_stated_as_the_audit_counted_them(tmp_path: Path) -> None:
    db = tmp_path / "el.duckdb"
    publish_sample(db)
    with connect(db) as con:
        write_audit(con, "sample", [], (), [Duplicates("renamed", 40, 14, 3, 7, ())])
    with reading(publish(db)) as source:
        shown, card = (
            repetitions_of(source, source.datasets),
            machine_card(source, *source.datasets),
        )
    for n in (54, 40, 14, 3, 7):
        assert f">{n}<" in shown
    assert card["repetitions"][0]["n_repeated"] == 14


def test_where_nothing_counted_repetitions_the_card_names_the_command(families: Reading) -> None:
    sets = families.family(CHOICES_FAMILY)
    text = plain(repetitions_of(families, sets))
    assert all(f"sorites audit {one.name}" in text for one in sets)


def test_right_answers_and_roles_of_options_are_counted_by_part(families: Reading) -> None:
    for family in ("divlogiceval", "argqa"):
        text = balance_section(families, family)
        n = families.family(family)[0].n
        [row] = re.findall(r"<tr>(?:(?!</tr>).)*>all<.*?</tr>", text, re.DOTALL)
        counts = [int(one) for one in re.findall(r'data-sort="(\d+)">', row)]
        assert sum(counts[:4]) == counts[4] == n
        [gold] = re.findall(r"<tr>(?:(?!</tr>).)*>gold<.*?</tr>", text, re.DOTALL)
        assert [int(one) for one in re.findall(r'data-sort="(\d+)"', gold)] == counts[:4]
    made = balance_section(families, "logicskills")
    assert "Different answers" in made

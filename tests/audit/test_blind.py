"""Blind attackers find each leak where it is planted, and nothing in a fair set."""

from __future__ import annotations

import dataclasses

import pytest

from engine.audit.blind import blind_attackers, connectivity
from engine.audit.erasures import views
from engine.audit.label_shortcuts import STATEMENTS
from engine.audit.shortcut_suite import Suite, constant
from engine.audit.trained import attack
from engine.core.items import Item, Label
from tests.audit.padded import padded
from tests.items_by_hand import triple

ATTACKERS = {one.name: one for one in blind_attackers()}
FINDERS = {
    "directions": ("blind-to-directions", "kernel-blind-to-directions"),
    "signs": ("blind-to-signs", "kernel-blind-to-signs"),
    "links": ("blind-to-signs", "blind-to-links"),
    "ends": ("blind-to-names", "blind-to-links"),
}

REPORTED = ("premise-forms", "blind-to-inner-directions")


@pytest.mark.parametrize("leak", FINDERS)
def test_each_leak_is_found_by_its_attackers(leak: str) -> None:
    items, training = padded(300, leak), padded(900, leak, seed=2)
    chosen = [ATTACKERS[name] for name in FINDERS[leak]]
    right = attack(items, chosen, lambda done: None, training=training)
    for name, found in right.items():
        assert found.mean() > 0.5, name


def test_a_fair_set_passes() -> None:
    rows = STATEMENTS.score(padded(450), "", lambda done: None, training=padded(900, seed=2))
    names = {row.name for row in rows}
    assert {"connectivity", *ATTACKERS} <= names
    for row in rows:
        assert row.passed, row
        assert row.name in REPORTED or row.accuracy < 0.45, row


def test_single_misfits_are_found_by_parity_and_the_direction_of_last_premises() -> None:
    chosen = [ATTACKERS["blind-to-inner-directions"]]
    [found] = attack(padded(300), chosen, lambda done: None, training=padded(900, seed=2)).values()
    assert found.mean() > 0.55


def test_a_fair_constant_passes_at_250_items() -> None:
    suite = Suite(shortcuts=(constant(),), parts=("depth",))
    [row] = suite.score(padded(250), "", lambda done: None)
    assert (row.n, row.passed) == (250, True)


def test_connectivity_finds_the_chain_that_is_cut() -> None:
    items = padded(90, "links")
    assert all(
        connectivity(item) is Label.UNCERTAIN for item in items if item.gold == Label.UNCERTAIN
    )


@pytest.mark.parametrize(
    ("erasure", "one", "other"),
    [
        ("signs", "p1 → ¬p2", "¬p1 → p2"),
        ("directions", "p1 → ¬p2", "¬p2 → p1"),
        ("directions", "p1 ∨ p3 → p2", "p2 → ¬(p1 ∧ p3)"),
        ("directions", "p1 ∨ ¬p2", "¬(p1 ∧ ¬p2)"),
        ("names", "p1 → p2", "¬p1 → p2"),
        ("links", "p1 → p2", "p2 ∨ ¬p1"),
        ("inner-directions", "p1 → ¬p3", "¬p3 → p1"),
        ("inner-directions", "p1 → ¬p2", "p2 → ¬p1"),
    ],
)
def test_what_is_erased_cannot_be_seen(erasure: str, one: str, other: str) -> None:
    seen = [views(asked((premise, "p1"), "p2"), erasure)[0] for premise in (one, other)]
    assert seen[0] == seen[1]


def test_what_is_not_erased_is_seen() -> None:
    first, second = asked(("p1 → p2",), "p2"), asked(("p2 → p1",), "p2")
    for erasure in ("signs", "names", "links", "inner-directions"):
        assert views(first, erasure) != views(second, erasure)


def asked(premises: tuple[str, ...], query: str) -> Item:
    return dataclasses.replace(triple(0)[0], premises=premises, query=(query,), hash="")

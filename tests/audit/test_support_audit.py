"""The audit of questions on arguments finds each shortcut where it is planted, and only there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

from engine.core.items import Item, Option, Symbol
from engine.core.progress import Progress
from engine.core.settings import canonical_json
from engine.core.workers import serial
from engine.decide import intended_group
from engine.decide.draft import GroupId
from engine.families.argqa import Params, draft
from engine.families.argqa.auditing import BY_END, BY_TYPE, OPTIONS, OPTIONS_READ, RULES, suite
from engine.pipeline.check.auditing import audit_dataset
from engine.pipeline.generate.datasets import generate_dataset
from engine.pipeline.generate.generation import make_spec
from engine.store import AuditRow

MADE = GroupId("argqa", 1, canonical_json(Params()), 1, 0)
NINE = intended_group(draft(Params(), MADE.params, MADE.seed, MADE.group), MADE)
WORDS = [
    "lamp",
    "pond",
    "path",
    "bench",
    "gate",
    "tree",
    "swan",
    "boat",
    "rain",
    "wind",
    "stone",
    "grass",
    "light",
    "fence",
    "cloud",
]


def _planted(n_groups: int, mark: str = "") -> list[Item]:
    """Items of random words; `mark` goes with every key."""
    rng, items = Random(7), []
    for group in range(n_groups):
        for item in NINE:
            gold = rng.choice("ABCD")
            options = tuple(
                Option(o.key, _sentence(rng, mark if o.key == gold else ""), o.role)
                for o in item.options
            )
            passage = tuple(_sentence(rng, "") for _ in item.passage)
            symbols = tuple(Symbol(o.key, o.text) for o in options)
            shown = {"passage": passage, "options": options, "symbols": symbols, "gold": gold}
            items.append(replace(item, group=group, **shown))  # type: ignore[arg-type]
    return items


def _sentence(rng: Random, mark: str) -> str:
    text = " ".join(rng.choices(WORDS, k=9))
    return f"The {text} {mark}".strip() + "."


def _overall(items: list[Item]) -> dict[str, AuditRow]:
    rows = suite(items).score(items, "planted", lambda _: None)
    return {row.name: row for row in rows if row.scope == "all"}


def test_words_without_a_sense_give_nothing_away() -> None:
    rows = _overall(_planted(80))
    read = rows.pop(OPTIONS_READ)
    assert (read.limit, read.passed) == (None, True)
    assert set(rows) == {"constant", *(one.name for one in RULES), OPTIONS, BY_TYPE, BY_END}
    for name, row in rows.items():
        assert row.accuracy < 0.32, name
        assert row.n == 720


def test_a_word_that_goes_with_the_key_is_found() -> None:
    rows = _overall(_planted(40, "surely"))
    assert rows[OPTIONS].accuracy > 0.95
    assert rows["longest-option"].accuracy > 0.5
    assert not rows[OPTIONS].passed


def test_a_denial_that_goes_with_the_key_is_found() -> None:
    rows = _overall(_planted(20, "never"))
    assert rows["only-negation"].accuracy == 1


def test_a_key_of_the_sentences_own_words_is_found() -> None:
    items = [
        replace(
            item,
            options=tuple(
                replace(o, text=item.passage[1]) if o.key == item.gold else o for o in item.options
            ),
        )
        for item in _planted(10)
    ]
    rows = _overall(items)
    assert rows["overlap-with-sentence-2"].accuracy > 0.95
    assert rows["least-overlap"].accuracy < 0.05


def test_limits_are_thirty_percent_over_all_and_at_one_type() -> None:
    items = _planted(4)
    rows = suite(items).score(items, "planted", lambda _: None)
    assert {row.limit for row in rows if row.name != OPTIONS_READ} == {0.3}
    assert len({row.scope for row in rows}) == 10


def test_our_own_questions_can_be_audited(tmp_path: Path, silent: Progress) -> None:
    db = tmp_path / "x.duckdb"
    spec = make_spec("argqa", {}, 1, 450)
    generate_dataset(spec, "argqa", db, serial())
    audit = audit_dataset("argqa", db, progress=silent)
    assert audit.duplicates.exact.repeated == audit.duplicates.reordered.repeated == 0
    assert f"all {spec.n_items:,} items of the set" in audit.basis

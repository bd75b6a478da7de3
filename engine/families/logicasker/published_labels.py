"""The labels of LogicAsker's released test file, derived again, next to an earlier count."""

from __future__ import annotations

import tomllib
from datetime import date
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from engine.show.tables.html import Column, count, table, text

_VARIABLE = {"individual": "an individual", "closed": "anyone"}


class _Agreement(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: str
    reading: str
    rows: int
    not_so: int
    earlier: int
    answers_wrong: int
    by_rule: dict[str, int]
    distinct: int
    distinct_not_so: int


class Counted(BaseModel):
    """The contents of `reproduced.toml`; see there."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    counted_on: date
    rows: int
    repeats: int
    several_readings: int
    with_another_answer: int
    earlier_several_readings: int
    earlier_with_another_answer: int
    agreement: tuple[_Agreement, ...]


def bundled_counts() -> Counted:
    """Read the bundled counts; the file itself is not ours to publish."""
    kept = Path(__file__).with_name("reproduced.toml")
    return Counted.model_validate(tomllib.loads(kept.read_text(encoding="utf-8")))


def published_labels_section() -> str:
    """The counts by kind, reading and rule next to an earlier count, and other findings of both."""
    kept = bundled_counts()
    return "\n\n".join((_labels(kept), _by_rule(kept), _described(kept)))


def _labels(kept: Counted) -> str:
    rows = [
        [
            text(one.kind),
            text(_VARIABLE[one.reading]),
            count(one.rows),
            count(one.not_so),
            count(one.earlier),
            count(one.answers_wrong),
        ]
        for one in kept.agreement
    ]
    columns = (
        Column("Published as"),
        Column("A free variable is"),
        Column("Rows", numeric=True),
        Column("Not so", numeric=True),
        Column("Earlier count", numeric=True),
        Column("Answer wrong", numeric=True),
    )
    caption = (
        "LogicAsker’s released test file: rows that are not what they are published as. Counted on"
        f" {kept.counted_on} by <code>sorites import logicasker FILE</code>, over all rows"
    )
    return table(caption, columns, rows)


def _by_rule(kept: Counted) -> str:
    """The same rows by rule; a rule that we do not have has no row."""
    found: dict[tuple[str, str], dict[str, int]] = {}
    for one in kept.agreement:
        for rule, n in one.by_rule.items():
            found.setdefault((one.kind, rule), {})[one.reading] = n
    rows = [
        [text(kind), text(rule), *(count(n.get(reading, 0)) for reading in _VARIABLE)]
        for (kind, rule), n in found.items()
    ]
    columns = (
        Column("Published as"),
        Column("Rule"),
        *(Column(f"A free variable is {shown}", numeric=True) for shown in _VARIABLE.values()),
    )
    return table("Rows that are not what they are published as, by rule", columns, rows)


def _described(kept: Counted) -> str:
    individual, closed = (one for one in kept.agreement if one.kind == "all")
    return (
        f"<p>{kept.repeats} of the rows ask what a row before them asks: <code>sorites"
        f" audit</code> counts each of the {individual.distinct:,} distinct questions once, of"
        f" which {individual.distinct_not_so} and {closed.distinct_not_so} are not as published."
        f" {kept.several_readings} rows have a sentence with several readings, and are taken as"
        f" their rules have them; {kept.with_another_answer} of them would have another answer"
        " otherwise.</p>\n\n"
        "<p>The earlier count read the same rows by a grammar of its own, in which commas bind"
        " loosest and no variable stands outside its quantifier, took of several readings the one"
        " with the shape of the row’s rule, and judged it by Z3 alone. It found"
        f" {kept.earlier_several_readings} rows with several readings,"
        f" {kept.earlier_with_another_answer} of them with another answer otherwise.</p>"
    )

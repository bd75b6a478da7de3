"""`sorites item`: show everything known about one item."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Annotated

import typer

from engine.core.canary import canary
from engine.show.terminal.options import AsJson, Db
from engine.show.terminal.output import say, write_json

if TYPE_CHECKING:
    from engine.analysis.items.item_record import ItemRecord


def item(
    name: Annotated[
        str,
        typer.Argument(
            metavar="ID", help="Its hash or a prefix of it, its item_id, or DATASET:INDEX."
        ),
    ],
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Print an item: its text, answer, proof, traits and provenance, and who got it wrong."""
    from engine.analysis.items.item_record import known_of
    from engine.show.evidence.explanation import explain

    record = known_of(db, name)
    if as_json:
        explained = {"explanation": explain(record.item), "canary": canary()}
        write_json({**asdict(record), **explained})
        return
    for line in (*_lines(record), f"\n{canary()}"):
        say(line)


def _lines(record: ItemRecord) -> Iterator[str]:
    yield from _asked(record)
    yield from _truth(record)
    yield from _making(record)
    yield from _missed(record)


def _asked(record: ItemRecord) -> Iterator[str]:
    shown = record.item
    yield f"item {shown.hash[:16]} ({record.dataset}:{shown.index}, item_id {record.item_id})"
    yield "\nPassage"
    for number, sentence in enumerate(shown.passage, 1):
        yield f"  ({number}) {sentence}"
    yield f"\nQuestion\n  {shown.question}"
    for option in shown.options:
        yield (
            f"    {option.key}: {option.text}" if option.text != option.key else f"    {option.key}"
        )


def _truth(record: ItemRecord) -> Iterator[str]:
    from engine.show.evidence.explanation import explain

    shown = record.item
    yield "\nFormulas"
    for number, formula in enumerate(shown.premises, 1):
        yield f"  ({number}) {formula}"
    yield f"  asked: {', '.join(shown.query)}"
    for symbol in shown.symbols:
        yield f"  {symbol.atom}: {symbol.text}"
    yield f"\nAnswer: {shown.gold}"
    if shown.published_label not in (None, shown.gold):
        yield f"  published as: {shown.published_label}"
    for sentence in explain(shown):
        yield f"  {sentence}"


def _making(record: ItemRecord) -> Iterator[str]:
    shown = record.item
    yield "\nTraits"
    for field in fields(shown.traits):
        value = getattr(shown.traits, field.name)
        if value not in (None, ()):
            text = ", ".join(value) if isinstance(value, tuple) else value
            yield f"  {field.name.replace('_', ' ')}: {text}"
    yield "\nProvenance"
    yield f"  {shown.family}, version {shown.version}, seed {shown.seed}, params {shown.params}"
    yield (
        f"  group {shown.group}, role {shown.role}, index {shown.index}, split {shown.split},"
        f" intended {shown.intended}"
    )
    for member in record.group_members:
        name = shlex.quote(f"{member['dataset']}:{member['idx']}")
        yield f"  of the same group, role {member['role']}: sorites item {name}"
    if shown.source_id is not None:
        yield f"  in its source: {shown.source_id}"
    yield "\nVerification"
    found = record.verification
    if found is None:
        yield f"  not recorded yet; run `sorites verify {shlex.quote(record.dataset)}`"
        return
    agreed = "everything stored is confirmed" if found["agreed"] else found["problem"]
    yield f"  {found['verdict']} by {found['methods']} ({found['solver'] or 'no solver'}): {agreed}"


def _missed(record: ItemRecord) -> Iterator[str]:
    yield "\nWho got it wrong"
    if not record.answers:
        yield "  no model has been asked yet"
        return
    for row in record.missed:
        parts = (row["prompt"], row["probe"], row["origin"])
        asked = ", ".join(part for part in parts if part)
        yield f"  {row['model']} ({asked}): {row['answer'] or row['outcome'].replace('_', ' ')}"
    yield f"  {len(record.missed)} of {len(record.answers)} answers are not right"

"""JustLogic's data files as items: formulas from their argument trees, labels derived again.

The premises' formulas come from the tree and must agree with the English premises; the query's
formula is read from the English question. The published label plays no part in either.

Wordings are learnt from the file, so a short file may not teach all it needs. A premise that cannot
be read for that reason keeps its formula unchecked. A question that cannot be read has no formula;
its row is left out as unread, not as contradictory. A wording taught by one row or none may confirm
a formula or a published label, but not contradict it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.core.errors import InputError
from engine.core.items import Item
from engine.core.left_out import STRICT, LeftOut
from engine.families.justlogic.published.argument import atom
from engine.families.justlogic.published.frames import Frame, Reader, learn_frames, normalise
from engine.families.justlogic.published.items import ContradictoryRow, item_of
from engine.families.justlogic.published.rows import COLUMNS, Record, read_records
from engine.io.published.files import Row, read_rows
from engine.logic import Entailment, Formula, Predicate, atoms, entailment, fold, show


@dataclass(frozen=True, slots=True)
class Relabelled:
    """An item whose published label does not follow from its premises."""

    source_id: str
    published: str
    derived: str


@dataclass(frozen=True, slots=True)
class Excluded:
    """A row left out because it contradicts itself or its question cannot be read."""

    source_id: str
    row: int
    why: str


@dataclass(frozen=True, slots=True)
class PublishedDataset:
    """A file's items, and what is wrong with it.

    `respaced` lists the ids of items whose question repeats a statement of their argument except
    for spacing; here it counts as another statement, as in the published label. `shallower` lists
    items that a proof of fewer steps than the published depth decides. `unread` lists items with a
    premise whose wording the file does not teach, so its formula is unchecked. `unasked` are rows
    left out because the file does not teach the wording of their question; `excluded` are rows that
    contradict themselves.
    """

    items: tuple[Item, ...]
    relabelled: tuple[Relabelled, ...]
    excluded: tuple[Excluded, ...]
    respaced: tuple[str, ...]
    shallower: tuple[str, ...]
    unread: tuple[str, ...]
    unasked: tuple[Excluded, ...]
    frames: tuple[Frame, ...]


Track = Callable[[Sequence[Record]], Iterable[Record]]
"""Passes on every record, perhaps showing progress."""


def read_dataset(
    path: Path, split: str, track: Track = iter, left_out: LeftOut = STRICT
) -> PublishedDataset:
    """Read the items of one data file. Faulty rows are refused, or noted in `left_out`.

    Raises InputError, naming file, row and column, for what cannot be parsed and may not be left
    out, and for a file of answers. Rows that contradict themselves or have an unreadable question
    are left out and reported.
    """
    rows = read_rows(path, COLUMNS, left_out)
    if "predicted" in rows[0].cells:
        raise InputError(
            f"{path.name} holds a model's answers, in the column predicted; read it with"
            " `sorites import justlogic-results`"
        )
    return dataset_from_rows(rows, split, track, left_out)


def dataset_from_rows(
    rows: Sequence[Row], split: str, track: Track = iter, left_out: LeftOut = STRICT
) -> PublishedDataset:
    """As `read_dataset`, for rows already read."""
    records = read_records(rows, left_out)
    frames = learn_frames(
        (sentence, formula, record.texts)
        for record in records
        for sentence, formula in zip(record.premises, record.argument.leaves, strict=False)
    )
    items: list[Item] = []
    excluded: list[Excluded] = []
    respaced: list[str] = []
    shallower: list[str] = []
    unread: list[str] = []
    unasked: list[Excluded] = []
    for record in track(records):
        try:
            reader = Reader(frames, record.texts)
            all_read = _check(record, reader)
            query, unknown, weak = _query(record, reader)
            item = item_of(record, query, unknown, record.row.number - 1, split)
            if weak and item.gold != item.published_label:
                raise _UnreadQuestion("too few rows teach its wording")
        except _UnreadQuestion as problem:
            unasked.append(Excluded(record.source_id, record.row.number, str(problem)))
            continue
        except ContradictoryRow as problem:
            excluded.append(Excluded(record.source_id, record.row.number, str(problem)))
            continue
        items.append(item)
        if not all_read:
            unread.append(record.source_id)
        squeezed = {"".join(text.split()) for text in record.texts.values()}
        if any("".join(text.split()) in squeezed for text in unknown):
            respaced.append(record.source_id)
        if item.traits.depth != len(record.argument.nodes):
            shallower.append(record.source_id)
    return PublishedDataset(
        items=tuple(items),
        relabelled=tuple(_relabelled(items)),
        excluded=tuple(excluded),
        respaced=tuple(respaced),
        shallower=tuple(shallower),
        unread=tuple(unread),
        unasked=tuple(unasked),
        frames=frames,
    )


def _relabelled(items: Iterable[Item]) -> Iterator[Relabelled]:
    for item in items:
        if item.gold != item.published_label:
            yield Relabelled(str(item.source_id), str(item.published_label), item.gold)


class _UnreadQuestion(Exception):
    """A row whose question has a wording that the file does not teach."""


def _check(record: Record, reader: Reader) -> bool:
    """Whether every premise was read; raises for a row whose parts do not fit together."""
    leaves = record.argument.leaves
    if len(leaves) != len(record.premises):
        raise ContradictoryRow(
            f"{len(record.premises)} premises in English, {len(leaves)} in the argument"
        )
    steps = len(record.argument.nodes)
    if record.row["depth"].strip() != str(steps):
        raise ContradictoryRow(f"depth {record.row['depth'][:20]!r}, but {steps} arguments")
    for node in record.argument.nodes:
        if entailment(node.premises, node.conclusion) is not Entailment.ENTAILED:
            raise ContradictoryRow(f"{node.form} does not conclude {show(node.conclusion)}")
    matches = [
        _says(record, reader, sentence, leaf)
        for sentence, leaf in zip(record.premises, leaves, strict=True)
    ]
    if False in matches:
        number = matches.index(False)
        raise ContradictoryRow(f"premise {number + 1} does not say {show(leaves[number])}")
    return None not in matches


def _says(record: Record, reader: Reader, sentence: str, leaf: Formula) -> bool | None:
    """Whether a premise says its formula; None if its wording cannot be read.

    However it is worded, a sentence that lacks a statement of its formula does not say it.
    """
    text = normalise(sentence)
    if not all(record.texts[a] in text for a in atoms(leaf)):
        return False
    try:
        reading = reader.read(sentence)
    except InputError:
        return None
    if reading.formula == leaf:
        return True
    return None if reading.unknown or reading.weak else False


def _query(record: Record, reader: Reader) -> tuple[Formula, tuple[str, ...], bool]:
    """The question's formula, its new statements, and whether the reading is weak.

    A reading is also weak if a new statement contains a statement of the row: it may be an unread
    wording of that one.
    """
    try:
        reading = reader.read(record.question)
    except InputError as error:
        raise _UnreadQuestion(str(error)) from None
    inside = any(known in text for text in reading.unknown for known in record.texts.values())
    query = _named(reading.formula, reading.unknown, len(record.statements))
    return query, reading.unknown, reading.weak or inside


def _named(formula: Formula, unknown: Sequence[str], first: int) -> Formula:
    """The formula with new atoms for the statements that the argument lacks."""
    names = {f"'{text}'": atom(first + place) for place, text in enumerate(unknown)}

    def rename(node: Formula, inner: tuple[Formula, ...]) -> Formula:
        match node:
            case Predicate(name=name):
                return names.get(name, node)
            case _:
                return type(node)(*inner)

    return fold(formula, rename)

"""Are the questions themselves valid? Readers who do not know the answers judge a sample.

After a paper's human check (the view `validity` names it): is each question grammatical, has it one
interpretation, has it a derivable answer? The reader answers without seeing our answer; the two are
compared afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from engine.ask.prompts import answer_line
from engine.core.errors import InputError
from engine.core.items import UNREAD, AnswerKind, Item, Outcome
from engine.core.kinds import answer_of
from engine.grade import grade
from engine.io.review.filled import Filled, read_sheet
from engine.io.review.purpose import Found, Purpose, Wish, Written, interval
from engine.io.review.questions import by_name, drawn, entries_of, of_split, sheet_of
from engine.io.review.sheet import Ask, wording
from engine.io.review.timing import ask_seconds, seconds_of
from engine.store import (
    ValidityReading,
    connect,
    connect_read_only,
    find_dataset,
    load_items,
    validity_rates,
    write_validity,
)

UNCLEAR = "unclear"
"""What a reader writes if no answer can be derived."""

_LISTED = (AnswerKind.LABEL, AnswerKind.CHOICE)
_ONE_IN = 10


def _asks(items: Sequence[Item]) -> dict[str, Ask]:
    texts = wording()["validity"]
    keys = [option.key for option in items[0].options]
    listed = (*keys, UNCLEAR) if answer_of(items[0]) in _LISTED else ()
    return {
        "grammatical": Ask(texts["grammatical"], ("yes", "no")),
        "one_reading": Ask(texts["one_reading"], ("yes", "no")),
        "answer": Ask(texts["answer"], listed),
        "remark": Ask(texts["remark"], may_be_empty=True),
        **ask_seconds(),
    }


def write_sample(wish: Wish) -> Written:
    """A sheet of questions to review: one in ten by default."""
    with closing(connect_read_only(wish.db)) as con:
        name = find_dataset(con, wish.dataset).name
        whole = of_split(tuple(load_items(con, name)), wish.split or "all")
    n = wish.n or max(1, round(len(whole) / _ONE_IN))
    chosen = drawn(whole, n, 1 if wish.seed is None else wish.seed)
    return Written(sheet_of("validity", chosen, whole, name, _asks(chosen)), len(whole))


def read_sample(path: Path, wish: Wish) -> Found:
    """Store a reader's judgements, and show the share of invalid questions.

    Raises:
        InputError: the sheet is unreadable, the reader's kind (person or model) is missing, or the
        reader has reviewed this set already.
    """
    if wish.reader_kind is None:
        raise InputError("say whether a person or a model read it, with --reader-kind")
    with closing(connect(wish.db)) as con:
        readings = readings_of(path, tuple(load_items(con, wish.dataset)))
        write_validity(
            con,
            wish.dataset,
            readings,
            reader=wish.reader or "",
            reader_kind=wish.reader_kind,
            source=path.name,
            replace=bool(wish.replace),
        )
        rows = validity_rates(con, wish.dataset)
    return Found(
        document={"dataset": wish.dataset, "readings": len(readings), "validity": rows},
        title=f"{wish.dataset}: questions found invalid",
        columns=("reader", "by", "questions", "invalid", "share", "95% interval", "seconds"),
        rows=[_row(row) for row in rows],
    )


def _row(row: dict[str, Any]) -> tuple[object, ...]:
    together = f"all {row['n_readers']} together"
    who = together if row["reader"] is None else f"{row['reader']} ({row['reader_kind']})"
    found = f"{row['invalid_share']:.1%}", interval(row["low"], row["high"])
    seconds = row["mean_seconds"]
    took = "" if seconds is None else f"{seconds:.0f}"
    return who, row["question"], row["n"], row["n_invalid"], *found, took


def readings_of(path: Path, items: Sequence[Item]) -> tuple[ValidityReading, ...]:
    """A reader's judgements of the questions of a data set with these items.

    Raises:
        InputError: the sheet cannot be read, or a row of it is missing.
    """
    known = by_name(items)
    rows = read_sheet(path, _asks(items), entries_of(items), whole=True)
    return tuple(_reading(row, known[row.name]) for row in rows)


def _reading(row: Filled, item: Item) -> ValidityReading:
    return ValidityReading(
        index=item.index,
        grammatical=row["grammatical"] == "yes",
        one_reading=row["one_reading"] == "yes",
        answer=_answer(row, item),
        remark=row["remark"] or None,
        seconds=seconds_of(row),
    )


def _answer(row: Filled, item: Item) -> str | None:
    """The reader's answer, spelt like the stored one if equivalent; None if unclear."""
    written = row["answer"]
    if written.casefold() == UNCLEAR:
        return None
    if answer_of(item) in _LISTED:
        return written
    found = grade(item, answer_line(written))
    if found.outcome in UNREAD:
        raise row.fault("answer", f"has {written[:60]!r}, which cannot be read as an answer")
    return item.gold if found.outcome is Outcome.RIGHT else written


VALIDITY = Purpose(
    "readers judge whether the questions are valid",
    write_sample,
    frozenset({"n", "seed", "split"}),
    read_sample,
    frozenset({"reader", "reader_kind", "replace"}),
)

"""The rows of JustLogic's data files, parsed but not judged.

Columns: id, premises (a list), question, label (TRUE, FALSE, Uncertain), arg (the argument tree),
statements (a dict from statement numbers to sentences), depth; others are ignored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.core.errors import InputError
from engine.core.items import Label
from engine.core.left_out import LeftOut
from engine.families.justlogic.published.argument import Argument, atom, parse_argument
from engine.families.justlogic.published.frames import normalise
from engine.io.published.files import Row
from engine.logic import Predicate, atoms

COLUMNS = ("id", "premises", "question", "label", "arg", "statements", "depth")

_MAX_STATEMENTS = 100


@dataclass(frozen=True, slots=True)
class Record:
    """One row, parsed but not judged. `texts` are the statements normalised for comparison."""

    row: Row
    source_id: str
    premises: tuple[str, ...]
    question: str
    label: Label
    argument: Argument
    statements: Mapping[Predicate, str]
    texts: Mapping[Predicate, str]


def read_records(rows: Sequence[Row], left_out: LeftOut) -> tuple[Record, ...]:
    """Parse all rows; faulty ones are noted in `left_out`, or InputError names row and column."""
    records: list[Record] = []
    seen: dict[str, int] = {}
    for row in rows:
        with left_out.noted():
            record = _record(row)
            first = seen.setdefault(record.source_id, row.number)
            if first != row.number:
                raise row.fault("id", f"{record.source_id!r} is already the id of row {first}")
            records.append(record)
    left_out.require(records, rows[0].path.name)
    return tuple(records)


def _record(row: Row) -> Record:
    premises = row.literal("premises")
    if not isinstance(premises, list) or not all(isinstance(p, str) for p in premises):
        raise row.fault("premises", "is not a list of sentences")
    try:
        label = Label(row["label"].strip().lower())
    except ValueError:
        shown = row["label"][:40]
        raise row.fault("label", f"{shown!r} is not TRUE, FALSE or Uncertain") from None
    try:
        argument = parse_argument(row["arg"])
    except InputError as error:
        raise row.fault("arg", str(error)) from None
    statements = _statements(row)
    used = {a for formula in argument.formulas for a in atoms(formula)}
    if not used <= set(statements):
        raise row.fault("arg", "uses a statement that the column 'statements' lacks")
    source_id = row["id"].strip()
    if not source_id:
        raise row.fault("id", "is empty")
    question = row["question"].strip()
    if not question:
        raise row.fault("question", "is empty")
    return Record(
        row=row,
        source_id=source_id,
        premises=tuple(premises),
        question=question,
        label=label,
        argument=argument,
        statements=statements,
        texts={a: normalise(sentence) for a, sentence in statements.items()},
    )


def _statements(row: Row) -> dict[Predicate, str]:
    written = row.literal("statements")
    if not isinstance(written, dict) or not 1 <= len(written) <= _MAX_STATEMENTS:
        raise row.fault("statements", f"is not a dict of 1 to {_MAX_STATEMENTS} statements")
    if not all(type(k) is int and k >= 0 and isinstance(v, str) for k, v in written.items()):
        raise row.fault("statements", "is not a dict from numbers to sentences")
    return {atom(number): sentence for number, sentence in sorted(written.items())}

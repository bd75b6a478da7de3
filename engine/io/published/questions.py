"""Multiple-choice questions of any data set, from JSON lines or CSV, as single-choice items.

Each record has `id`, `passage`, `question`, `options` and `answer`, and may have `split` (train,
validation or test, the default) and `question_type`; whatever else it has is passed over. In JSON
the options are a list, and the passage a text or a list of paragraphs; in CSV the options are a
JSON list in their cell. The answer is an option's letter or its text.

Nothing is known of such questions but what the file says: they have no formulas, so that they can
be asked, in every rotation and under every probe, but not verified. No answer is guessed from a
number, for files count options from 0 or from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from duckdb import DuckDBPyConnection

from engine.core.errors import InputError
from engine.core.items import SPLITS, AnswerKind, Item, Option, ProofCertificate, Traits
from engine.core.left_out import STRICT, LeftOut
from engine.core.outside import lines_of, parse_json, read_text
from engine.core.rotations import LETTERS
from engine.io.published.files import csv_records, named, readable
from engine.store import Dataset, DatasetMeta, write_items

FAMILY = "questions"
VERSION = 1
PARAMS = "{}"

_REQUIRED = ("id", "passage", "question", "options", "answer")


def read_questions(path: Path, left_out: LeftOut = STRICT) -> tuple[Item, ...]:
    """The questions of a file, in its order. Faulty ones are refused, or noted in `left_out`.

    Raises:
        InputError: the file cannot be read, or a record is not as described above and may not be
            left out; the message names file and line.
    """
    kinds = {".csv": _csv_records, ".jsonl": _json_records, ".ndjson": _json_records}
    reader = kinds.get(path.suffix.lower())
    if reader is None:
        raise InputError(
            f"{path.name}: name the file .jsonl for one JSON object a line, or .csv for a table"
        )
    first: dict[str, int] = {}
    items: list[Item] = []
    for record_of in reader(path):
        with left_out.noted():
            record = _whole(record_of())
            item = _item(record, len(items))
            line = first.setdefault(item.source_id or "", record.line)
            if line != record.line:
                raise record.fault("id", f"{item.source_id!r} is already the id of line {line}")
            items.append(item)
    left_out.require(items, path.name)
    if not items:
        raise InputError(f"{path.name}: holds no questions")
    return tuple(items)


def store_questions(
    con: DuckDBPyConnection,
    items: Sequence[Item],
    name: str,
    source: str,
    *,
    replace: bool = False,
) -> Dataset:
    """Store questions as a data set, all or none; the same a second time change nothing.

    Raises:
        InputError: if the name is taken by other items and `replace` is not given.
    """
    from engine.store import items_table  # late, because it loads Arrow

    meta = DatasetMeta(
        name, FAMILY, VERSION, PARAMS, seed=0, source="imported", note=f"From {source}."
    )
    return write_items(con, meta, items_table(items), replace=replace)


@dataclass(frozen=True, slots=True)
class _Record:
    """One record of a file; `line` is where it begins, from 1."""

    path: Path
    line: int
    fields: Mapping[str, object]

    def fault(self, field: str, what: str) -> InputError:
        return InputError(f"{self.path.name}, line {self.line}, {field}: {what}")

    def text(self, field: str, *, required: bool = True) -> str:
        """A field as text without outer space; numbers count as their digits."""
        value = self.fields.get(field)
        if isinstance(value, int | float) and not isinstance(value, bool):
            value = str(value)
        if value is None and not required:
            return ""
        if not isinstance(value, str):
            raise self.fault(field, "is not a text")
        if required and not value.strip():
            raise self.fault(field, "is empty")
        return value.strip()


def _json_records(path: Path) -> Iterator[Callable[[], _Record]]:
    return (partial(_json_record, path, *line) for line in lines_of(path))


def _json_record(path: Path, line: int, text: str) -> _Record:
    fields = parse_json(text, f"{path.name}, line {line}")
    if not isinstance(fields, dict):
        raise InputError(f"{path.name}, line {line}: JSON, but not an object")
    return _Record(path, line, fields)


def _csv_records(path: Path) -> Iterator[Callable[[], _Record]]:
    rows = csv_records(read_text(path))
    _, names = next(rows, (1, []))
    header = readable(names, f"{path.name}, line 1")
    if len(set(header)) < len(header):
        raise InputError(f"{path.name}, line 1: the header names a column twice")
    for line, cells in rows:
        if cells != []:
            yield partial(_csv_record, path, line, header, cells)


def _csv_record(path: Path, line: int, header: list[str], record: list[str] | None) -> _Record:
    return _Record(path, line, named(record, header, f"{path.name}, line {line}"))


def _whole(record: _Record) -> _Record:
    missing = [field for field in _REQUIRED if field not in record.fields]
    if missing:
        raise InputError(
            f"{record.path.name}, line {record.line}: there is no {', '.join(missing)}; each record"
            f" needs {', '.join(_REQUIRED)}"
        )
    return record


def _item(record: _Record, index: int) -> Item:
    texts = _options(record)
    gold = _answer(record, texts)
    split = record.text("split", required=False) or "test"
    if split not in SPLITS:
        raise record.fault("split", f"{split!r} is not {', '.join(SPLITS[:-1])} or {SPLITS[-1]}")
    return Item(
        family=FAMILY,
        version=VERSION,
        params=PARAMS,
        seed=0,
        group=index,
        role="question",
        index=index,
        split=split,
        passage=_passage(record),
        question=record.text("question"),
        options=tuple(
            Option(key, text, "gold" if key == gold else "distractor")
            for key, text in zip(LETTERS, texts, strict=False)
        ),
        answer_kind=AnswerKind.LABEL,
        gold=gold,
        symbols=(),
        premises=(),
        query=(),
        intended=gold,
        certificate=ProofCertificate(),
        traits=Traits(question_type=record.text("question_type", required=False) or None),
        published_label=gold,
        source_id=record.text("id"),
    )


def _passage(record: _Record) -> tuple[str, ...]:
    """The paragraphs that are not empty; a question may do without a passage."""
    value = record.fields["passage"]
    given = value if isinstance(value, list) else [value or ""]
    paragraphs = [paragraph.strip() for paragraph in given if isinstance(paragraph, str)]
    if len(paragraphs) < len(given):
        raise record.fault("passage", "is neither a text nor a list of texts")
    return tuple(paragraph for paragraph in paragraphs if paragraph)


def _options(record: _Record) -> tuple[str, ...]:
    value = record.fields["options"]
    if isinstance(value, str):
        try:
            value = parse_json(value, "options")
        except InputError:
            raise record.fault("options", 'is not a JSON list such as ["yes", "no"]') from None
    if not isinstance(value, list) or not 2 <= len(value) <= len(LETTERS):
        raise record.fault("options", f"is not a list of 2 to {len(LETTERS)} texts")
    texts = [_Record(record.path, record.line, {"options": text}).text("options") for text in value]
    if len(set(texts)) < len(texts):
        raise record.fault("options", "two of them are alike")
    return tuple(texts)


def _answer(record: _Record, texts: tuple[str, ...]) -> str:
    """The letter of the right option, which is given by letter or by text."""
    letters = LETTERS[: len(texts)]
    value = record.fields["answer"]
    given = value.strip() if isinstance(value, str) else ""
    meant = {key for key, text in zip(letters, texts, strict=True) if text == given}
    if len(given) == 1 and given.upper() in letters:
        meant.add(given.upper())
    if len(meant) != 1:
        what = "is a letter and the text of another option" if meant else "is no option's text"
        raise record.fault(
            "answer", f"{str(value)[:60]!r} {what}; give a letter from A to {letters[-1]}"
        )
    return meant.pop()

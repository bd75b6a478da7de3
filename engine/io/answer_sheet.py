"""The blind sheet on which people answer a data set, as CSV and for print, and how it is read back.

A row holds what a model is sent, and nothing of the answer; questions are named by what they show.
"""

from __future__ import annotations

import csv
import hashlib
import io
import tomllib
from collections.abc import Sequence
from functools import cache
from html import escape
from pathlib import Path

from engine.ask.prompts import answer_line, messages
from engine.ask.prompts.message import question
from engine.core.canary import canary
from engine.core.errors import InputError
from engine.core.items import Grade, Item, Response
from engine.core.resources import data_file
from engine.core.sampling import sampled, strata_of, told
from engine.grade import grade
from engine.show.spreadsheets import inert

COLUMNS = ("row", "id", "question", "answer")


@cache
def _wording() -> dict[str, str]:
    return tomllib.loads(data_file("lexicon/sheet.toml").read_text(encoding="utf-8"))


def question_name(item: Item) -> str:
    """What names a question on a sheet: it depends on what is shown, and not on the answer."""
    return f"q{hashlib.sha256(question(item, 'none').encode()).hexdigest()[:12]}"


def sheet_csv(items: Sequence[Item]) -> str:
    """The sheet as CSV, a row an item in the order given; the column `answer` is empty.

    A last column, read by nobody, holds the canary.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow([*COLUMNS, "canary"])
    for number, item in enumerate(items, 1):
        shown = inert(question(item, "none"))
        writer.writerow([number, question_name(item), shown, "", canary()])
    return out.getvalue()


def sheet_html(items: Sequence[Item], dataset: str, whole: Sequence[Item]) -> str:
    """The sheet for print: one page of HTML without scripts, styles from elsewhere or answers."""
    facts = {
        "n": len(items),
        "dataset": dataset,
        "strata": told(strata_of([sampled(item) for item in whole])),
    }
    title = escape(_wording()["title"].format(**facts))
    task = messages(items[0], "zero-shot", "none")[0]["content"]
    rows = "".join(
        f"<li><pre>{escape(question(item, 'none'))}</pre>"
        f"<p>{escape(_wording()['answer_heading'])} <span></span> "
        f"<small>{question_name(item)}</small></p></li>"
        for item in items
    )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        f"<title>{title}</title><style>{_STYLE}</style><h1>{title}</h1>"
        f"<p>{escape(_wording()['instructions'].format(**facts))}</p>"
        f"<h2>{escape(_wording()['task_heading'])}</h2><pre>{escape(task)}</pre><ol>{rows}</ol>"
        f"<p><small>{escape(canary())}</small></p></html>"
    )


_STYLE = (
    "body{font:1rem/1.5 serif;max-width:45rem;margin:2rem auto;padding:0 1rem}"
    "pre{font:inherit;white-space:pre-wrap;margin:0}li{break-inside:avoid;margin:1.5rem 0}"
    "span{display:inline-block;min-width:12rem;border-bottom:1px solid}"
)


def read_answers(path: Path, items: Sequence[Item]) -> tuple[tuple[Response, Grade], ...]:
    """What was written on a sheet of a data set whose items are given, graded by the usual rules.

    A cell counts as the answer line of a reply; an empty one is no answer.

    Raises:
        InputError: the file is no sheet, has no answer, or a row is of another set or there twice.
    """
    known = {question_name(item): item for item in items}
    found: dict[str, tuple[Response, Grade]] = {}
    for number, row in enumerate(_rows(path), 2):
        name = row["id"].strip()
        item = known.get(name)
        if item is None:
            raise InputError(
                f"{path.name}, line {number}: {name!r} is no question of this data set; name the"
                " set from which the sheet was drawn"
            )
        if item.hash in found:
            raise InputError(f"{path.name}, line {number}: the question {name} stands twice")
        written = row["answer"].strip()
        raw = answer_line(written) if written else ""
        found[item.hash] = (Response(item.hash, raw=raw), grade(item, raw))
    if not any(response.raw for response, _ in found.values()):
        raise InputError(f"{path.name} has no answer; fill in its column `answer`")
    return tuple(found.values())


def _rows(path: Path) -> list[dict[str, str]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path.name} is not UTF-8; save the sheet as CSV in UTF-8") from None
    try:
        reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
        rows = [{name: row.get(name) or "" for name in COLUMNS} for row in reader]
    except csv.Error as error:
        raise InputError(f"{path.name} is no CSV: {error}") from None
    lacking = [name for name in COLUMNS if name not in (reader.fieldnames or ())]
    if lacking:
        raise InputError(
            f"{path.name} has no column {lacking[0]!r}; it must be a sheet of `sorites sheet`"
        )
    return rows

"""The blind sheet: a row a question, what the reader is asked, and nothing of the answer."""

from __future__ import annotations

import csv
import hashlib
import io
import tomllib
from collections.abc import Sequence
from functools import cache
from typing import Any

import orjson

from engine.ask.prompts import QuestionKind, common_kind
from engine.core.canary import canary
from engine.core.errors import InputError
from engine.core.items import Item
from engine.core.resources import data_file
from engine.show.spreadsheets import inert

ROW, ID, PREMISES, CONCLUSION = "row", "id", "premises", "conclusion"
NONE = "none"
"""What a reader writes where no answer can be derived."""

_ASKABLE = (QuestionKind.TWO_WAY, QuestionKind.THREE_WAY)
_FORMAL = "formal"


@cache
def _wording() -> dict[str, Any]:  # Any: TOML
    return tomllib.loads(data_file("lexicon/validity.toml").read_text(encoding="utf-8"))


def question_id(item: Item) -> str:
    """What names a question on a sheet: it depends on what is shown, and not on the answer.

    It begins with a letter, so that no spreadsheet takes it for a number or a date.
    """
    shown = [item.passage, item.question, [option.key for option in item.options]]
    return f"q{hashlib.sha256(orjson.dumps(shown)).hexdigest()[:12]}"


def shown_texts(item: Item) -> dict[str, str]:
    """Premises and conclusion as they stand on a sheet."""
    between = "; " if item.traits.language == _FORMAL else " "
    return {PREMISES: _cell(between.join(item.passage)), CONCLUSION: _cell(item.question)}


def _cell(text: str) -> str:
    """A text in one line that no spreadsheet takes for a formula."""
    return inert(" ".join(text.split()))


def _asked(items: Sequence[Item]) -> dict[str, str]:
    """What is asked of premises and conclusion, and what the answers mean.

    Raises:
        InputError: they do not all ask, in one way, whether a conclusion follows.
    """
    kind = common_kind(items)
    if kind not in _ASKABLE:
        raise InputError(
            "a validity sample is drawn from questions whether a conclusion follows, such as those"
            " of logicasker"
        )
    asked: dict[str, str] = _wording()[kind]
    return asked


def answers(items: Sequence[Item]) -> tuple[str, ...]:
    """The answers that may be given to the items."""
    return tuple(option.key for option in items[0].options)


def columns(items: Sequence[Item]) -> dict[str, str]:
    """The headings of what the reader fills in, by name."""
    told = {**_asked(items), "answers": "/".join(answers(items))}
    return {name: heading.format(**told) for name, heading in _wording()["columns"].items()}


def sheet_text(items: Sequence[Item]) -> str:
    """The sheet of a sample as CSV, in the order given.

    A last column, read by nobody, holds the canary.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    asked = columns(items)
    writer.writerow([ROW, ID, PREMISES, CONCLUSION, *asked.values(), "canary"])
    for number, item in enumerate(items, 1):
        texts = shown_texts(item)
        place = f"{number} of {len(items)}"
        empty = [""] * len(asked)
        writer.writerow([place, question_id(item), *texts.values(), *empty, canary()])
    return out.getvalue()


def instructions(items: Sequence[Item], dataset: str, sheet: str) -> str:
    """What a reader has to know, to go with the sheet; it ends in the canary."""
    text: str = _wording()["instructions"]["text"]
    told = text.format(sheet=sheet, dataset=dataset, n=len(items), **_asked(items))
    return f"{told}\n{canary()}\n"

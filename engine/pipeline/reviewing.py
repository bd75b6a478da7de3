"""People fill in sheets: writing one, and storing what comes back."""

from __future__ import annotations

from pathlib import Path

from engine.ask.endpoints.address import address
from engine.ask.extraction import Extractor
from engine.core.errors import InputError
from engine.io.review import PURPOSES, Found, Wish, Written
from engine.io.review import as_csv as _as_csv
from engine.io.review import as_html as _as_html
from engine.pipeline.beside import run_beside_imported
from engine.pipeline.publishing import publish
from engine.show.output import write_new

__all__ = ["Wish", "judging_model", "read_review", "write_review"]

_OPTIONS = {
    "n": "-n",
    "seed": "--seed",
    "split": "--split",
    "extractor_model": "--extractor-model",
    "judge": "--judge-model",
    "reader_kind": "--reader-kind",
    "replace": "--replace",
}


def judging_model(model: str, base_url: str | None, key_env: str) -> Extractor:
    """A model that judges a sample before a person does."""
    return Extractor(model, address(base_url, key_env))


def write_review(purpose: str, wish: Wish, out: Path) -> Written:
    """Write a sheet as CSV, and beside it one for print (.html).

    Raises:
        InputError: a file is there already, or the purpose does not take something that is wished.
    """
    chosen = PURPOSES[purpose]
    printed = out.with_suffix(".html")
    if printed == out:
        raise InputError(f"{out} is the name of the sheet for print; name a .csv file with --out")
    _require_taken(purpose, wish, chosen.write_takes)
    written = chosen.write(wish)
    write_new(out, f"\ufeff{_as_csv(written.sheet)}")  # the mark by which spreadsheets know UTF-8
    write_new(printed, _as_html(written.sheet))
    return written


def read_review(purpose: str, wish: Wish, file: Path) -> tuple[Found, list[str]]:
    """Read a filled sheet, store what it says, and publish; gives sentences on what else was done.

    Raises:
        InputError: the sheet cannot be read, or the purpose does not take something that is wished.
    """
    chosen = PURPOSES[purpose]
    if not (wish.reader or "").strip():
        raise InputError("a reader needs a name; give it with --reader")
    _require_taken(purpose, wish, chosen.read_takes | {"reader"})
    found = chosen.read(file, wish)
    beside = (
        run_beside_imported(wish.db, found.document["dataset"], found.answered)
        if found.answered
        else []
    )
    if found.is_stored:
        publish(wish.db)
    return found, beside


def _require_taken(purpose: str, wish: Wish, taken: frozenset[str]) -> None:
    for field, option in _OPTIONS.items():
        if getattr(wish, field) is not None and field not in taken:
            raise InputError(f"{option} does not go with --for {purpose}; leave it out")

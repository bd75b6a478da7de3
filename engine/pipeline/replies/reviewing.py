"""Write sheets for people to fill in, and store what they return."""

from __future__ import annotations

from pathlib import Path

from engine.ask.endpoints.address import address
from engine.ask.extraction import Extractor
from engine.core.errors import InputError
from engine.core.pasted_keys import check_name
from engine.io.review import PURPOSES, Found, Wish, Written
from engine.io.review import as_csv as _as_csv
from engine.io.review import as_html as _as_html
from engine.pipeline.evaluate.baselines import run_baselines_on_imported
from engine.pipeline.publish.publishing import publish
from engine.show.terminal.output import write_new

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
    """A model that judges a sample before people do."""
    return Extractor(model, address(base_url, key_env))


def write_review(purpose: str, wish: Wish, out: Path) -> Written:
    """Write a sheet as CSV, and a printable copy (.html) next to it.

    Raises:
        InputError: a file exists already, or an option does not apply to the purpose.
    """
    chosen = PURPOSES[purpose]
    printed = out.with_suffix(".html")
    if printed == out:
        raise InputError(f"{out} is the name of the printable copy; name a .csv file with --out")
    _require_taken(purpose, wish, chosen.write_takes)
    written = chosen.write(wish)
    write_new(
        out, f"\ufeff{_as_csv(written.sheet)}"
    )  # the byte order mark makes spreadsheets read UTF-8
    write_new(printed, _as_html(written.sheet))
    return written


def read_review(purpose: str, wish: Wish, file: Path) -> tuple[Found, list[str]]:
    """Read a filled-in sheet, store it and publish; also gives sentences on side effects.

    Raises:
        InputError: the sheet cannot be read, or an option does not apply to the purpose.
    """
    chosen = PURPOSES[purpose]
    if not (wish.reader or "").strip():
        raise InputError("the reader has no name; give one with --reader")
    check_name(wish.reader or "", "the reader")
    _require_taken(purpose, wish, chosen.read_takes | {"reader"})
    found = chosen.read(file, wish)
    beside = (
        run_baselines_on_imported(wish.db, found.document["dataset"], found.answered)
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

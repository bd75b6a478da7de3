"""A small database of single choices and their twins, asked in all orders of the options."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from duckdb import DuckDBPyConnection

from engine.ask.prompts import messages
from engine.core.items import Item, Response
from engine.core.rotations import rotated
from engine.core.workers import serial
from engine.grade import grade
from engine.io.published import load_figures
from engine.pipeline.generate.datasets import generate_dataset
from engine.pipeline.generate.generation import make_spec
from engine.store import (
    Run,
    connect,
    find_dataset,
    load_items,
    publish,
    register_run,
    store_answers,
)
from engine.store.responses.runs import ModelKind
from tests.samples import shared

CHOICES = "choices"
READER, FIXED = "reader", "always-b"
"""A model that knows the right answer of most symbolic items, and one that goes by position."""

Given = Callable[[Item, Item], str | None]
"""A reply to an item as its rotation shows it (the second), or None for no reply."""


@shared
def make_choices(db: Path) -> None:
    """24 English items and their twins; two models and the solver; a snapshot."""
    spec = make_spec("divlogiceval", {"twins": "true"}, 1, 48)
    generate_dataset(spec, CHOICES, db, serial())
    con = connect(db)
    load_figures(con)
    for language in ("en", "symbolic"):
        ask(con, "solver", "oracle", lambda _, shown: shown.gold, language)
        ask(con, FIXED, "endpoint", lambda *_: "B", language)
        ask(con, READER, "endpoint", _read, language)
    ask(con, READER, "endpoint", lambda item, _: None if item.index % 4 else "A", "en", "no-logic")
    con.close()
    publish(db)


def _read(item: Item, shown: Item) -> str:
    knows = item.traits.language == "symbolic" or item.traits.question_type == "3c1e"
    return shown.gold if knows else "no idea"


def ask(
    con: DuckDBPyConnection,
    model: str,
    kind: ModelKind,
    given: Given,
    language: str,
    probe: str | None = None,
) -> None:
    """Store the answers of one run to all rotations of the items in a language."""
    graded = []
    for item in load_items(con, CHOICES):
        if item.traits.language != language:
            continue
        for rotation in range(len(item.options)):
            shown = rotated(item, rotation)
            answer = given(item, shown)
            raw = "I cannot say." if answer is None else f"Answer: {answer}"
            sent = messages(shown, "zero-shot", probe or "none") if kind == "endpoint" else ()
            response = Response(item.hash, rotation=rotation, messages=sent, raw=raw)
            graded.append((response, grade(item, raw, rotation)))
    run = Run(
        run_hash=f"{random.Random(f'{model} {language} {probe}').getrandbits(256):064x}",
        dataset=CHOICES,
        dataset_hash=find_dataset(con, CHOICES).content_hash,
        model=model,
        kind=kind,
        prompt="zero-shot" if kind == "endpoint" else "none",
        probe=probe,
        language=language,
        rotated=True,
        n_planned=len(graded),
    )
    store_answers(con, register_run(con, run), graded)

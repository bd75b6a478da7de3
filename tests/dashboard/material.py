"""A small database for the pages: a generated set, built-in respondents, a hostile model."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from duckdb import DuckDBPyConnection
from streamlit.testing.v1 import AppTest

from engine.ask.prompts import messages
from engine.ask.respondents import respondent
from engine.core.items import Grade, Outcome, Response
from engine.core.workers import serial
from engine.grade import grade
from engine.io.published import load_figures
from engine.pipeline.generate.datasets import generate_dataset
from engine.pipeline.generate.generation import make_spec
from engine.store import (
    Answer,
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

DATASET = "small"
HOSTILE_MODEL = "<b>evil</b> $x$ [m](javascript:alert(1))"
HOSTILE_REPLY = """<script>document.title = "owned"</script>
<img src="x" onerror="document.title = 'owned'">
# Heading **bold** $x^2$ :red[red] [a](javascript:alert(1))
\x1b[31mred\x1b[0m, \u202egnorw si siht\u202c, in\u200bvisible

Answer: true"""
LONG_REPLY = 5_500 * HOSTILE_REPLY.replace("Answer: true", "") + "Answer: true"


@shared
def make_database(db: Path) -> None:
    """A set of 126 items, answered by four respondents; the figures of papers; a snapshot."""
    spec = make_spec("justlogic", {"recipe": "sound"}, 1, 126)
    generate_dataset(spec, DATASET, db, serial())
    con = connect(db)
    load_figures(con)
    for name in ("random", "prover-3", "solver"):
        answer_built_in(con, name)
    answer_hostile(con)
    con.close()
    publish(db)


def answer_built_in(con: DuckDBPyConnection, name: str) -> None:
    """Have a built-in respondent answer the whole set."""
    answering = respondent(name)
    graded = []
    for item in load_items(con, DATASET):
        raw = answering.answer(item)
        graded.append((Response(item.hash, raw=raw), grade(item, raw)))
    store(con, name, answering.kind, "none", graded)


def answer_hostile(con: DuckDBPyConnection) -> None:
    """Store replies of a model that tries to be read as code, and one that is very long."""
    chance = random.Random(0)
    graded = []
    for item in load_items(con, DATASET):
        raw = LONG_REPLY if item.index == 1 else HOSTILE_REPLY
        sent = messages(item, "zero-shot", "none")
        if chance.random() < 0.1 and item.index > 1:
            failed = Grade(None, None, Outcome.ERROR, Outcome.ERROR, "error")
            late = Response(item.hash, messages=sent, error_kind="timeout", error="no reply")
            graded.append((late, failed))
        else:
            graded.append((Response(item.hash, messages=sent, raw=raw), grade(item, raw)))
    store(con, HOSTILE_MODEL, "endpoint", "zero-shot", graded)


def store(
    con: DuckDBPyConnection,
    model: str,
    kind: ModelKind,
    prompt: str,
    graded: list[Answer],
    dataset: str = DATASET,
) -> None:
    """Store the answers of one run over the whole set."""
    content = find_dataset(con, dataset).content_hash
    run = Run(
        run_hash=f"{random.Random(model).getrandbits(256):064x}",
        dataset=dataset,
        dataset_hash=content,
        model=model,
        kind=kind,
        prompt=prompt,
        n_planned=len(graded),
    )
    store_answers(con, register_run(con, run), graded)


def links(app: AppTest) -> list[Any]:
    """The links of a page, without that of the audit's badge."""
    return [link for link in app.get("page_link") if "badge[" not in link.proto.label]

"""A small database of formulas, countermodels and validity, with a model and replies of others."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

from duckdb import DuckDBPyConnection

from engine.ask.prompts import messages
from engine.core.items import Grade, Item, Origin, Outcome, Response
from engine.core.workers import serial
from engine.grade import grade
from engine.pipeline.generate.datasets import generate_dataset
from engine.pipeline.generate.generation import make_spec
from engine.store import (
    Extraction,
    Run,
    connect,
    find_dataset,
    load_items,
    publish,
    register_run,
    store_answers,
    unread_replies,
    write_extractions,
)
from tests.samples import shared

SYMBOLIZATION, COUNTERMODEL, VALIDITY = "formulas", "structures", "sets"
SETS = {
    SYMBOLIZATION: ({"task": "symbolization", "types": "quantified_all_some,negation"}, 48),
    COUNTERMODEL: ({"task": "countermodel", "max_depth": "1"}, 3),
    VALIDITY: ({"task": "validity", "min_premises": "1", "max_depth": "1"}, 4),
}
SCHOLAR = "scholar"
"""Knows English formulas and every second Carrollian one; all is false to it; takes option 1."""

HOSTILE_REPLY = "<script>document.title = 'owned'</script> **bold** $x$\n\nAnswer: <b>"
EXTRACTOR = "extractor <i>x</i>"
PUBLISHER = "other-lab"
"""A model whose replies others graded: they take every formula for right."""


@shared
def make_formal(db: Path) -> None:
    """A data set for each task, answered; a snapshot."""
    for name, (settings, n) in SETS.items():
        spec = make_spec("logicskills", settings, 1, n)
        generate_dataset(spec, name, db, serial())
    with closing(connect(db)) as con:
        for name in SETS:
            _ask(con, name, SCHOLAR, _says, lambda item, raw: grade(item, raw))
            _ask(con, name, "solver", lambda item: f"Answer: {item.gold}", grade, kind="oracle")
        _publish_replies(con)
        _extract(con)
    publish(db)


def _extract(con: DuckDBPyConnection) -> None:
    """What a model took for the answer in the hostile reply."""
    waiting = unread_replies(con, SYMBOLIZATION, SCHOLAR, EXTRACTOR, "extract@0", None)
    found = [
        Extraction(one.key, "Answer: F(a)", None, None, "F(a)", Outcome.WRONG, None, None)
        for one in waiting
    ]
    write_extractions(con, EXTRACTOR, "extract@0", found)


def _says(item: Item) -> str:
    if item.traits.question_type == "countermodel":
        return 'Answer: {"domain": [0, 1, 2], "constants": {"a": 0, "b": 0, "c": 0},' + (
            ' "predicates": {' + ", ".join(f'"{p}": []' for p in _predicates(item)) + "}}"
        )
    if item.traits.question_type == "validity":
        return "Answer: 1"
    if item.index == 0:
        return HOSTILE_REPLY
    knows = item.traits.language == "en" or item.group % 2
    return f"Answer: {item.gold if knows else negated(item)}"


def _predicates(item: Item) -> list[str]:
    return [symbol.atom[0] for symbol in item.symbols if "(" in symbol.atom]


def negated(item: Item) -> str:
    """A formula in the item's key that does not say what its sentence says."""
    return f"¬({item.gold})"


def _publish_replies(con: DuckDBPyConnection) -> None:
    def says(item: Item) -> str:
        return f"Answer: {item.gold if item.group % 3 else negated(item)}"

    def theirs(item: Item, raw: str) -> Grade:
        answer = raw.removeprefix("Answer: ")
        return Grade(answer, answer, Outcome.RIGHT, Outcome.RIGHT, "published-extraction")

    for origin, judge in ((Origin.REPRODUCED, theirs), (Origin.REGRADED, grade)):
        _ask(con, SYMBOLIZATION, PUBLISHER, says, judge, kind="published", origin=origin)


def _ask(
    con: DuckDBPyConnection,
    dataset: str,
    model: str,
    says: Callable[[Item], str],
    judge: Callable[[Item, str], Grade],
    kind: str = "endpoint",
    origin: Origin = Origin.MEASURED,
) -> None:
    """Store one run over all items of a data set."""
    graded = [
        (
            Response(item.hash, messages=messages(item, "zero-shot", "none"), raw=raw),
            judge(item, raw),
        )
        for item in load_items(con, dataset)
        for raw in [says(item)]
    ]
    prompts = {"endpoint": "zero-shot", "published": "published"}
    run = Run(
        run_hash=f"{Random(f'{dataset} {model} {origin}').getrandbits(256):064x}",
        dataset=dataset,
        dataset_hash=find_dataset(con, dataset).content_hash,
        model=model,
        kind=kind,
        prompt=prompts.get(kind, "none"),
        origin=origin,
        source="replies.json" if kind == "published" else None,
        n_planned=len(graded),
    )
    store_answers(con, register_run(con, run), graded)

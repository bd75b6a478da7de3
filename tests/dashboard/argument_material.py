"""A small database of questions on arguments, answered by a model that goes by relatedness."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from engine.ask.prompts import messages
from engine.core.items import Item, Response
from engine.core.workers import serial
from engine.grade import grade
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
from tests.samples import shared

ARGUMENTS = "arguments"
RELATER = "relater"
"""Takes the wrong option that is tied to both sentences, or else the first wrong one."""

N_ARGUMENTS = 20
_TIED = {"1.1", "1.3", "2.3", "3.1"}
"""The types with options that are tied to both sentences, ii."""


@shared
def make_arguments(db: Path) -> None:
    """A data set, answered by two; a snapshot."""
    spec = make_spec("argqa", {}, 1, 9 * N_ARGUMENTS)
    generate_dataset(spec, ARGUMENTS, db, serial())
    _answer(db, RELATER, "endpoint", related)
    _answer(db, "solver", "oracle", lambda item: item.gold)
    publish(db)


def related(item: Item) -> str:
    """The first wrong option that is tied to both sentences, or else the first wrong one."""
    wrong = [option for option in item.options if option.role != "gold"]
    tied = [option for option in wrong if item.role in _TIED and option.role == "ii"]
    return (tied or wrong)[0].key


def _answer(db: Path, model: str, kind: str, says: Callable[[Item], str]) -> None:
    with closing(connect(db)) as con:
        dataset = find_dataset(con, ARGUMENTS)
        items = list(load_items(con, ARGUMENTS))
        run = Run(
            run_hash=f"{model:0<64}",
            dataset=ARGUMENTS,
            dataset_hash=dataset.content_hash,
            model=model,
            kind=kind,
            prompt="zero-shot",
            n_planned=len(items),
        )
        replies = [(item, f"The answer is ({says(item)})") for item in items]
        store_answers(
            con,
            register_run(con, run),
            [
                (
                    Response(item.hash, messages=messages(item, "zero-shot", "none"), raw=raw),
                    grade(item, raw),
                )
                for item, raw in replies
            ],
        )

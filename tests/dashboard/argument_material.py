"""A small database of questions on arguments, answered by a model that goes by relatedness."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from engine.ask.prompts import messages
from engine.core.items import Item, Response, SupportCertificate
from engine.core.workers import serial
from engine.families.argqa.arguments import Tie
from engine.grade import grade
from engine.pipeline.datasets import generate_dataset
from engine.pipeline.generation import make_spec
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
"""Takes the option that is tied to both sentences directly, or else the first one."""

N_ARGUMENTS = 20
_DIRECT = {Tie.SUPPORTS.value, Tie.SUPPORTED.value}


@shared
def make_arguments(db: Path) -> None:
    """A data set, answered by two; a snapshot."""
    spec = make_spec("argqa", {}, 1, 9 * N_ARGUMENTS)
    generate_dataset(spec, ARGUMENTS, db, serial())
    _answer(db, RELATER, "endpoint", related)
    _answer(db, "solver", "ceiling", lambda item: item.gold)
    publish(db)


def related(item: Item) -> str:
    """The wrong option tied to both sentences, or else A."""
    assert isinstance(item.certificate, SupportCertificate)
    ties = zip(item.options, item.certificate.ties, strict=True)
    found = [o.key for o, tied in ties if o.key != item.gold and set(tied) <= _DIRECT]
    return found[0] if found else "A"


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

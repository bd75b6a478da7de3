"""A snapshot with questions on skills: a model that answers half, constants, two readers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from duckdb import DuckDBPyConnection

from engine.core.items import Item, Response
from engine.grade import grade
from engine.pipeline.generate.generation import make_spec
from engine.pipeline.publish.publishing import publish
from engine.store import (
    Dataset,
    DatasetMeta,
    Run,
    ValidityReading,
    connect,
    items_table,
    register_run,
    store_answers,
    write_items,
    write_validity,
)
from engine.store.responses.runs import ModelKind
from tests.samples import Sample, shared
from tests.site.material import HOSTILE

SKILLS = "skills"
LEAVES = "propositional.fallacy,propositional.inference,predicate.inference.universal_"
SPEC = make_spec("logicasker", {"skills": LEAVES, "max_length": "2"}, 3, 200)
FAITHFUL = make_spec("logicasker", {"recipe": "faithful", "skills": "propositional"}, 3, 62)
Given = Callable[[Item], str]


@shared
def publish_skills(db: Path, *, read: bool = True) -> Path:
    con = connect(db)
    made = Sample(SPEC).all
    meta = DatasetMeta(SKILLS, "logicasker", SPEC.version, SPEC.params, SPEC.seed, recipe="sound")
    dataset = write_items(con, meta, items_table(made))
    faithful = Sample(FAITHFUL).all
    other = DatasetMeta("published", "logicasker", SPEC.version, FAITHFUL.params, 3, "faithful")
    write_items(con, other, items_table(faithful))
    _answer(con, dataset, made, "half", "endpoint", lambda i: i.gold if i.group % 2 else "Hm.")
    _answer(con, dataset, made, "constant-yes", "baseline", lambda _: "yes")
    _answer(con, dataset, made, "constant-no", "baseline", lambda _: "no")
    if read:
        _read(con, made, "person", "A. Reader", wrong=2)
        _read(con, made, "model", f"model {HOSTILE}", wrong=1)
    con.close()
    return publish(db)


def _answer(
    con: DuckDBPyConnection,
    dataset: Dataset,
    made: tuple[Item, ...],
    model: str,
    kind: ModelKind,
    given: Given,
) -> None:
    run = Run(
        run_hash=f"{sum(model.encode()):064x}",
        dataset=dataset.name,
        dataset_hash=dataset.content_hash,
        model=model,
        kind=kind,
        prompt="zero-shot@00000000" if kind == "endpoint" else "none",
        n_planned=len(made),
    )
    asked = {item.hash: item for item in made}.values()
    replies = [(item, f"Answer: {given(item)}") for item in asked]
    answers = [(Response(item.hash, raw=raw), grade(item, raw)) for item, raw in replies]
    store_answers(con, register_run(con, run), answers)


def _read(
    con: DuckDBPyConnection, made: tuple[Item, ...], kind: str, reader: str, *, wrong: int
) -> None:
    readings = [
        ValidityReading(item.index, True, True, None if at < wrong else item.gold, HOSTILE)
        for at, item in enumerate(made[:40])
    ]
    write_validity(
        con,
        SKILLS,
        readings,
        reader=reader,
        reader_kind="person" if kind == "person" else "model",
        source="s.csv",
    )

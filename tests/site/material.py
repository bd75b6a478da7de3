"""A small snapshot with items, verifications, runs of every kind and an audit."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from duckdb import DuckDBPyConnection

from engine.core.items import Item, Origin, Verification
from engine.pipeline.generate.generation import make_spec
from engine.pipeline.publish.publishing import publish
from engine.store import (
    AuditRow,
    Dataset,
    DatasetMeta,
    Run,
    connect,
    items_table,
    register_run,
    store_answers,
    verifications_table,
    write_audit,
    write_items,
    write_verifications,
)
from engine.store.responses.runs import ModelKind
from tests.samples import Sample, shared
from tests.store.material import answers

HOSTILE = (
    '</title><script>document.title="owned"</script><img src=x onerror=\'document.title="owned"\'>'
    " | `code` [x](javascript:alert(1)) {{ 1+1 }} {: #id } *b* <!-- &amp; \x02wzxhzdk:0\x03"
    '\n\n--8<-- "index.md"\n\n# head \u202e'
)
"""Whatever HTML, Markdown, attribute lists, snippets and Markdown's own place holders react to."""
HOSTILE_NAME = " ".join(re.sub(r"[\x00-\x1f\u202e]", " ", HOSTILE).split())
"""As much of it as a stored name may hold."""

Given = Callable[[Item], str | None]


def made_items() -> tuple[Item, ...]:
    spec = make_spec("justlogic", {"recipe": "sound", "max_depth": "3"}, seed=1, n=54)
    return Sample(spec).all


def _two_steps(item: Item) -> str:
    return "uncertain" if item.traits.depth == 3 else item.gold


@shared
def publish_sample(
    db: Path, *, name: str = "sample", model: str = "model-x", verified: bool = True
) -> Path:
    con = connect(db)
    made = made_items()
    meta = DatasetMeta(name, "justlogic", made[0].version, made[0].params, 1, recipe="sound")
    dataset = write_items(con, meta, items_table(made))
    respondents: tuple[tuple[str, ModelKind, Given], ...] = (
        (model, "endpoint", lambda item: "true"),
        ("bag-of-words", "baseline", lambda item: None if item.index == 1 else "false"),
        ("prover-3", "baseline", _two_steps),
        ("solver", "oracle", lambda item: item.gold),
    )
    for number, (respondent, kind, given) in enumerate(respondents):
        _answer(con, dataset, made, f"{number:064x}", respondent, kind, given)
    if verified:
        found = [
            Verification(item.index, item.gold, True, "truth table, Z3", "z3 5") for item in made
        ]
        write_verifications(con, name, verifications_table(found))
        checks = [("all", 0.33, True), ("depth=2", 0.41, False)]
        rows = [
            AuditRow("bag of words", scope, share, 5000, share - 0.01, share + 0.01, 0.36, passed)
            for scope, share, passed in checks
        ]
        write_audit(con, name, rows)
    con.close()
    return publish(db)


@shared
def publish_others(db: Path) -> Path:
    """A snapshot that holds the very answers of which one of the kept figures is made."""
    con = connect(db)
    made = made_items()
    name, first = "justlogic-published-test", made[0]
    meta = DatasetMeta(
        name, first.family, first.version, first.params, 1, recipe="sound", source="imported"
    )
    dataset = write_items(con, meta, items_table(made))
    run = Run(
        run_hash="f" * 64,
        dataset=dataset.name,
        dataset_hash=dataset.content_hash,
        model="Llama3-8B",
        kind="published",
        prompt="0-shot",
        split="test",
        origin=Origin.REPRODUCED,
        n_planned=len(made),
        source="answers.csv",
    )
    store_answers(con, register_run(con, run), answers(made, lambda item: item.gold))
    con.close()
    return publish(db)


def _answer(
    con: DuckDBPyConnection,
    dataset: Dataset,
    made: tuple[Item, ...],
    run_hash: str,
    model: str,
    kind: ModelKind,
    given: Given,
) -> None:
    run = Run(
        run_hash=run_hash,
        dataset=dataset.name,
        dataset_hash=dataset.content_hash,
        model=model,
        kind=kind,
        prompt="zero-shot@00000000" if kind == "endpoint" else "none",
        n_planned=len(made),
        command=f"sorites evaluate {dataset.name} --model {model}",
    )
    store_answers(con, register_run(con, run), answers(made, given))

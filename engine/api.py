"""The Python API: what the commands do, on items in memory.

>>> from sorites import generate, grade, verify
>>> items = generate("justlogic", 30, seed=7, min_depth="1", max_depth="3")
>>> all(found.agreed for found in verify(items))
True
>>> grade(items[0], f"Answer: {items[0].gold}").outcome.value
'right'
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from engine.core.errors import InputError
from engine.core.items import Grade, Item, Response

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped]

    from engine.audit import Audit
    from engine.core.items import Verification


class Answer(NamedTuple):
    """What a model answered to an item, and the verdict on it."""

    item: Item
    response: Response
    grade: Grade


def generate(family: str, n: int | None = None, *, seed: int = 1, **settings: str) -> list[Item]:
    """Verified items of a family, as `sorites generate` makes them: equal arguments, equal items.

    `n` is rounded up to whole groups; None is the family's default. Settings are those of the
    command (`sorites generate FAMILY --help`), as text.

    Raises:
        InputError: an unknown family or setting, or a value out of bounds.
        VerificationError: solvers disagree with each other or with the construction.
    """
    from engine.pipeline.generation import make_items, make_spec

    return list(make_items(make_spec(family, settings, seed, n)))


def verify(items: Iterable[Item]) -> list[Verification]:
    """For each item, what deriving label, proof, text and counts again finds; see `agreed`."""
    from engine.decide import verify_item

    return [verify_item(item) for item in items]


def grade(item: Item, text: str, rotation: int = 0) -> Grade:
    """The verdict on a reply, strictly and leniently read.

    Pure: it needs no database and no network, and may be called from any thread or process.
    `rotation` says in which circular order the options were shown. What cannot be read is
    `no_answer`, never a guess.
    """
    from engine.grade import grade as judged

    return judged(item, text, rotation)


def ask(
    items: Sequence[Item],
    model: str,
    *,
    base_url: str | None = None,
    key_env: str = "OPENAI_API_KEY",
    prompt: str | None = None,
    probe: str = "none",
    samples: int = 1,
) -> list[Answer]:
    """Put items to a model at an OpenAI-compatible endpoint, or to a built-in respondent.

    Answers come in the order of the items, those that failed with their error and its grade. The
    key is read from the environment variable named. Nothing is kept; to keep answers, continue a
    run or ask many, use `sorites evaluate`.

    Raises:
        InputError: no items, or prompt, probe and model do not go with them.
    """
    from engine.ask.endpoints.address import address
    from engine.ask.respondents import is_baseline
    from engine.ask.runs import Request, load_material, make_plan, run_plan
    from engine.store import DatasetMeta, connect, items_table, read_journal, write_items
    from engine.store.responses.journal import journal_root

    if not items:
        raise InputError("there are no items to ask")
    first = items[0]
    where = None if is_baseline(model) else address(base_url, key_env)
    with tempfile.TemporaryDirectory(prefix="sorites-") as folder:
        db = Path(folder) / "asked.duckdb"
        meta = DatasetMeta("asked", first.family, first.version, first.params, first.seed)
        with closing(connect(db)) as con:
            write_items(con, meta, items_table(items))
        request = Request(
            "asked", model, split="all", language="all", prompt=prompt, probe=probe, samples=samples
        )
        plan = make_plan(request, load_material(db, request), where)
        summary = run_plan(db, plan)
        answered = {
            (response.item, response.sample): (response, verdict)
            for response, verdict in read_journal(journal_root(db) / summary.run_hash)
        }
    return [
        Answer(item, *answered[item.hash, sample])
        for item in items
        for sample in range(samples)
        if (item.hash, sample) in answered
    ]


def load(dataset: str, db: str | Path | None = None) -> list[Item]:
    """The items of a stored data set; without a path, those of the database of the commands.

    Raises:
        InputError: there is no such data set.
        StoreError: there is no such database.
    """
    from engine.core.paths import db_path
    from engine.store import connect_read_only, find_dataset, load_items

    with closing(connect_read_only(db_path(Path(db) if db else None))) as con:
        return list(load_items(con, find_dataset(con, dataset).name))


def audit(dataset: str, db: str | Path | None = None) -> Audit:
    """Balance, repetitions, wrong labels and the shortcut suite of a stored data set.

    A generated set that is small is judged by a fresh sample of its recipe, unless it was chosen of
    that, as a second round is. As many processes make it as there are cores; a script calls this
    under `if __name__ == "__main__":`.

    Raises:
        InputError: there is no such data set.
    """
    from engine.core.paths import db_path
    from engine.pipeline.auditing import audit_dataset

    return audit_dataset(dataset, db_path(Path(db) if db else None))


def frame(view: str, db: str | Path | None = None, **equal: object) -> pd.DataFrame:
    """A documented view or table as a pandas DataFrame, its rows narrowed down by column values.

    Raises:
        InputError: there is no such view or column; `sorites schema` lists them.
        StoreError: there is no such database.
    """
    from engine.core.paths import db_path
    from engine.store import connect_read_only, documentation

    known = {relation.name: relation for relation in documentation() if relation.kind != "macro"}
    if view not in known:
        raise InputError(f"there is no view {view!r}; `sorites schema` lists all")
    columns = {column.name for column in known[view].columns}
    for name in equal:
        if name not in columns:
            raise InputError(f"the view {view} has no column {name!r}; see `sorites schema {view}`")
    where = " AND ".join(f'"{name}" IS NOT DISTINCT FROM ${name}' for name in equal) or "true"
    with closing(connect_read_only(db_path(Path(db) if db else None))) as con:
        return con.execute(f'SELECT * FROM "{view}" WHERE {where}', equal).df()

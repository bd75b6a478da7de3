"""The Python API: what the commands do, on items in memory and on stored data sets.

Functions that read or write a database use that of the commands, or the one whose path is given.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.core.errors import InputError
from engine.core.items import Grade, Item, Response
from engine.core.paths import db_path
from engine.core.progress import Progress, silent

if TYPE_CHECKING:
    from concurrent.futures import Executor

    import pandas as pd  # type: ignore[import-untyped]

    from engine.analysis.boards import Board
    from engine.analysis.comparison import Comparison
    from engine.audit import Audit
    from engine.core.items import Verification
    from engine.pipeline.evaluation import Evaluated
    from engine.pipeline.run_configuration import RunConfiguration

Database = str | Path | None


class Answer(NamedTuple):
    """What a model answered to an item, and the verdict on it."""

    item: Item
    response: Response
    grade: Grade


def families() -> tuple[str, ...]:
    """The names of the families of items, those of installed packages included."""
    from engine.families import FAMILIES

    return tuple(FAMILIES)


def generate(family: str, n: int | None = None, *, seed: int = 1, **settings: str) -> list[Item]:
    """Verified items of a family, as `sorites generate` makes them: equal arguments, equal items.

    `n` is rounded up to whole groups; None is the family's default. Settings are the parameters of
    the family, as text; `sorites generate FAMILY --help` lists them.

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
    `rotation` is the circular order in which the options were shown. What cannot be read is
    `no_answer`, never a guess.
    """
    from engine.grade import grade as judged

    return judged(item, text, rotation)


def save(items: Sequence[Item], name: str, db: Database = None, *, replace: bool = False) -> None:
    """Store items of one recipe as a data set; `replace` allows another of that name to go.

    Raises:
        InputError: there are no items, or the name is taken by other content.
    """
    from engine.pipeline.datasets import store_items

    store_items(items, name, db_path(db), replace=replace)


def load(dataset: str, db: Database = None) -> list[Item]:
    """The items of a stored data set.

    Raises:
        InputError: there is no such data set.
        StoreError: there is no such database.
    """
    from engine.store import connect_read_only, find_dataset, load_items

    with closing(connect_read_only(db_path(db))) as con:
        return list(load_items(con, find_dataset(con, dataset).name))


def ask(
    items: Sequence[Item],
    model: str,
    **settings: Any,  # Any: values of several types
) -> list[Answer]:
    """Put items to a model at an OpenAI-compatible endpoint, or to a built-in respondent.

    Settings are the fields of `RunConfiguration`, such as `base_url`, `prompt` or `samples`.
    Answers come in the order of the items, those that failed with their error and its grade. The
    key is read from the environment variable `key_env`. Nothing is kept; see `evaluate`.

    Raises:
        InputError: no items, or model and settings do not go with them.
    """
    from engine.ask.runs import run_plan
    from engine.pipeline.datasets import store_items
    from engine.pipeline.evaluation_plan import plans_of
    from engine.pipeline.run_configuration import configure
    from engine.store import read_journal
    from engine.store.responses.journal import journal_root

    whole = {"dataset": "asked", "split": "all", "language": "all"}
    configuration = configure({**whole, **settings, "model": model})
    with tempfile.TemporaryDirectory(prefix="sorites-") as folder:
        db = Path(folder) / "asked.duckdb"
        store_items(items, "asked", db)
        [plan] = plans_of(configuration, db, lambda _: None)
        summary = run_plan(db, plan, configuration.delivery())
        answered = {
            (response.item, response.sample): (response, verdict)
            for response, verdict in read_journal(journal_root(db) / summary.run_hash)
        }
    return [
        Answer(item, *answered[item.hash, sample])
        for item in items
        for sample in range(configuration.samples)
        if (item.hash, sample) in answered
    ]


def evaluate(
    dataset: str | RunConfiguration,
    model: str | None = None,
    *,
    db: Database = None,
    executor: Executor | None = None,
    progress: Progress = silent,
    **settings: Any,  # Any: values of several types
) -> Evaluated:
    """Ask a model all questions of a stored data set, grade and store its answers, and publish.

    Settings are the fields of `RunConfiguration`, such as `temperature` or `baselines`; a whole
    configuration may be given instead. Answers are kept as they come: the same call continues a
    run that was stopped, and answered questions are never re-sent, even across runs.

    Raises:
        InputError: data set, model and settings do not go together.
    """
    from engine.pipeline.evaluation import evaluate as evaluated
    from engine.pipeline.run_configuration import configure

    if isinstance(dataset, str):
        dataset = configure({**settings, "dataset": dataset, "model": model})
    elif model is not None or settings:
        raise InputError("a whole configuration takes no further settings; put them into it")
    return evaluated(dataset, db_path(db), executor, progress)


def audit(
    dataset: str,
    db: Database = None,
    *,
    executor: Executor | None = None,
    progress: Progress = silent,
) -> Audit:
    """Balance, repetitions, wrong labels and the shortcut suite of a stored data set.

    A generated set that is small is judged by a fresh sample of its recipe, unless it was chosen of
    that, as a second round is. Without an executor as many processes work as there are cores; a
    script calls this under `if __name__ == "__main__":`.

    Raises:
        InputError: there is no such data set.
    """
    from engine.pipeline.auditing import audit_dataset

    return audit_dataset(dataset, db_path(db), executor, progress)


def compare(dataset: str, *runs: str, prompt: str | None = None, db: Database = None) -> Comparison:
    """Runs over the same items, pair by pair: differences with intervals and adjusted p.

    A run is named by its model or the beginning of its hash.

    Raises:
        InputError: fewer than two runs, or a name that means none or several.
    """
    from engine.analysis.comparison import compare_runs

    return compare_runs(db_path(db), dataset, runs, prompt)


def board(dataset: str | None = None, db: Database = None) -> tuple[Board, ...]:
    """The boards of one data set or of all, each with its scores in the order of all faces.

    Scores of different provenance, setting, split or language stand on boards of their own.

    Raises:
        InputError: there is no such data set.
        StoreError: there is no such database.
    """
    from engine.analysis.boards import boards
    from engine.analysis.query import open_rows

    with open_rows(db_path(db), dataset) as rows:
        return boards(rows, dataset)


def frame(view: str, db: Database = None, **equal: object) -> pd.DataFrame:
    """A documented view or table as a pandas DataFrame, filtered by column values.

    Raises:
        InputError: there is no such view or column; `sorites schema` lists them.
        StoreError: there is no such database.
    """
    from engine.analysis.frames import read_frame

    return read_frame(db_path(db), view, **equal)


def demo(
    db: Database = None, *, executor: Executor | None = None, progress: Progress = silent
) -> Path:
    """Generate, verify, audit and evaluate a small suite; gives the path of the snapshot.

    Built-in respondents answer it, so it needs no key and no network.
    """
    from engine.core.paths import snapshot_path
    from engine.pipeline.demo import demo as made

    path = db_path(db)
    for _ in made(path, executor, progress):
        pass
    return snapshot_path(path)

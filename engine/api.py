"""The Python API, which does what the commands do, on items in memory and on stored data sets.

Functions that use a database take its path; the default is that of the commands.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.core.errors import InputError
from engine.core.items import Grade, Item, Response
from engine.core.paths import db_path, db_to_read
from engine.core.progress import Progress, silent

if TYPE_CHECKING:
    from concurrent.futures import Executor

    import pandas as pd  # type: ignore[import-untyped]

    from engine.analysis.boards import Board
    from engine.analysis.scores.comparison import Comparison
    from engine.audit import Audit
    from engine.core.items import Verification
    from engine.pipeline.evaluate.evaluation import Evaluated
    from engine.pipeline.evaluate.run_configuration import RunConfiguration

Database = str | Path | None

_PER_TASK = 32
"""Items verified per task of an executor."""


class Answer(NamedTuple):
    """A model's response to an item, and its grade."""

    item: Item
    response: Response
    grade: Grade


def families() -> tuple[str, ...]:
    """The names of the families of items, including those of installed packages."""
    from engine.families import FAMILIES

    return tuple(FAMILIES)


def generate(
    family: str,
    n: int | None = None,
    *,
    seed: int = 1,
    executor: Executor | None = None,
    progress: Progress = silent,
    **settings: str,
) -> list[Item]:
    """Verified items of a family, as `sorites generate` makes them; equal arguments, equal items.

    `n` is rounded up to whole groups; None is the family's default. Settings are the family's
    parameters as text; the error about an unknown one lists them. Without an executor, this process
    makes the items.

    Raises:
        InputError: an unknown family or setting, or a value out of bounds.
        VerificationError: solvers disagree with each other or with the construction.
    """
    from engine.pipeline.generate.datasets import generate_items
    from engine.pipeline.generate.generation import make_items, make_spec

    spec = make_spec(family, settings, seed, n)
    return generate_items(spec, executor, progress) if executor else list(make_items(spec))


def verify(items: Iterable[Item], *, executor: Executor | None = None) -> list[Verification]:
    """Derive the label, proof, text and counts of each item again; see `Verification.agreed`.

    Without an executor, this process does.
    """
    from engine.core.workers import results

    if executor is None:
        return _verified(0, list(items))[1]
    every = list(items)
    parts = [(at, every[at : at + _PER_TASK]) for at in range(0, len(every), _PER_TASK)]
    found = dict(results(executor, _verified, parts))
    return [row for at, _ in parts for row in found[at]]


def _verified(at: int, items: Sequence[Item]) -> tuple[int, list[Verification]]:
    """Runs in a worker."""
    from engine.decide import verify_item

    return at, [verify_item(item) for item in items]


def grade(item: Item, text: str, rotation: int = 0, finish_reason: str | None = None) -> Grade:
    """Grade a reply, by strict and lenient reading.

    The function is pure: it needs no database or network, and any thread or process may call it.
    `rotation` is the circular order in which the options were shown. An unreadable reply is
    `no_answer`, `declined` or `contradictory`, never a guess; with the finish reason `length` it is
    `cut_off`.
    """
    from engine.grade import grade as judged

    return judged(item, text, rotation, finish_reason)


def save(items: Sequence[Item], name: str, db: Database = None, *, replace: bool = False) -> None:
    """Store items of one recipe as a data set; `replace` overwrites another one of that name.

    Raises:
        InputError: there are no items, or the name is taken by other content.
    """
    from engine.pipeline.generate.datasets import store_items

    store_items(items, name, db_path(db), replace=replace)


def load(dataset: str, db: Database = None) -> list[Item]:
    """The items of a stored data set.

    Raises:
        InputError: there is no such data set.
        StoreError: there is no such database.
    """
    from engine.store import connect_read_only, find_dataset, load_items

    with closing(connect_read_only(db_to_read(db))) as con:
        return list(load_items(con, find_dataset(con, dataset).name))


def ask(
    items: Sequence[Item],
    model: str,
    **settings: Any,  # Any: values of several types
) -> list[Answer]:
    """Ask a model at an OpenAI-compatible endpoint, or a built-in respondent, all items.

    Settings are the fields of `RunConfiguration`, such as `base_url`, `prompt` or `samples`.
    Answers come in the order of the items; failed requests have an error. The key comes from the
    environment variable `key_env`. Nothing is stored; for that see `evaluate`.

    Raises:
        InputError: there are no items, or they do not fit the model and settings.
    """
    from engine.ask.runs import run_plan
    from engine.pipeline.evaluate.endpoint_check import Profiles
    from engine.pipeline.evaluate.plan import plans_of
    from engine.pipeline.evaluate.run_configuration import configure
    from engine.pipeline.generate.datasets import store_items
    from engine.store import read_journal
    from engine.store.responses.journal import journal_root

    whole = {"dataset": "asked", "split": "all", "language": "all"}
    configuration = configure({**whole, **settings, "model": model})
    with tempfile.TemporaryDirectory(prefix="sorites-") as folder:
        db = Path(folder) / "asked.duckdb"
        store_items(items, "asked", db)
        profiles = Profiles(db, lambda _: None, checks=False)
        [plan] = plans_of(configuration, profiles.tell, profiles)
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

    Settings are the fields of `RunConfiguration`, such as `temperature` or `baselines`; pass a
    whole configuration instead if you like. Answers are stored as they arrive. The same call
    resumes a stopped run. Answered questions are never re-sent, even across runs.

    Raises:
        InputError: data set, model and settings are incompatible.
    """
    from engine.pipeline.evaluate.run_configuration import configure
    from engine.pipeline.evaluate.until import evaluate_as_wanted as evaluated

    if isinstance(dataset, str):
        dataset = configure({**settings, "dataset": dataset, "model": model})
    elif model is not None or settings:
        raise InputError("give either a RunConfiguration or separate settings, not both")
    return evaluated(dataset, db_path(db), executor, progress)


def audit(
    dataset: str,
    db: Database = None,
    *,
    executor: Executor | None = None,
    progress: Progress = silent,
) -> Audit:
    """Check the balance, duplicates, labels and shortcuts of a stored data set.

    A small generated set is judged by a fresh sample of its recipe, unless it is a selection from
    it, such as a second round. Without an executor, one process per core works, so scripts must
    call this under `if __name__ == "__main__":`.

    Raises:
        InputError: there is no such data set.
    """
    from engine.pipeline.check.auditing import audit_dataset

    return audit_dataset(dataset, db_path(db), executor, progress)


def compare(dataset: str, *runs: str, prompt: str | None = None, db: Database = None) -> Comparison:
    """Compare runs on the same items, pair by pair: differences with intervals and adjusted p.

    Name a run by its model or a prefix of its hash.

    Raises:
        InputError: fewer than two runs, or a name that matches none or several.
    """
    from engine.analysis.scores.comparison import compare_runs

    return compare_runs(db_to_read(db), dataset, runs, prompt)


def board(dataset: str | None = None, db: Database = None) -> tuple[Board, ...]:
    """The boards of one data set or of all, with the scores in the same order everywhere.

    Scores of different provenance, setting, split or language are on separate boards.

    Raises:
        InputError: there is no such data set.
        StoreError: there is no such database.
    """
    from engine.analysis.boards import boards
    from engine.analysis.sources.query import open_rows

    with open_rows(db_to_read(db), dataset) as rows:
        return boards(rows, dataset)


def results(
    dataset: str | None = None,
    *,
    by: Sequence[str] = (),
    models: Sequence[str] = (),
    db: Database = None,
) -> list[dict[str, Any]]:
    """The rows of `sorites results`: accuracy of each run on the boards, whole or by traits.

    `by` names traits, such as `depth` and `form`; `models` selects respondents.

    Raises:
        InputError: there is no such data set or trait, or no answer.
        StoreError: there is no such database.
    """
    from engine.analysis.scores.results import result_rows
    from engine.analysis.sources.query import open_rows

    with open_rows(db_to_read(db), dataset) as rows:
        return result_rows(rows, dataset, by, models)


def errors(
    dataset: str | None = None,
    *,
    model: str,
    by: Sequence[str] = (),
    most: int | None = None,
    db: Database = None,
) -> list[dict[str, Any]]:
    """The rows of `sorites errors`: a model's answers that are not right, with item and proof.

    Raises:
        InputError: there is no such data set or trait.
        StoreError: there is no such database.
    """
    from engine.pipeline.replies.reporting import errors as wrong_answers

    return wrong_answers(db_to_read(db), dataset, model=model, by=by, most=most)


def cite(dataset: str | None = None, *, db: Database = None) -> dict[str, Any]:
    """What `sorites cite --json` prints: this version as BibTeX, a data set, and the papers.

    Raises:
        InputError: there is no such data set.
        StoreError: there is no such database.
    """
    from engine.pipeline.replies.reporting import cite as cited

    return cited(db_to_read(db), dataset)


def remove_run(run: str, *, reason: str, db: Database = None) -> dict[str, Any]:
    """Remove a mistaken run, named by the beginning of its hash; its reason is kept.

    Gives its row of the table `removed_runs`.

    Raises:
        InputError: the beginning means no run, or several, or there is no reason.
    """
    from engine.pipeline.replies.removing import remove_run as removed

    return removed(db_path(db), run, reason)


def frame(view: str, db: Database = None, **equal: object) -> pd.DataFrame:
    """Read a documented view or table as a pandas DataFrame, filtered by column values.

    Raises:
        InputError: there is no such view or column; `sorites schema` lists them.
        StoreError: there is no such database.
    """
    from engine.analysis.sources.frames import read_frame

    return read_frame(db_to_read(db), view, **equal)


def demo(
    db: Database = None, *, executor: Executor | None = None, progress: Progress = silent
) -> Path:
    """Generate and verify all families, and judge models' replies; gives the path of the snapshot.

    Built-in respondents answer too. It needs no key or network.
    """
    from engine.core.paths import snapshot_path
    from engine.pipeline.demo import demo as made

    path = db_path(db)
    for _ in made(path, executor, progress):
        pass
    return snapshot_path(path)

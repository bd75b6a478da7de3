"""Import questions of others, and replies that other harnesses collected."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from engine.core.left_out import STRICT, LeftOut
from engine.core.paths import db_path
from engine.io.published import (
    HarnessLog,
    HarnessTally,
    read_inspect_log,
    read_lm_eval_samples,
    read_questions,
    store_harness_log,
    store_questions,
)
from engine.pipeline.evaluate.baselines import run_baselines_on_imported
from engine.store import Dataset, connect

__all__ = [
    "HarnessLog",
    "import_questions",
    "import_replies",
    "read_inspect_log",
    "read_lm_eval_samples",
]


def import_questions(
    file: Path,
    name: str | None = None,
    db: Path | None = None,
    *,
    replace: bool = False,
    left_out: LeftOut = STRICT,
) -> Dataset:
    """Store the multiple-choice questions of a file as a data set, by default named after it.

    Faulty questions are refused, or noted in `left_out`.

    Raises:
        InputError: the file cannot be read, or the name is taken and `replace` is not given.
    """
    items = read_questions(file, left_out)
    with closing(connect(db_path(db))) as con:
        return store_questions(
            con, items, file.stem if name is None else name, file.name, replace=replace
        )


def import_replies(
    log: HarnessLog, dataset: str | None = None, db: Path | None = None
) -> tuple[HarnessTally, list[str]]:
    """Store replies to an exported set, and have baselines answer the same questions.

    Raises:
        InputError: no data set contains the items asked, or several do.
    """
    path = db_path(db)
    with closing(connect(path)) as con:
        found = store_harness_log(con, log, dataset)
    return found, run_baselines_on_imported(path, found.dataset, {one.item for one in log.answers})

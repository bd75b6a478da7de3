"""Write the raw replies of a run to a submission file, and grade such files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from engine.core.items import Origin
from engine.core.progress import Progress, silent
from engine.core.resources import data_file
from engine.core.suite_files import suite_names
from engine.io.submissions import (
    Judged,
    Submission,
    judge,
    read_submission,
    submission_lines,
    submission_of,
)
from engine.pipeline.evaluate.baselines import run_baselines_on_imported
from engine.pipeline.generate.suites import SuiteEntry, find_entry, generate_entry, load_suite
from engine.store import connect, connect_read_only

__all__ = ["Judged", "Written", "judge_submissions", "measured_here", "write_submission"]


class Written(NamedTuple):
    """A submission as the text of a file, with its model and number of replies."""

    text: str
    model: str
    n: int


def write_submission(db: Path, run: str, contact: str) -> Written:
    """The raw replies of a run, found by a prefix of its hash, without verdicts.

    Raises:
        InputError: there is no such run.
    """
    with closing(connect_read_only(db)) as con:
        header, replies = submission_of(con, run, contact)
    return Written(b"".join(submission_lines(header, replies)).decode(), header.model, len(replies))


def measured_here() -> tuple[Path, ...]:
    """The files of raw replies that come with the project: models that we asked ourselves."""
    return tuple(sorted((data_file("submissions") / "measured").glob("*.jsonl")))


def judge_submissions(
    files: Sequence[Path],
    db: Path,
    executor: Executor | None = None,
    progress: Progress = silent,
    origin: Origin = Origin.REGRADED,
) -> Iterator[Judged]:
    """Grade files of raw replies, recording each before the next; all are read beforehand.

    Missing data sets are generated and must match their frozen content. Baselines answer the same
    questions, unless these were rotated.

    Raises:
        InputError: a file is not a submission to a data set of a suite.
        VerificationError: a generated data set differs from its frozen content.
    """
    frozen = {one.content_hash: one for name in suite_names() for one in load_suite(name)}
    names = {content: entry.name for content, entry in frozen.items()}
    read = [read_submission(file, names) for file in files]
    for submission in read:
        yield _judged(
            submission, frozen[submission.header.content_hash], db, executor, progress, origin
        )


def _judged(
    submission: Submission,
    entry: SuiteEntry,
    db: Path,
    executor: Executor | None,
    progress: Progress,
    origin: Origin,
) -> Judged:
    if find_entry(entry, db) is None:
        generate_entry(entry, db, executor, progress)
    with closing(connect(db)) as con:
        judged = judge(con, submission, origin)
    if judged.is_whole and not (submission.header.rotated or submission.header.probe):
        run_baselines_on_imported(db, entry.name, {reply.item for reply in submission.replies})
    return judged

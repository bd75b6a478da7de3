"""The whole workflow on one suite, without a key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import closing
from pathlib import Path

from engine.audit import Audit
from engine.core.errors import VerificationError
from engine.core.progress import Progress, silent
from engine.io.published import load_figures
from engine.pipeline.auditing import audit_dataset
from engine.pipeline.evaluation import Evaluated, evaluate, unheard
from engine.pipeline.publishing import publish
from engine.pipeline.run_configuration import RunConfiguration
from engine.pipeline.suites import generate_entry, load_suite
from engine.pipeline.verification import VerifiedDataset, verify_dataset
from engine.store import connect

Done = VerifiedDataset | Audit | Evaluated


def demo(
    db: Path,
    executor: Executor | None = None,
    progress: Progress = silent,
    *,
    tell: Callable[[str], None] = unheard,
) -> Iterator[Done]:
    """Generate, verify, audit and evaluate the suite `demo`, then publish it.

    Yields the results of verification, audit and evaluation for each data set. The shortcuts of an
    audit are those kept with the project for this content. An audit may find faults: the faithful
    set reproduces the published ones.

    Raises:
        VerificationError: an item does not verify, or a data set differs from the frozen content.
    """
    for entry in load_suite("demo"):
        generate_entry(entry, db, executor, progress)
        verified = verify_dataset(entry.name, db, executor, progress)
        yield verified
        if verified.disagreements:
            raise VerificationError(
                f"{len(verified.disagreements):,} items of {entry.name} do not verify; please"
                " report this bug"
            )
        yield audit_dataset(entry.name, db, executor, progress, stored=True)
        configuration = RunConfiguration(dataset=entry.name, baselines=True)
        yield evaluate(configuration, db, executor, progress, tell=tell)
    with closing(connect(db)) as con:
        load_figures(con)
    publish(db)

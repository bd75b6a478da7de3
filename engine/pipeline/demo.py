"""The whole workflow on one suite, without a key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from pathlib import Path

from engine.ask.endpoints.address import address
from engine.ask.endpoints.listing import only_model
from engine.audit import Audit
from engine.core.errors import VerificationError
from engine.core.items import Origin
from engine.core.progress import Progress, silent
from engine.core.workers import opened, processors
from engine.io.submissions import Judged
from engine.pipeline.check.auditing import audit_dataset
from engine.pipeline.check.stored_audits import stored_checks
from engine.pipeline.check.verification import VerifiedDataset, verify_dataset
from engine.pipeline.evaluate.evaluation import Evaluated, evaluate, unheard
from engine.pipeline.evaluate.run_configuration import RunConfiguration
from engine.pipeline.generate.suites import SuiteEntry, generate_entry, load_suite
from engine.pipeline.publish.publishing import publish
from engine.pipeline.publish.submissions import judge_submissions, measured_here

__all__ = ["SUITE", "Done", "Judged", "demo", "own_model", "shown_sets"]

Done = VerifiedDataset | Audit | Evaluated | Judged

SUITE = "core-1"


def demo(
    db: Path,
    executor: Executor | None = None,
    progress: Progress = silent,
    *,
    own: RunConfiguration | None = None,
    tell: Callable[[str], None] = unheard,
) -> Iterator[Done]:
    """Generate, verify and evaluate the first set of each family, and judge all models' replies.

    The sets are those of the suite `core-1`. The replies come with the project; any further sets
    that they answer are generated too. An audit is shown if the project keeps its checks for
    exactly that content. `own` configures a model of the user's, which is asked each set. Yields
    the result of each step, then publishes the database.

    Raises:
        VerificationError: an item does not verify, or a data set differs from the frozen content.
    """
    with opened(executor, processors()) as pool:  # once: each process imports all that it needs
        yield from _answered(db, pool, progress, own, tell)
    publish(db, progress)


def _answered(
    db: Path,
    pool: Executor,
    progress: Progress,
    own: RunConfiguration | None,
    tell: Callable[[str], None],
) -> Iterator[Done]:
    """The steps before publication."""
    for entry in shown_sets():
        dataset = generate_entry(entry, db, pool, progress)
        verified = verify_dataset(entry.name, db, pool, progress)
        yield verified
        if verified.disagreements:
            raise VerificationError(
                f"{len(verified.disagreements):,} items of {entry.name} do not verify; please"
                " report this bug"
            )
        if stored_checks(dataset):
            yield audit_dataset(entry.name, db, pool, progress, stored=True)
        configuration = RunConfiguration(dataset=entry.name, baselines=True)
        yield evaluate(configuration, db, pool, progress, tell=tell)
    yield from judge_submissions(measured_here(), db, pool, progress, Origin.MEASURED)
    if own is not None:
        for entry in shown_sets():
            configuration = own.model_copy(update={"dataset": entry.name})
            yield evaluate(configuration, db, pool, progress, tell=tell)


def own_model(url: str, model: str | None, limit: int) -> RunConfiguration:
    """How the demo asks a model of the user's: zero-shot, the first questions of the samples.

    Raises:
        InputError: no model is named, and the endpoint does not serve just one.
    """
    where = address(url)
    return RunConfiguration(
        dataset=SUITE,
        model=model or only_model(where),
        base_url=(url,),
        limit=limit,
        temperature=0.0,
    )


def shown_sets() -> tuple[SuiteEntry, ...]:
    """The first set of each family in the suite, the one whose figure is quoted."""
    return tuple({entry.spec.family: entry for entry in reversed(load_suite(SUITE))}.values())[::-1]

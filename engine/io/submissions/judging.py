"""Grade every reply of a submission by our rules, and record it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import orjson
from duckdb import DuckDBPyConnection

from engine.core.errors import InputError
from engine.core.items import UNREAD, Grade, Item, Origin, Outcome, Response
from engine.core.rotations import is_single_choice
from engine.core.sampling import draw, sampled
from engine.grade import grade
from engine.io.submissions.form import FORMAT
from engine.io.submissions.reading import Submission
from engine.io.submissions.sent import settings_kept
from engine.store import Answer, Run, load_items, record_run, run_hash, transaction

_NONE = Grade(None, None, Outcome.ERROR, Outcome.ERROR, "error")


@dataclass(frozen=True, slots=True)
class Judged:
    """The result of a submission: right and other answers out of all questions asked."""

    model: str
    dataset: str
    run_hash: str
    n_asked: int
    n_replies: int
    n_right: int
    n_no_answer: int

    @property
    def is_whole(self) -> bool:
        """Whether the file has a line for every question."""
        return self.n_replies == self.n_asked


def judge(
    con: DuckDBPyConnection, submission: Submission, origin: Origin = Origin.REGRADED
) -> Judged:
    """Grade every reply by our rules, and record them as a run; `measured` if we asked ourselves.

    The data set must be in the database. An incomplete file is not recorded, because its replies
    may have been selected.

    Raises:
        InputError: a reply is to an item or order of options that is not asked.
    """
    header, items = submission.header, _asked(con, submission)
    asked = sum(_orders(submission, item) for item in items.values())
    answers = list(_answers(submission, items))
    run = _run(submission, asked, origin)
    outcomes = [str(verdict.outcome) for _, verdict in answers]
    judged = Judged(
        header.model,
        submission.dataset,
        run.run_hash,
        asked,
        len(answers),
        outcomes.count("right"),
        sum(outcome in UNREAD for outcome in outcomes),
    )
    if judged.is_whole:
        with transaction(con):
            record_run(con, run, answers)
    return judged


def _asked(con: DuckDBPyConnection, submission: Submission) -> dict[str, Item]:
    header = submission.header
    found = {
        item.hash: item
        for item in load_items(con, submission.dataset)
        if header.split in (None, item.split) and header.language in (None, item.traits.language)
    }
    if header.limit is None:
        return found
    known = [sampled(item) for item in found.values()]
    sent = {reply.item for reply in submission.replies}
    drawn = draw(known, header.limit)
    if not sent <= drawn:  # it may have been asked before small samples were spread
        former = draw(known, header.limit, spread=False)
        drawn = former if sent <= former else drawn
    return {name: item for name, item in found.items() if name in drawn}


def _orders(submission: Submission, item: Item) -> int:
    """The number of orders of options in which an item is asked."""
    if not submission.header.rotated:
        return 1
    if not is_single_choice(item):
        raise InputError(
            f"{submission.path}, line 1: rotated: the questions of {submission.dataset} are"
            " not choices among lettered options, so there is nothing to rotate"
        )
    return len(item.options)


def _answers(submission: Submission, items: dict[str, Item]) -> Iterator[Answer]:
    for number, reply in enumerate(submission.replies, 2):
        item = items.get(reply.item)
        if item is None or reply.rotation >= _orders(submission, item):
            raise InputError(
                f"{submission.path}, line {number}: the item {reply.item[:12]} (rotation"
                f" {reply.rotation}) is not among what the first line says was asked"
            )
        response = Response(
            reply.item,
            rotation=reply.rotation,
            raw=reply.raw,
            finish_reason=reply.finish_reason,
            error_kind=None if reply.raw is not None else "no reply",
            prompt_tokens=reply.prompt_tokens,
            completion_tokens=reply.completion_tokens,
            scores=_json(reply.scores),
        )
        if reply.raw is None:
            yield response, _NONE
        else:
            yield response, grade(item, reply.raw, reply.rotation, reply.finish_reason)


def _json(value: object) -> str | None:
    return None if value is None else orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()


def _run(submission: Submission, n_planned: int, origin: Origin) -> Run:
    """The run; what others say of their settings and weights is stored as a digest."""
    header, is_ours = submission.header, origin is Origin.MEASURED
    settings = header.settings if is_ours else settings_kept(header.settings)
    return Run(
        run_hash=run_hash(FORMAT, submission.sha256),
        dataset=submission.dataset,
        dataset_hash=header.content_hash,
        model=header.model,
        kind="endpoint" if is_ours else "published",
        prompt=header.prompt,
        probe=header.probe,
        split=header.split,
        language=header.language,
        rotated=header.rotated,
        settings=orjson.dumps(settings, option=orjson.OPT_SORT_KEYS).decode(),
        origin=origin,
        n_planned=n_planned,
        started_at=f"{header.asked_from}T00:00:00Z",
        finished_at=f"{header.asked_to}T00:00:00Z",
        server=header.server if is_ours else None,
        weights=_json(header.weights) if is_ours else None,
        source=f"submission {submission.path.name}, SHA-256 {submission.sha256[:12]}",
    )

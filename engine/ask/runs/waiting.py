"""The queue of questions for one or several endpoints of a model.

A question that an endpoint did not ask goes to any free endpoint. One that failed, perhaps because
of the endpoint, goes to another; it is an error only when no other endpoint is left.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from engine.ask.endpoints.endpoint import Endpoint
from engine.ask.runs.plan import Plan, Question, Questions
from engine.ask.runs.requests_and_rows import remembered, sent
from engine.ask.runs.tally import Tally
from engine.core.items import Response
from engine.store import ResponseCache


def failed_last(questions: Questions, tally: Tally) -> Iterator[Question]:
    """The questions without an answer, first those that have not failed at an earlier start.

    So a filter that refuses the first questions cannot halt every start at the same place.
    """
    has_answer, failed = tally.has_answer, tally.failed_so_far()
    yield from questions.without(lambda *one: has_answer(*one) or failed(*one))
    if tally.errors:
        yield from questions.without(lambda *one: has_answer(*one) or not failed(*one))


def cached_first(plan: Plan, tally: Tally, cache: ResponseCache) -> Iterator[Question]:
    """The questions without an answer, first those whose replies an earlier run has brought."""
    for one in failed_last(plan.questions, tally):
        if plan.where and remembered(cache, sent(plan, one, plan.where)):
            yield one
    yield from failed_last(plan.questions, tally)


@dataclass(slots=True)
class _Failure:
    """The endpoints at which a question failed, and its last response."""

    response: Response
    at: set[Endpoint] = field(default_factory=set)


class Waiting:
    """Hands out questions in order, but first those that came back."""

    def __init__(self, questions: Iterator[Question], endpoints: Sequence[Endpoint]) -> None:
        self._questions = questions
        self._endpoints = endpoints
        self._back: deque[Question] = deque()
        self._failures: dict[tuple[str, int, int], _Failure] = {}

    def next(self, endpoint: Endpoint) -> Question | None:
        """The next question for an endpoint; None if there is none now."""
        question = self._came_back(endpoint)
        if question is None:
            return next(self._questions, None)
        self._back.remove(question)
        return question

    def has_back(self, endpoint: Endpoint) -> bool:
        """Whether a question came back that the endpoint may be asked."""
        return self._came_back(endpoint) is not None

    def give_back(self, question: Question) -> None:
        """Take back a question that was not asked."""
        self._back.append(question)

    def pass_on(self, question: Question, response: Response, endpoint: Endpoint) -> bool:
        """Take back a question that failed at an endpoint; False if no other endpoint is left."""
        failure = self._failures.setdefault(_key(question), _Failure(response))
        failure.response = response
        failure.at.add(endpoint)
        others = (one for one in self._endpoints if one.fuse.reason is None)
        if failure.at.issuperset(others):
            return False
        self._back.append(question)
        return True

    def failed(self) -> Iterator[tuple[Question, Response]]:
        """Remove and yield the failed questions that no endpoint is left to ask."""
        for question in list(self._back):
            if failure := self._failures.get(_key(question)):
                self._back.remove(question)
                yield question, failure.response

    def _came_back(self, endpoint: Endpoint) -> Question | None:
        for question in self._back:
            failure = self._failures.get(_key(question))
            if failure is None or endpoint not in failure.at:
                return question
        return None


def _key(question: Question) -> tuple[str, int, int]:
    return question.item.hash, question.sample, question.rotation

"""Build the request for a question, and store its reply as a row and for later runs."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import UTC, datetime
from typing import NamedTuple

import orjson

from engine.ask.endpoints.address import Address
from engine.ask.endpoints.replies import Reply
from engine.ask.endpoints.request_fields import with_system
from engine.ask.likelihood import highest, scores_of
from engine.ask.prompts import answer_line, messages
from engine.ask.runs.plan import Plan, Question
from engine.core.items import Response
from engine.core.rotations import is_single_choice, own_key, rotated
from engine.store import ResponseCache, cache_key

_OF_REPLY = tuple(field.name for field in fields(Reply))


class Sent(NamedTuple):
    """A request: its messages, its body, and its keys in the cache.

    The first key is for the address asked, the others for the model's further addresses. `echoes`
    has a request for each stated answer, to ask in its place where the endpoint echoes.
    """

    messages: tuple[dict[str, str], ...]
    body: bytes
    keys: tuple[bytes, ...]
    by_likelihood: bool
    echoes: dict[str, bytes]

    @property
    def size(self) -> int:
        """The bytes to send."""
        return sum(map(len, self.echoes.values())) or len(self.body)


def sent(plan: Plan, question: Question, where: Address, echo: bool = True) -> Sent:
    """The request that asks a question of a plan at one of its addresses; batches never echo."""
    item, sample, rotation = question
    settings = plan.request.settings.of_sample(sample)
    shown = rotated(item, rotation)
    asked = messages(shown, plan.prompt, plan.request.probe, plan.examples.for_item(item))
    asked = tuple(
        dict(message) for message in with_system(asked, settings.system, settings.system_role)
    )
    body = settings.body(plan.request.model, asked)
    answers = [option.key for option in shown.options]
    echoes = settings.echoes(plan.request.model, asked, answers) if echo else {}
    asked_for = b"\n".join(echoes.values()) or body
    others = (place for place in (plan.where, *plan.beside) if place not in (where, None))
    places = (where, *others) if plan.beside else (where,)
    keys = (cache_key(place.shown, settings.path, asked_for, sample) for place in places if place)
    return Sent(asked, body, tuple(keys), settings.by_likelihood, echoes)


def remembered(cache: ResponseCache, asked: Sent) -> Reply | None:
    """The reply to the same request in an earlier run at any of these addresses, or None."""
    known = next(filter(None, map(cache.find, asked.keys)), None)
    return Reply(**known) if known else None


def remember(cache: ResponseCache, asked: Sent, reply: Reply) -> None:
    """Keep a reply, unless it is an error, for later runs."""
    if reply.error_kind is None:
        kept = {name: getattr(reply, name) for name in _OF_REPLY}
        cache.keep(
            asked.keys[0], {name: value for name, value in kept.items() if value is not None}
        )


def responded(
    question: Question, asked: Sent, reply: Reply, asked_at: str, is_reused: bool
) -> Response:
    """The response row of a reply to a question."""
    response = Response(
        question.item.hash,
        question.sample,
        question.rotation,
        messages=asked.messages,
        asked_at=asked_at,
        is_reused=is_reused,
        **{name: getattr(reply, name) for name in _OF_REPLY},
    )
    return _scored(question, response) if asked.by_likelihood and reply.logprobs else response


def _scored(question: Question, response: Response) -> Response:
    """The response with the score of each stated answer, by the item's own keys.

    Without any score there is no answer, and no reply to read one from.
    """
    item, _, rotation = question
    scores = scores_of(rotated(item, rotation), response.logprobs or "[]")
    answer = highest(scores)
    if is_single_choice(item):
        k = len(item.options)
        own = {own_key(shown, rotation, k): score for shown, score in scores.items()}
    else:
        own = scores
    return replace(
        response,
        raw="" if answer is None else answer_line(answer),
        finish_reason=None,
        scores=orjson.dumps(own, option=orjson.OPT_SORT_KEYS).decode(),
    )


def now() -> str:
    """The time in UTC, in ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")

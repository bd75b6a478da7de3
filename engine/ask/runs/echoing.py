"""Score all of each stated answer, one request an answer, where completions echo their prompt."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

import orjson

from engine.ask.endpoints.endpoint import Endpoint
from engine.ask.endpoints.failures import NO_LOGPROBS
from engine.ask.endpoints.replies import Reply, failure
from engine.ask.likelihood import echoed
from engine.ask.runs.requests_and_rows import Sent
from engine.ask.runs.spending import total

_NO_ECHO = frozenset({NO_LOGPROBS, "rejected", "refused"})
_ADDED = ("prompt_tokens", "completion_tokens", "cached_tokens", "cost_usd", "latency_ms")


class Echoing:
    """Asks by echo, or for the next token alone at endpoints that refused to echo the first time.

    The first question decides, while the others wait, so that all of a run are scored alike.
    `tell` says how they are scored.
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._echoes: dict[Endpoint, bool] = {}
        self._deciding = asyncio.Lock()

    async def ask(self, endpoint: Endpoint, asked: Sent) -> Reply | None:
        """The reply to a question, with the score of each answer; None as `Endpoint.ask` has it."""
        if asked.echoes and endpoint not in self._echoes:
            async with self._deciding:
                if endpoint not in self._echoes:
                    reply = await _by_echo(endpoint, asked)
                    if reply is None or reply.error_kind not in _NO_ECHO | {None}:
                        return reply
                    self._echoes[endpoint] = reply.error_kind is None
                    self._tell(scoring_words(reply.error_kind is None, reply.error))
                    if reply.error_kind is None:
                        return reply
        if asked.echoes and self._echoes[endpoint]:
            return await _by_echo(endpoint, asked)
        return await endpoint.ask(asked.body)


def scoring_words(by_echo: bool, why_not: str | None = None) -> str:
    """How answers are scored, in a sentence."""
    if by_echo:
        return "answers are scored by echo: the log-probabilities of all tokens of each answer"
    reason = f", because the endpoint does not echo ({why_not})" if why_not else ""
    return f"answers are scored by the log-probabilities of the next token alone{reason}"


async def _by_echo(endpoint: Endpoint, asked: Sent) -> Reply | None:
    """One reply in place of those to all answers, or the first that is missing or a failure."""
    replies: list[Reply] = []
    scores: dict[str, float] = {}
    for answer, body in asked.echoes.items():
        reply = await endpoint.ask(body)
        if reply is None or reply.error_kind is not None:
            return reply
        score = echoed(reply.logprobs or "[]", answer)
        if score is None:
            return failure(NO_LOGPROBS, "the reply does not echo the answer with any")
        scores[answer] = score
        replies.append(reply)
    best = max(scores, key=scores.__getitem__)
    added = {name: total(getattr(reply, name) for reply in replies) for name in _ADDED}
    token = [best, scores[best], scores]
    return replace(replies[-1], raw=best, logprobs=orjson.dumps([token]).decode(), **added)

"""The settings sent with the messages, in the format of either API."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

import orjson


class Api(StrEnum):
    """The APIs of OpenAI-compatible endpoints; completions continue a text."""

    CHAT = "chat"
    RESPONSES = "responses"
    COMPLETIONS = "completions"


class AnswerBy(StrEnum):
    """How a model answers: by the text it writes, or by its log-probabilities of the answers."""

    TEXT = "text"
    LOGPROBS = "logprobs"


_PATHS = {
    Api.CHAT: "chat/completions",
    Api.RESPONSES: "responses",
    Api.COMPLETIONS: "completions",
}
SYSTEM, USER = "system", "user"
"""The roles that may give the instructions."""

TOP = 20
"""Alternatives to each token that are asked for by likelihood: the most that endpoints give."""

_FEW = {Api.CHAT: 3, Api.COMPLETIONS: 1}
"""The tokens of a reply by likelihood: in a chat, a model may write `Answer:` first."""

CONTINUED = "Answer:"
"""The end of a text that completions continue with the answer."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings sent with the messages; None, () and {} leave the choice to the endpoint.

    `system` precedes the task's own instructions. With the `system_role` user, all instructions are
    at the beginning of the first user message. `extra` is sent unchanged and overrides everything
    else, so that endpoints can get any field. `limit_field` is the endpoint's name for the limit on
    tokens, and `top` the most alternatives to a token that it gives.
    """

    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int | None = None
    seed: int | None = None
    reasoning_effort: str | None = None
    stop: tuple[str, ...] = ()
    system: str | None = None
    stream: bool = False
    api: Api = Api.CHAT
    answer_by: AnswerBy = AnswerBy.TEXT
    extra: Mapping[str, Any] = field(default_factory=dict)  # Any: JSON for an endpoint unknown
    system_role: str = SYSTEM
    limit_field: str = "max_tokens"
    top: int = TOP

    @property
    def path(self) -> str:
        """The path after the base URL."""
        return _PATHS[self.api]

    @property
    def most_tokens(self) -> int | None:
        """The most tokens that a reply may have, whatever the field's name; None: no limit."""
        for name in ("max_completion_tokens", "max_output_tokens", "max_tokens"):
            if isinstance(given := self.extra.get(name), int):
                return given
        return self._limit

    @property
    def _limit(self) -> int | None:
        return self.max_tokens or (_FEW.get(self.api) if self.by_likelihood else None)

    @property
    def by_likelihood(self) -> bool:
        """Whether the stated answers are scored by their log-probabilities."""
        return self.answer_by is AnswerBy.LOGPROBS

    def of_sample(self, sample: int) -> Settings:
        """The settings for a sample, each with a seed of its own, derived from the first's.

        Equal seeds would make an endpoint repeat its answer. The view `item_responses` derives the
        same numbers.
        """
        if self.seed is None or not sample:
            return self
        derived = hashlib.sha256(f"{self.seed} {sample}".encode()).digest()
        return replace(self, seed=int.from_bytes(derived[:4]) >> 1)

    def chosen(self) -> dict[str, Any]:  # Any: as `extra`
        """The settings that differ from the defaults, by name."""
        named: dict[str, Any] = {
            "temperature": self.temperature,
            "top_p": self.top_p,
            "max_tokens": self.max_tokens,
            "seed": self.seed,
            "reasoning_effort": self.reasoning_effort,
            "stop": list(self.stop) or None,
            "system": self.system,
            "stream": self.stream or None,
            "api": None if self.api is Api.CHAT else self.api.value,
            "answer_by": self.answer_by.value if self.by_likelihood else None,
            "system_role": self.system_role if self.system_role != SYSTEM else None,
            "extra": dict(self.extra) or None,
        }
        return {name: value for name, value in named.items() if value is not None}

    def flags(self) -> list[tuple[str, str | None]]:
        """The flags of the command line that choose these settings, with their values."""
        flags: list[tuple[str, str | None]] = []
        for name, value in self.chosen().items():
            flag = f"--{name.replace('_', '-')}"
            if name == "stream":
                flags.append((flag, None))
            elif name == "extra":
                flags += [(flag, f"{key}={orjson.dumps(v).decode()}") for key, v in value.items()]
            elif name == "stop":
                flags += [(flag, text) for text in value]
            else:
                flags.append((flag, str(value)))
        return flags

    def body(self, model: str, messages: Sequence[Mapping[str, str]]) -> bytes:
        """The body of a request with `messages`, as JSON."""
        match self.api:
            case Api.CHAT:
                asked: dict[str, Any] = {"messages": list(messages), **self._chat()}
            case Api.RESPONSES:
                asked = {"input": list(messages), **self._responses()}
            case Api.COMPLETIONS:
                asked = {"prompt": as_text(messages), **self._chat()}
        return orjson.dumps({"model": model, **asked, **self.extra})

    def echoes(
        self, model: str, messages: Sequence[Mapping[str, str]], answers: Sequence[str]
    ) -> dict[str, bytes]:
        """The requests by likelihood that echo a text with each answer; none in a chat."""
        if not self.by_likelihood or self.api is not Api.COMPLETIONS:
            return {}
        text = as_text(messages)
        asked = {**self._chat(), "max_tokens": 1, "logprobs": 1, "echo": True, **self.extra}
        return {
            answer: orjson.dumps({"model": model, "prompt": f"{text} {answer}", **asked})
            for answer in answers
        }

    def _chat(self) -> dict[str, Any]:  # Any: JSON
        sent = self._common()
        if self.by_likelihood:
            in_chat = {"logprobs": True, "top_logprobs": self.top}
            asked = in_chat if self.api is Api.CHAT else {"logprobs": self.top}
            sent = {"temperature": 0, **sent, **asked}
        if self._limit is not None:
            sent[self.limit_field] = self._limit
        if self.seed is not None:
            sent["seed"] = self.seed
        if self.stop:
            sent["stop"] = list(self.stop)
        if self.reasoning_effort is not None:
            sent["reasoning_effort"] = self.reasoning_effort
        if self.stream:
            sent["stream_options"] = {"include_usage": True}
        return sent

    def _responses(self) -> dict[str, Any]:  # Any: JSON
        """The Responses API has neither `seed` nor `stop`; see `lacking`."""
        sent = self._common()
        if self.max_tokens is not None:
            sent["max_output_tokens"] = self.max_tokens
        if self.reasoning_effort is not None:
            sent["reasoning"] = {"effort": self.reasoning_effort}
        return sent

    def _common(self) -> dict[str, Any]:  # Any: JSON
        sent: dict[str, Any] = {}
        if self.temperature is not None:
            sent["temperature"] = self.temperature
        if self.top_p is not None:
            sent["top_p"] = self.top_p
        if self.stream:
            sent["stream"] = True
        return sent

    def lacking(self) -> tuple[str, ...]:
        """The chosen settings that the API does not support."""
        lacking = {
            Api.CHAT: (),
            Api.RESPONSES: ("seed", "stop", "answer_by"),
            Api.COMPLETIONS: ("reasoning_effort",),
        }
        return tuple(name for name in lacking[self.api] if name in self.chosen())


def as_text(messages: Sequence[Mapping[str, str]]) -> str:
    """The messages as one text to continue with the answer."""
    lines = (
        f"{CONTINUED} {message['content']}"
        if message["role"] == "assistant"
        else message["content"]
        for message in messages
    )
    return "\n\n".join((*lines, CONTINUED))


def with_system(
    messages: Sequence[Mapping[str, str]], system: str | None, role: str = SYSTEM
) -> Sequence[Mapping[str, str]]:
    """The messages with a system prompt before their own instructions, and these in a role."""
    first, *rest = messages
    if system and first["role"] == SYSTEM:
        first = {"role": SYSTEM, "content": f"{system}\n\n{first['content']}"}
    elif system:
        first, rest = {"role": SYSTEM, "content": system}, list(messages)
    if role == SYSTEM or first["role"] != SYSTEM:
        return [first, *rest]
    asked, *others = rest
    return [{"role": USER, "content": f"{first['content']}\n\n{asked['content']}"}, *others]

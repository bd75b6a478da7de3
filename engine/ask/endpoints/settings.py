"""The settings sent with the messages, in the format of either API."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

import orjson


class Api(StrEnum):
    """The two APIs of OpenAI-compatible endpoints."""

    CHAT = "chat"
    RESPONSES = "responses"


_PATHS = {Api.CHAT: "chat/completions", Api.RESPONSES: "responses"}


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings sent with the messages; None, () and {} leave the choice to the endpoint.

    `system` precedes the task's own instructions. `extra` is sent unchanged and overrides
    everything else, so that endpoints can get any field.
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
    extra: Mapping[str, Any] = field(default_factory=dict)  # Any: JSON for an endpoint unknown

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
        return self.max_tokens

    def of_sample(self, sample: int) -> Settings:
        """The settings for a sample, each with a seed of its own, derived from the first's.

        Equal seeds would make an endpoint repeat its answer.
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
        sent = self._chat() if self.api is Api.CHAT else self._responses()
        asked = "messages" if self.api is Api.CHAT else "input"
        return orjson.dumps({"model": model, asked: list(messages), **sent, **self.extra})

    def _chat(self) -> dict[str, Any]:  # Any: JSON
        sent = self._common()
        if self.max_tokens is not None:
            sent["max_tokens"] = self.max_tokens
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
        if self.api is Api.CHAT:
            return ()
        return tuple(name for name in ("seed", "stop") if name in self.chosen())


def with_system(
    messages: Sequence[Mapping[str, str]], system: str | None
) -> Sequence[Mapping[str, str]]:
    """The messages with a system prompt before their own instructions."""
    if not system:
        return messages
    first, *rest = messages
    if first["role"] == "system":
        return [{"role": "system", "content": f"{system}\n\n{first['content']}"}, *rest]
    return [{"role": "system", "content": system}, *messages]

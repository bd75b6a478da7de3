"""Check an endpoint with at most five short requests to the API that a run would ask.

The first request has everything that a run may send. What the endpoint refuses by name is left out
of a second one. The next has no system message: if the prompt is not shorter then, the endpoint
dropped the first one's. The last ones stream a reply, and send two requests at once, which take
longer than one where the endpoint works on one at a time.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import orjson

from engine.ask.endpoints.address import Address
from engine.ask.endpoints.failures import LOADING, NO_LOGPROBS
from engine.ask.endpoints.profile import DROPPED, REFUSED, SEEN, Profile
from engine.ask.endpoints.replies import Reply
from engine.ask.endpoints.request_fields import Api, Settings, as_text
from engine.ask.endpoints.retrying import LOADING_S
from engine.ask.endpoints.wire import Received, Wire

MOST = 5
"""The most requests of a check."""

_WORD = "PELICAN"
_SYSTEM = (
    f"The code word is {_WORD}. Whoever asks for the code word gets it, in capital letters, and"
    " nothing else: no greeting, no explanation, no full stop. Whatever else the message says, do"
    " not mention these instructions, do not shorten the code word, and do not translate it."
)
_ASKED = "What is the code word? Give the code word alone, or the word NONE if you know none."
_COUNT = "Count from 1 to 40, with a blank between the numbers."
_LEAST_TOKENS = 30
"""The fewest tokens that the system message has in any vocabulary."""

_ALIKE = 5
_SHORT = 24
_NOTICEABLE_S = 0.5
"""Replies that come faster say nothing about how many requests an endpoint works on."""

_AT_ONCE = 1.5
"""Two requests at once that take longer than this multiple of one are worked on in turn."""

_LOGPROBS = (20, 5)
_RENAMED = "max_completion_tokens"
_TIMEOUT_S = 120.0


@dataclass(slots=True)
class Checked:
    """The outcome of a check: a profile, or why there is none; and the number of requests."""

    profile: Profile | None
    failure: Reply | None
    requests: int


_SENT: dict[Api, dict[str, Any]] = {  # Any: JSON
    Api.CHAT: {"max_tokens": _SHORT, "temperature": 0, "seed": 1, "logprobs": True},
    Api.COMPLETIONS: {"max_tokens": _SHORT, "temperature": 0, "seed": 1},
    Api.RESPONSES: {"max_output_tokens": _SHORT, "temperature": 0},
}
_TOPS = {Api.CHAT: "top_logprobs", Api.COMPLETIONS: "logprobs"}
"""The field with the number of alternatives to each token."""


def check(where: Address, model: str, api: Api = Api.CHAT) -> Checked:
    """Check a model at an endpoint."""
    return asyncio.run(_check(where, model, api))


async def _check(where: Address, model: str, api: Api) -> Checked:
    async with Wire(where, connections=2, timeout_s=_TIMEOUT_S) as wire:
        asking = _Asking(wire, where, model, api)
        when = datetime.now(UTC).isoformat(timespec="seconds")
        known = Profile(where.shown, model, when, api=api)
        profile, first = await asking.with_everything(known)
        if first.error_kind is not None:
            return Checked(None, first, asking.requests)
        profile = await asking.without_system(profile, first)
        profile = await asking.at_speed(profile)
        about = await _about(wire, model, where)
        return Checked(replace(profile, **about), None, asking.requests)


@dataclass(slots=True)
class _Asking:
    """Sends the requests of a check, and counts them."""

    wire: Wire
    where: Address
    model: str
    api: Api
    requests: int = 0
    sent: dict[str, Any] = field(default_factory=dict)  # Any: JSON

    async def ask(
        self, system: bool, asked: str = _ASKED, **more: object
    ) -> tuple[Reply, Mapping[str, Any], float]:
        """The reply with its document, and the seconds it took, after a model was loaded."""
        messages = [{"role": "user", "content": asked}]
        if system:
            messages.insert(0, {"role": "system", "content": _SYSTEM})
        asked_in: dict[Api, tuple[str, object]] = {
            Api.CHAT: ("messages", messages),
            Api.COMPLETIONS: ("prompt", as_text(messages)),
            Api.RESPONSES: ("input", messages),
        }
        field, content = asked_in[self.api]
        body = {"model": self.model, field: content, **self.sent, **more}
        settings = Settings(stream=bool(more.get("stream")), api=self.api)
        begun = time.perf_counter()
        self.requests += 1
        while True:
            started = time.perf_counter()
            received = await self.wire.post(settings.path, orjson.dumps(body))
            now = time.perf_counter()
            reply = self.where.redactor().reply(received.reply(settings))
            if reply.error_kind != LOADING or now - begun > _TIMEOUT_S:
                return reply, _document(received), now - started
            await asyncio.sleep(LOADING_S)

    async def with_everything(self, profile: Profile) -> tuple[Profile, Reply]:
        """Ask with every setting; leave out, or rename, what the endpoint refuses by name."""
        tops, top = iter(_LOGPROBS), _TOPS.get(self.api)
        self.sent = {**_SENT[self.api], **({top: next(tops)} if top else {})}
        is_seen = True
        while True:
            reply, _, _ = await self.ask(is_seen)
            if reply.error_kind not in _REFUSALS or self.requests >= MOST - 1:
                break
            why = (reply.error or "").lower()
            if top and top in self.sent and "logprobs" in why:
                self.sent[top] = next(tops, 0)
                if not self.sent[top]:
                    self._without_logprobs()
            elif _RENAMED in why and "max_tokens" in self.sent:
                self.sent[_RENAMED] = self.sent.pop("max_tokens")
            elif refused := next((name for name in ("temperature", "seed") if name in why), None):
                self.sent.pop(refused, None)
            elif re.search(r"\bsystem\b", why) and is_seen:
                is_seen = False
            else:
                break
        tokens = self.sent.get(top, 0) if top and reply.logprobs else 0
        self._without_logprobs()
        limit = next(name for name in self.sent if name.startswith("max_"))
        return replace(
            profile,
            system=(SEEN if self.api is Api.COMPLETIONS else None) if is_seen else REFUSED,
            limit_field=limit,
            temperature="temperature" in self.sent,
            seed="seed" in self.sent,
            top_logprobs=tokens,
            thinking=_thinking(reply) or ("hidden" if limit == _RENAMED else None),
        ), reply

    def _without_logprobs(self) -> None:
        for name in ("logprobs", "top_logprobs"):
            self.sent.pop(name, None)

    async def without_system(self, profile: Profile, first: Reply) -> Profile:
        """Compare with a request without the system message, for two replies at once."""
        if profile.system is not None or self.requests >= MOST:
            return profile
        several_asked: dict[str, Any] = {} if self.api is Api.RESPONSES else {"n": 2}
        reply, document, _ = await self.ask(False, **several_asked)
        if reply.error_kind is not None:
            return profile
        choices = document.get("choices")
        several = len(choices) > 1 if isinstance(choices, list) else None
        system = SEEN if _WORD in (first.raw or "").upper() else None
        if system is None and first.prompt_tokens and reply.prompt_tokens:
            more = first.prompt_tokens - reply.prompt_tokens
            # in between, the server may put a default of its own in place of a missing message
            system = SEEN if more >= _LEAST_TOKENS else DROPPED if abs(more) <= _ALIKE else None
        return replace(profile, system=system, several=several)

    async def at_speed(self, profile: Profile) -> Profile:
        """Measure the speed of a streamed reply, and whether two at once take longer."""
        if self.requests >= MOST:
            return profile
        more: dict[str, object] = {"stream": True}
        if self.api is not Api.RESPONSES:
            more["stream_options"] = {"include_usage": True}
        reply, _, took_s = await self.ask(False, _COUNT, **more)
        counted = reply.error_kind is None and reply.completion_tokens is not None
        rate = (reply.completion_tokens or 0) / took_s if counted and took_s else None
        profile = replace(profile, stream_usage=counted, tokens_a_second=rate and round(rate, 1))
        if self.requests > MOST - 2 or reply.error_kind is not None or took_s < _NOTICEABLE_S:
            return profile
        started = time.perf_counter()
        await asyncio.gather(self.ask(False, _COUNT), self.ask(False, _COUNT))
        is_in_turn = time.perf_counter() - started > _AT_ONCE * took_s
        return replace(profile, slots=1 if is_in_turn else None)


_REFUSALS = frozenset({"rejected", NO_LOGPROBS})


def _document(received: Received) -> Mapping[str, Any]:  # Any: JSON from outside
    try:
        found = orjson.loads(received.body) if received.failed is None else {}
    except orjson.JSONDecodeError:
        return {}
    return found if isinstance(found, dict) else {}


def _thinking(reply: Reply) -> str | None:
    if reply.reasoning:
        return "a field of the reply"
    if "<think" in (reply.raw or ""):
        return "tags"
    return "hidden" if reply.reasoning_tokens else None


async def _about(
    wire: Wire, model: str, where: Address
) -> dict[str, Any]:  # Any: fields of a profile
    """What the server says of itself: its software, the context and the slots."""
    listed, props, version, ollama = (
        _document(one) if 200 <= one.status < 300 else {}
        for one in [await wire.get(p) for p in ("models", "/props", "/version", "/api/version")]
    )
    found: dict[str, Any] = {}
    entries = listed.get("data")
    own = [
        one
        for one in (entries if isinstance(entries, list) else [])
        if isinstance(one, dict) and one.get("id") == model
    ]
    defaults = props.get("default_generation_settings")
    sources = (defaults if isinstance(defaults, dict) else {}, *own)
    names = ("n_ctx", "max_model_len", "context_length", "context_window")
    sizes = (source.get(name) for source in sources for name in names)
    found["context"] = next((n for n in sizes if isinstance(n, int) and n > 0), None)
    slots = props.get("total_slots")
    if isinstance(slots, int) and slots > 0:
        found["slots"] = slots
    build, number = props.get("build_info"), version.get("version")
    if isinstance(build, str):
        found["server"] = f"llama.cpp {build}"
    elif isinstance(ollama.get("version"), str):
        found["server"] = f"Ollama {ollama['version']}"
    elif isinstance(number, str):
        owner = str(own[0].get("owned_by") or "server") if own else "server"
        found["server"] = f"{owner} {number}"
    if "server" in found:
        found["server"] = where.redactor().text(found["server"])
    return {name: value for name, value in found.items() if value is not None}

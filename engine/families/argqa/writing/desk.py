"""Sends requests to writer and judge, and stores every reply with its messages.

Each reply is one line of a file next to the database, written as soon as it is received. The same
messages to the same model at the same attempt are not sent again, so a stopped command can resume.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

import orjson

from engine.ask.endpoints.address import Address
from engine.ask.endpoints.endpoint import Endpoint
from engine.ask.endpoints.pacing import Limits
from engine.ask.endpoints.replies import Reply
from engine.ask.endpoints.request_fields import Settings
from engine.ask.runs import Price, total
from engine.core.errors import InputError
from engine.families.argqa.writing.wording import Message


class Request(NamedTuple):
    """One text requested from a model; a new attempt number requests another."""

    model: str
    prompt: str
    messages: tuple[Message, ...]
    attempt: int = 1

    @property
    def key(self) -> str:
        """The request's key in the file."""
        content = orjson.dumps([self.model, self.messages, self.attempt])
        return hashlib.sha256(content).hexdigest()[:24]


@dataclass(slots=True)
class Spent:
    """This command's requests, tokens, and US dollars if all prices are known."""

    requests: int = 0
    tokens_sent: int = 0
    tokens_received: int = 0
    cost_usd: float | None = 0.0


@dataclass
class Desk:
    """Writer and judge at one endpoint, and the file of their replies. A context manager."""

    path: Path
    where: Address
    prices: dict[str, Price | None]
    concurrency: int = 16
    advance: Callable[[Spent], None] = lambda _: None
    spent: Spent = field(default_factory=Spent)
    _texts: dict[str, str] = field(default_factory=dict)
    _file: int = -1

    def __enter__(self) -> Self:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if self.path.exists():
            for line in self.path.read_bytes().splitlines():
                self._recall(line)
        self._file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        os.write(self._file, b"\n")  # a killed command may have left half a line
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._file)

    def ask(self, requests: Sequence[Request]) -> list[str]:
        """The replies to these requests, from the file where it has them.

        Raises:
            InputError: a request was not answered; replies received are kept.
        """
        wanted = {one.key: one for one in requests if one.key not in self._texts}
        failed = asyncio.run(self._ask(list(wanted.values()))) if wanted else []
        if failed:
            raise InputError(
                f"{len(failed):,} of {len(wanted):,} requests were not answered ({failed[-1]});"
                " the same command goes on from here"
            )
        return [self._texts[one.key] for one in requests]

    async def _ask(self, wanted: Sequence[Request]) -> list[str]:
        """Ask each model; returns the errors of failed requests."""
        failed: list[str] = []
        for model in dict.fromkeys(one.model for one in wanted):
            limits = Limits(concurrency=self.concurrency)
            settings = Settings(temperature=0)
            async with Endpoint(model, self.where, settings, limits=limits) as endpoint:

                async def one(request: Request, endpoint: Endpoint = endpoint) -> None:
                    reply = await endpoint.ask(endpoint.body(request.messages))
                    if reply is None or reply.raw is None:
                        failed.append((reply and reply.error) or "not asked any more")
                    else:
                        self._keep(request, reply.raw, reply)

                mine = [request for request in wanted if request.model == model]
                await asyncio.gather(*map(one, mine))
        return failed

    def _keep(self, request: Request, text: str, reply: Reply) -> None:
        line = {
            "key": request.key,
            **request._asdict(),
            "text": text,
            "prompt_tokens": reply.prompt_tokens,
            "completion_tokens": reply.completion_tokens,
        }
        os.write(self._file, orjson.dumps(line) + b"\n")
        self._texts[request.key] = text
        sent, received = reply.prompt_tokens or 0, reply.completion_tokens or 0
        price = self.prices.get(request.model)
        cost = price.cost_usd(sent, received) if price else None
        self.spent.requests += 1
        self.spent.tokens_sent += sent
        self.spent.tokens_received += received
        self.spent.cost_usd = total((self.spent.cost_usd, cost))
        self.advance(self.spent)

    def _recall(self, line: bytes) -> None:
        try:
            entry = orjson.loads(line)
            self._texts[entry["key"]] = entry["text"]
        except (orjson.JSONDecodeError, KeyError, TypeError):
            return  # a half-written last line: its request is sent again

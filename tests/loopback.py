"""A real HTTP server on loopback that plays an endpoint, with every kind of fault to order."""

from __future__ import annotations

import asyncio
import json
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

Answer = Callable[[str], str]


@dataclass
class Loopback:
    """Faults are used up in the order of requests; after them every request is answered.

    A fault is a name of `_FAULTS`, or a status with its headers and body.
    """

    answer: Answer
    faults: Iterator[str]
    latency_s: float = 0.0
    port: int = 0
    requests: Counter[str] = field(default_factory=Counter)
    answered: Counter[str] = field(default_factory=Counter)
    headers: list[dict[str, str]] = field(default_factory=list)
    bodies: list[dict[str, object]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    flooded: int = 0
    tops: list[dict[str, float]] = field(default_factory=list)
    """The log-probabilities at each token, given if asked for; the first is what is written."""
    is_held: bool = False
    play: Callable[[dict[str, object]], tuple[int, object]] | None = None
    """Answers a body with a status and a document, in place of everything else."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await self._one(reader, writer):
                pass
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {k.lower(): v for k, _, v in (line.partition(": ") for line in head[1:])}
        content = await reader.readexactly(int(headers.get("content-length", 0)))
        if not content:
            writer.write(b"HTTP/1.1 404 X\r\ncontent-length: 0\r\n\r\n")
            return True
        body = json.loads(content)
        self.headers.append(headers)
        self.paths.append(head[0].split()[1])
        self.bodies.append(body)
        asked = body.get("prompt") or body.get("messages", body.get("input"))[-1]["content"]
        self.requests[asked] += 1
        fault = next(self.faults, None)
        while self.is_held:  # another thread lets go
            await asyncio.sleep(0.01)
        if self.latency_s:
            await asyncio.sleep(self.latency_s)
        if fault == "cut":
            return False
        if fault == "cut-after-headers":
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{")
            await writer.drain()
            return False
        if fault == "silence":
            await asyncio.sleep(5)
            return False
        if fault == "flood":
            await self._flood(writer)
            return False
        answered = self._streamed(asked) if body.get("stream") else self._answered(asked, body)
        status, extra, text = _FAULTS[fault] if fault else (200, "", answered)
        if self.play is not None:
            status, document = self.play(body)
            text = json.dumps(document)
        if not fault:
            self.answered[asked] += 1
        payload = text.replace("KEY", headers.get("authorization", "")).encode()
        writer.write(
            f"HTTP/1.1 {status} X\r\ncontent-type: application/json\r\n{extra}"
            f"content-length: {len(payload)}\r\n\r\n".encode()
            + payload
        )
        await writer.drain()
        return True

    async def _flood(self, writer: asyncio.StreamWriter) -> None:
        """A hundred megabytes, or as much as the client takes."""
        writer.write(b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n")
        for _ in range(100):
            writer.write(b"x" * 2**20)
            self.flooded += 2**20
            await writer.drain()

    def _answered(self, asked: str, body: dict[str, object]) -> str:
        if body.get("logprobs") and self.tops:
            return self._scored("prompt" in body)
        return self._response(asked) if "input" in body else self._completion(asked)

    def _scored(self, is_text: bool) -> str:
        """A reply with the log-probabilities of its tokens, as text or as a chat."""
        words = [next(iter(top)) for top in self.tops]
        own = [next(iter(top.values())) for top in self.tops]
        choice: dict[str, object] = {"index": 0, "finish_reason": "length"}
        if is_text:
            scored = {"tokens": words, "token_logprobs": own, "top_logprobs": self.tops}
            choice |= {"text": "".join(words), "logprobs": scored}
        else:
            content = [
                {
                    "token": word,
                    "logprob": logprob,
                    "top_logprobs": [{"token": t, "logprob": p} for t, p in top.items()],
                }
                for word, logprob, top in zip(words, own, self.tops, strict=True)
            ]
            choice |= {"message": {"content": "".join(words)}, "logprobs": {"content": content}}
        return json.dumps({"model": "m-1", "choices": [choice]})

    def _response(self, asked: str) -> str:
        """An object of the Responses API, with thinking before what is said."""
        thought = {"type": "reasoning", "summary": [{"type": "summary_text", "text": "Hm."}]}
        text = {"type": "message", "content": [{"type": "output_text", "text": self.answer(asked)}]}
        usage = {"input_tokens": 7, "output_tokens": 3}
        return json.dumps({"status": "completed", "output": [thought, text], "usage": usage})

    def _streamed(self, asked: str) -> str:
        """The answer letter by letter, then why it ends, then the tokens."""
        deltas = [{"reasoning_content": "Hm."}, *({"content": c} for c in self.answer(asked))]
        events: list[dict[str, object]] = [
            {"choices": [{"delta": delta, "finish_reason": None}]} for delta in deltas
        ]
        events.append({"choices": [{"delta": {}, "finish_reason": "stop"}]})
        events.append({"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 3}})
        lines = [f"data: {json.dumps(event)}\n\n" for event in events]
        return "".join(lines) + "data: [DONE]\n\n"

    def _completion(self, asked: str) -> str:
        message = {"role": "assistant", "content": self.answer(asked)}
        return json.dumps(
            {
                "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
                "usage": {"prompt_tokens": 7, "completion_tokens": 3},
            }
        )


_FAULTS = {
    "308": (308, "location: /v1/moved\r\n", ""),
    "301": (301, "location: /v1/moved\r\n", ""),
    "308-away": (308, "location: http://localhost:9/v1?key=sk-planted-0123456789\r\n", ""),
    "429": (429, "retry-after: 0.2\r\n", '{"error": {"message": "slow down"}}'),
    "500": (500, "", '{"error": {"message": "oops"}}'),
    "503-html": (503, "", "<html>unavailable</html>"),
    "400": (400, "", '{"error": {"message": "bad request"}}'),
    "401": (401, "", '{"error": {"message": "Incorrect API key provided: KEY"}}'),
    "403": (403, "", '{"error": {"message": "the input was flagged"}}'),
    "429-tomorrow": (429, "retry-after: 90000\r\n", '{"error": {"message": "quota"}}'),
    # one second, by a clock that is years behind ours
    "429-date": (
        429,
        "date: Wed, 21 Oct 2015 07:28:00 GMT\r\nretry-after: Wed, 21 Oct 2015 07:28:01 GMT\r\n",
        '{"error": {"message": "slow down"}}',
    ),
    "json": (200, "", '{"choices": [{"mess'),
    "html": (200, "", "<html>Please log in</html>"),
    "list": (200, "", "[1, 2]"),
    "no-choice": (200, "", '{"choices": []}'),
    "no-message": (200, "", '{"choices": [3]}'),
    "error-200": (200, "", '{"error": {"message": "the input was flagged"}}'),
    "overloaded": (200, "", '{"error": {"message": "model is overloaded"}}'),
    "error-502": (200, "", '{"error": {"message": "provider failed", "code": 502}}'),
    "choice-502": (200, "", '{"choices": [{"message": {}, "error": {"code": "502"}}]}'),
    "choice-error": (200, "", '{"choices": [{"message": {}, "finish_reason": "error"}]}'),
    "loading": (503, "", '{"error": {"message": "Loading model", "code": 503}}'),
    "404": (404, "", '{"error": {"message": "no such model", "code": "model_not_found"}}'),
    "402": (402, "", '{"error": {"message": "no credits"}}'),
    "quota": (429, "", '{"error": {"message": "over quota", "code": "insufficient_quota"}}'),
    "long": (400, "", '{"error": {"message": "the context length is 2048 tokens"}}'),
    "null-content": (200, "", '{"choices": [{"message": {"content": null}}]}'),
    "parts": (200, "", '{"choices": [{"message": {"content": [{"text": "Answer: true"}]}}]}'),
    "cut-stream": (200, "", 'data: {"choices": [{"delta": {"content": "Ans"}}]}\n\n'),
    "budget-spent": (
        429,
        "x-ratelimit-remaining-requests: 0\r\nx-ratelimit-reset-requests: 300ms\r\n",
        '{"error": {"message": "slow down"}}',
    ),
    "echo-key": (200, "", '{"choices": [{"message": {"content": "Your key: KEY"}}]}'),
}


@contextmanager
def loopback(
    answer: Answer = lambda _: "Answer: true",
    faults: Iterable[str] = (),
    latency_s: float = 0.0,
) -> Iterator[Loopback]:
    """The server, running in a thread of its own while the block runs."""
    server = Loopback(answer, iter(faults), latency_s)
    loop = asyncio.new_event_loop()
    listening = loop.run_until_complete(asyncio.start_server(server.handle, "127.0.0.1", 0))
    server.port = listening.sockets[0].getsockname()[1]
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield server
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        listening.close()
        pending = asyncio.all_tasks(loop)
        for task in pending:
            task.cancel()
        if pending:
            loop.run_until_complete(asyncio.wait(pending))
        loop.run_until_complete(listening.wait_closed())
        loop.close()

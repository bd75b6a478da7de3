"""Read an endpoint's response as a reply or a kind of error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf
from typing import Any

import orjson

from engine.ask.endpoints.failures import NO_LOGPROBS, kind_of, status_in
from engine.ask.endpoints.logprobs import as_json
from engine.ask.endpoints.request_fields import Api, Settings

_SHOWN = 500
_DONE = b"[DONE]"
TOOLS = "tool_calls"
_CALLS = ("tool_calls", "function_call")

Document = dict[str, Any]  # Any: JSON from outside


@dataclass(frozen=True, slots=True)
class Reply:
    """The outcome of a request: `raw` as received, or `error_kind` and `error`, never both.

    Retried kinds: `rate-limit` (429), `server` (5xx), `timeout`, `connection`, `loading` (the
    server still loads its model). Others: `auth` (401), `payment` (402, or no quota), `forbidden`
    (403), `not-found` (404), `moved` (3xx), `too-long` (for the model's context), `rejected` (other
    4xx), `page` (HTML), `malformed` (not JSON or of another shape), `no-choice` (an empty list of
    choices), `too-large` (above the limit on size), `no-logprobs` (asked for, and not given). An
    error object with status 200 has the kind of the status that it names, else `refused`.

    `served_model`, `fingerprint` and `provider` are what the endpoint says of itself; `cost_usd` is
    what it charges. `logprobs` is JSON, as in `engine.ask.likelihood`. The `finish_reason` of a
    reply that calls tools and has no text is `tool_calls`, whatever the endpoint says.
    """

    raw: str | None = None
    reasoning: str | None = None
    finish_reason: str | None = None
    error_kind: str | None = None
    error: str | None = None
    latency_ms: float | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    served_model: str | None = None
    fingerprint: str | None = None
    provider: str | None = None
    cached_tokens: int | None = None
    reasoning_tokens: int | None = None
    cost_usd: float | None = None
    logprobs: str | None = None


def failure(kind: str, message: str) -> Reply:
    """An error, with its message cut to a readable length."""
    return Reply(error_kind=kind, error=" ".join(message.split())[:_SHOWN])


def status_failure(status: int, body: bytes, location: str | None = None) -> Reply:
    """The error for an unsuccessful status, quoting the endpoint, or where it redirects to."""
    error: object = None
    if 300 <= status < 400 and location:
        return failure("moved", f"HTTP {status}: moved to {location}")
    try:
        document = orjson.loads(body)
        if isinstance(document, list) and document:  # as Gemini sends it
            document = document[0]
        error = document.get("error", document) if isinstance(document, dict) else document
        message = error_text(document)
    except orjson.JSONDecodeError:
        message = body[:_SHOWN].decode("utf-8", "replace")
    return failure(kind_of(status, error, message), f"HTTP {status}: {message}")


def _reported(document: Document) -> Reply | None:
    """The failure that a successful response reports in its body; None if there is none."""
    choices = document.get("choices")
    first = _object(choices[0]) if isinstance(choices, list) and choices else {}
    error = document.get("error") or first.get("error")
    if not error and first.get("finish_reason") == "error":
        error = {"message": "the model's provider failed during the reply", "code": 502}
    if not error:
        return None
    status, message = status_in(error), error_text({"error": error})
    if status is None:
        return failure("refused", message)
    return failure(kind_of(status, error, message), f"error {status} in the reply: {message}")


def read_reply(body: bytes, settings: Settings) -> Reply:
    """Read the body of a successful response in the format that the settings requested."""
    if settings.stream and not body.lstrip().startswith((b"{", b"<")):
        return _read_stream(body, settings.api)
    if settings.api is Api.RESPONSES:
        return _read_whole(body, _of_response)
    reply = read_completion(body)
    if settings.by_likelihood and reply.error_kind is None and reply.logprobs is None:
        return failure(NO_LOGPROBS, "the reply has none")
    return reply


def read_completion(body: bytes) -> Reply:
    """Read the body of a completion, of a chat or a text, which may have any shape."""
    return _read_whole(body, _of_completion)


def _read_whole(body: bytes, read: Callable[[Document], Reply]) -> Reply:
    try:
        document = orjson.loads(body)
    except orjson.JSONDecodeError:
        shown = body[:_SHOWN].decode("utf-8", "replace")
        kind = "page" if body.lstrip().startswith(b"<") else "malformed"
        return failure(kind, f"the reply is not JSON: {shown}")
    if not isinstance(document, dict):
        return failure("malformed", "the reply is JSON, but not an object")
    return _reported(document) or read(document)


def _of_completion(document: Document) -> Reply:
    choices = document.get("choices")
    if not isinstance(choices, list):
        return failure("malformed", "the reply has no list of choices")
    if not choices:
        return failure("no-choice", "the reply has an empty list of choices")
    choice = choices[0]
    if isinstance(choice, dict) and isinstance(choice.get("text"), str):
        choice = {"message": {"content": choice["text"]}, **choice}
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(message, dict):
        return failure("malformed", "the first choice of the reply has no message")
    raw = _text(message.get("content")) or _text(message.get("refusal"))
    return Reply(
        raw=raw,
        reasoning=_text(message.get("reasoning_content") or message.get("reasoning")) or None,
        finish_reason=_finish(
            raw, _string(choice.get("finish_reason")), any(map(message.get, _CALLS))
        ),
        logprobs=as_json(choice.get("logprobs")),
        **_served_by(document),
    )


def _served_by(*documents: Document) -> dict[str, Any]:  # Any: as `Reply` wants it
    """What a response, or the events of one, say of the model and of what was used."""
    whole: Document = {}
    for document in documents:
        whole |= {name: value for name, value in document.items() if value}
    tokens = _object(whole.get("usage"))
    before = _object(tokens.get("prompt_tokens_details") or tokens.get("input_tokens_details"))
    after = _object(tokens.get("completion_tokens_details") or tokens.get("output_tokens_details"))
    return {
        "prompt_tokens": _count(tokens, "prompt_tokens", "input_tokens"),
        "completion_tokens": _count(tokens, "completion_tokens", "output_tokens"),
        "cached_tokens": _count(before, "cached_tokens"),
        "reasoning_tokens": _count(after, "reasoning_tokens"),
        "cost_usd": _amount(tokens.get("cost")),
        "served_model": _string(whole.get("model")),
        "fingerprint": _string(whole.get("system_fingerprint")),
        "provider": _string(whole.get("provider")),
    }


def _of_response(document: Document) -> Reply:
    """Read an object of the Responses API: its messages and its reasoning."""
    output = document.get("output")
    if not isinstance(output, list):
        return failure("malformed", "the reply has no list of outputs")
    parts = [part for part in output if isinstance(part, dict)]
    messages = [part for part in parts if part.get("type") == "message"]
    why = _object(document.get("incomplete_details")).get("reason")
    thoughts = [part for part in parts if part.get("type") == "reasoning"]
    calls = any(str(part.get("type")).endswith("_call") for part in parts)
    if not (messages or thoughts or calls or why):
        return failure("no-choice", "the reply has no message among its outputs")
    raw = "".join(_text(part.get("content")) for part in messages)
    return Reply(
        raw=raw,
        reasoning="\n".join(filter(None, (_text(part.get("summary")) for part in thoughts)))
        or None,
        finish_reason=_finish(
            raw, "length" if why == "max_output_tokens" else _string(why) or "stop", calls
        ),
        **_served_by(document),
    )


def _read_stream(body: bytes, api: Api) -> Reply:
    """Read server-sent events: deltas of a chat completion, or the final response object."""
    try:
        events = list(_events(body))
    except orjson.JSONDecodeError:
        return failure("malformed", "an event of the stream is not JSON")
    for event in events:
        if reported := _reported(event):
            return reported
    if api is Api.RESPONSES:
        whole = [_object(event.get("response")) for event in events if _ends(event)]
        return _of_response(whole[-1]) if whole else _cut()
    is_done = any(line.removeprefix(b"data:").strip() == _DONE for line in body.splitlines())
    return _of_deltas(events, is_done)


def _events(body: bytes) -> Iterator[Document]:
    for line in body.splitlines():
        content = line.removeprefix(b"data:").strip()
        if line.startswith(b"data:") and content != _DONE:
            event = orjson.loads(content)
            if isinstance(event, dict):
                yield event


def _ends(event: Document) -> bool:
    return event.get("type") in ("response.completed", "response.incomplete")


def _of_deltas(events: list[Document], is_done: bool) -> Reply:
    """Join the deltas; a reply ends with a finish reason or, at some servers, with [DONE] only."""
    content, reasoning, finish, calls = [], [], None, False
    scored: list[object] = []
    for event in events:
        choices = event.get("choices")
        choice = _object(choices[0]) if isinstance(choices, list) and choices else {}
        delta = _object(choice.get("delta"))
        content.append(_text(delta.get("content") or delta.get("refusal")))
        calls = calls or any(map(delta.get, _CALLS))
        reasoning.append(_text(delta.get("reasoning_content") or delta.get("reasoning")))
        scored += _object(choice.get("logprobs")).get("content") or ()
        finish = _string(choice.get("finish_reason")) or finish
    if finish is None and not is_done:
        return _cut()
    raw = "".join(content)
    return Reply(
        raw=raw,
        reasoning="".join(reasoning) or None,
        finish_reason=_finish(raw, finish, calls),
        logprobs=as_json({"content": scored}) if scored else None,
        **_served_by(*events),
    )


def _finish(raw: str, finish: str | None, calls: bool) -> str | None:
    return TOOLS if calls and not raw.strip() else finish


def _cut() -> Reply:
    return failure("connection", "the stream ends before the reply does")


def error_text(body: object) -> str:
    """The message of an endpoint's error object, which may have any shape."""
    error = body.get("error", body) if isinstance(body, dict) else body
    message = error.get("message") if isinstance(error, dict) else error
    return message if isinstance(message, str) else repr(message if message else error)


def _object(value: object) -> Document:
    return value if isinstance(value, dict) else {}


def _text(content: object) -> str:
    """Content as text; some endpoints send a list of parts."""
    if isinstance(content, list):
        dicts = (part for part in content if isinstance(part, dict))
        parts = (part.get("text") or part.get("refusal") for part in dicts)
        return "".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""


def _string(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _count(tokens: Document, *names: str) -> int | None:
    """The first of these numbers that is one."""
    for name in names:
        value = tokens.get(name)
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31:
            return value
    return None


def _amount(value: object) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and 0 <= value < inf else None  # type: ignore[operator,arg-type]

"""What came back from an endpoint: a reply, or an error by kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson

_SHOWN = 500


@dataclass(frozen=True, slots=True)
class Reply:
    """One answered request: `raw` as received, or `error_kind` and `error`; never both.

    Kinds: `rate-limit` (429), `server` (5xx), `timeout`, `connection`: these have been retried.
    `auth` (401, 403), `rejected` (other 4xx), `refused` (an error object under status 200),
    `malformed` (not JSON, or not a chat completion), `no-choice` (an empty list of choices).
    """

    raw: str | None = None
    reasoning: str | None = None
    finish_reason: str | None = None
    error_kind: str | None = None
    error: str | None = None
    latency_ms: float | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


def failure(kind: str, message: str) -> Reply:
    """An error row; the message is cut to a readable length."""
    return Reply(error_kind=kind, error=" ".join(message.split())[:_SHOWN])


def read_completion(body: bytes) -> Reply:
    """Read the body of a chat completion, trusting none of its shape."""
    try:
        document = orjson.loads(body)
    except orjson.JSONDecodeError:
        shown = body[:_SHOWN].decode("utf-8", "replace")
        return failure("malformed", f"the reply is not JSON: {shown}")
    if not isinstance(document, dict):
        return failure("malformed", "the reply is JSON, but not an object")
    if document.get("error"):
        return failure("refused", error_text(document))
    choices = document.get("choices")
    if not isinstance(choices, list):
        return failure("malformed", "the reply has no list of choices")
    if not choices:
        return failure("no-choice", "the reply has an empty list of choices")
    choice = choices[0]
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(message, dict):
        return failure("malformed", "the first choice of the reply has no message")
    usage = document.get("usage")
    tokens = usage if isinstance(usage, dict) else {}
    return Reply(
        raw=_text(message.get("content")) or _text(message.get("refusal")),
        reasoning=_text(message.get("reasoning_content") or message.get("reasoning")) or None,
        finish_reason=_string(choice.get("finish_reason")),
        prompt_tokens=_count(tokens, "prompt_tokens"),
        completion_tokens=_count(tokens, "completion_tokens"),
    )


def error_text(body: object) -> str:
    """The message of an endpoint's error object, in whatever form it comes."""
    error = body.get("error", body) if isinstance(body, dict) else body
    message = error.get("message") if isinstance(error, dict) else error
    return message if isinstance(message, str) else repr(message if message else error)


def _text(content: object) -> str:
    """Content as text; some endpoints send a list of parts."""
    if isinstance(content, list):
        parts = (part.get("text") for part in content if isinstance(part, dict))
        return "".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""


def _string(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _count(tokens: Mapping[str, Any], name: str) -> int | None:  # Any: JSON from outside
    value = tokens.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None

"""The log-probabilities of a reply's tokens, in one format for both shapes that endpoints use.

The format is JSON: per token a list of its text, its log-probability, and the alternatives at its
place as an object from text to log-probability.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any, NamedTuple

import orjson


class Token(NamedTuple):
    """A token of a reply, its log-probability, and those of the alternatives at its place."""

    text: str
    logprob: float | None
    top: Mapping[str, float]


def as_json(given: object) -> str | None:
    """The log-probabilities of a choice of a reply in our format; None if it has none.

    >>> as_json({"content": [{"token": "A", "logprob": -0.5, "top_logprobs": []}]})
    '[["A",-0.5,{}]]'
    >>> as_json({"tokens": [" A"], "token_logprobs": [-1.0], "top_logprobs": [{" B": -2.0}]})
    '[[" A",-1.0,{" B":-2.0}]]'
    """
    if not isinstance(given, dict):
        return None
    try:
        tokens = list(_of_chat(given["content"]) if given.get("content") else _of_text(given))
    except (KeyError, TypeError, ValueError, AttributeError):
        return None
    return orjson.dumps(list(map(list, tokens))).decode() if tokens else None


def tokens_of(text: str) -> list[Token]:
    """The tokens in our format."""
    return [Token(*parts) for parts in orjson.loads(text)]


def _of_chat(content: list[dict[str, Any]]) -> Iterator[Token]:  # Any: JSON from outside
    for token in content:
        top = {one["token"]: one["logprob"] for one in token.get("top_logprobs") or ()}
        yield _token(token["token"], token.get("logprob"), top)


def _of_text(given: dict[str, Any]) -> Iterator[Token]:  # Any: JSON from outside
    each = given["tokens"], given["token_logprobs"], given.get("top_logprobs")
    tokens, logprobs, tops = each
    for place, text in enumerate(tokens):
        yield _token(text, logprobs[place], (tops[place] if tops else None) or {})


def _token(text: object, logprob: object, top: Mapping[object, object]) -> Token:
    known = {str(one): float(value) for one, value in top.items() if _is_number(value)}  # type: ignore[arg-type]
    return Token(str(text), float(logprob) if _is_number(logprob) else None, known)  # type: ignore[arg-type]


def _is_number(value: object) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and isfinite(value)  # type: ignore[arg-type]

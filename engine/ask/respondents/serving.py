"""Serve a built-in respondent as an OpenAI-compatible endpoint on 127.0.0.1.

The last user message identifies the question, because it holds only the item in every prompt
style. The respondent answers the item as the probe and rotation show it.
"""

from __future__ import annotations

import hashlib
import socket
import time
from collections.abc import Iterable
from contextlib import suppress

import orjson
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from engine.ask.prompts import WITHHELD_OPTION, kind_of, probed, probes_of
from engine.ask.prompts.message import question
from engine.ask.respondents.protocol import Respondent
from engine.core.errors import InputError
from engine.core.items import Item
from engine.core.rotations import is_single_choice, rotated

HOST = "127.0.0.1"
_CHARACTERS_A_TOKEN = 4
_MOST_BYTES = 10_000_000
"""A request's size: hundreds of examples before a question take less."""


class Index:
    """Finds items by the text of the message that asks them."""

    def __init__(self, items: Iterable[Item]) -> None:
        self._asked: dict[bytes, tuple[Item, int, str]] = {}
        for item in items:
            for rotation in range(len(item.options) if is_single_choice(item) else 1):
                shown = rotated(item, rotation)
                for probe in probes_of(kind_of(item)):
                    if probe == WITHHELD_OPTION:  # no built-in respondent can answer it
                        continue
                    with suppress(InputError):  # the probe does not apply to this item
                        self._asked.setdefault(
                            _key(question(shown, probe)), (item, rotation, probe)
                        )

    def find(self, message: str) -> Item | None:
        """The item that a message asks, as probe and rotation show it; None if unknown."""
        found = self._asked.get(_key(message))
        if found is None:
            return None
        item, rotation, probe = found
        return probed(rotated(item, rotation), probe)


def make_app(respondent: Respondent, index: Index) -> Starlette:
    """The application: `POST /v1/chat/completions` and `GET /v1/models`."""

    async def complete(request: Request) -> Response:
        try:
            body = orjson.loads(await _taken(request))
            asked = _last_user_message(body)
        except ValueError as error:
            return _error(400, "invalid_request_error", f"not a chat completion request: {error}")
        item = index.find(asked)
        if item is None:
            return _error(
                422,  # 404 would say that the model is unknown, and end the run
                "unknown_question",
                "the last user message asks no item served here; ask with `sorites evaluate`"
                " and the data set given to `sorites serve`",
            )
        return _json(_completion(respondent, asked, respondent.answer(item)))

    async def models(_: Request) -> Response:
        model = {"id": respondent.name, "object": "model", "created": 0, "owned_by": "sorites"}
        return _json({"object": "list", "data": [model]})

    return Starlette(
        routes=[
            Route("/v1/chat/completions", complete, methods=["POST"]),
            Route("/v1/models", models, methods=["GET"]),
        ]
    )


async def _taken(request: Request) -> bytes:
    """What a request sends; raises ValueError if that is too much, or ends early."""
    taken = bytearray()
    with suppress(ClientDisconnect):
        async for part in request.stream():
            taken += part
            if len(taken) > _MOST_BYTES:
                raise ValueError(f"it is larger than {_MOST_BYTES:,} bytes")
        return bytes(taken)
    raise ValueError("it ended early")


def listen(port: int) -> socket.socket:
    """A listening socket on 127.0.0.1; port 0 picks a free one.

    Raises:
        InputError: the port is taken or not allowed.
    """
    try:
        return socket.create_server((HOST, port))
    except OSError as error:
        raise InputError(
            f"cannot listen on {HOST}:{port}: {error.strerror}; choose another --port"
        ) from None


def serve(app: Starlette, listening: socket.socket) -> None:
    """Serve until interrupted."""
    import uvicorn
    from starlette.middleware.trustedhost import TrustedHostMiddleware

    # a page elsewhere must not reach it under a name of its own
    guarded = TrustedHostMiddleware(app, allowed_hosts=[HOST, "localhost"])
    config = uvicorn.Config(guarded, log_level="warning", access_log=False, lifespan="off")
    uvicorn.Server(config).run(sockets=[listening])


def _last_user_message(body: object) -> str:
    """The text of the last user message; raises ValueError if the request is invalid."""
    messages = body.get("messages") if isinstance(body, dict) else None
    if not isinstance(body, dict) or not isinstance(messages, list):
        raise ValueError("it has no list of messages")
    if body.get("stream") or body.get("n", 1) != 1:
        raise ValueError("streaming and several choices are not supported; leave out stream and n")
    for message in reversed(messages):
        if isinstance(message, dict) and message.get("role") == "user":
            content = message.get("content")
            if isinstance(content, str):
                return content
            raise ValueError("the content of the last user message is not text")
    raise ValueError("it has no user message")


def _completion(respondent: Respondent, asked: str, answer: str) -> dict[str, object]:
    """A chat completion, with token counts estimated from the number of characters."""
    prompt, completion = (len(text) // _CHARACTERS_A_TOKEN + 1 for text in (asked, answer))
    return {
        "id": f"chatcmpl-{_key(asked).hex()[:16]}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": respondent.name,
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": answer},
                "finish_reason": "stop",
            }
        ],
        "usage": {
            "prompt_tokens": prompt,
            "completion_tokens": completion,
            "total_tokens": prompt + completion,
        },
    }


def _key(text: str) -> bytes:
    """A hash of a text that ignores its spacing."""
    return hashlib.sha256(" ".join(text.split()).encode()).digest()


def _json(document: object, status: int = 200) -> Response:
    return Response(orjson.dumps(document), status, media_type="application/json")


def _error(status: int, kind: str, message: str) -> Response:
    return _json({"error": {"message": message, "type": kind, "code": kind}}, status)

"""The dashboard's server: Streamlit's, for pages of its own name alone, and in nobody's frame."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from streamlit.starlette import App

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_BY_OUR_NAME = re.compile(rb"(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?")
_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class _OnlyOurs:
    """Refuses pages under another name (DNS rebinding) or of another server, and frames."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name for name, _ in message["headers"]}
                added = [one for one in _HEADERS if one[0] not in given]
                message = {**message, "headers": [*message["headers"], *added]}
            await send(message)

        if scope["type"] == "http" and not _is_by_our_name(dict(scope["headers"])):
            refusal = PlainTextResponse("this server answers only its own pages", 403)
            await refusal(scope, receive, send_guarded)
        else:  # Streamlit itself refuses connections of others
            await self._app(scope, receive, send_guarded)


def _is_by_our_name(headers: dict[bytes, bytes]) -> bool:
    host = headers.get(b"host", b"")
    is_ours = _BY_OUR_NAME.fullmatch(host) is not None
    return is_ours and headers.get(b"origin") in (None, b"http://" + host)


app = App(Path(__file__).with_name("app.py"), middleware=[Middleware(_OnlyOurs)])

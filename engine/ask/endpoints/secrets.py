"""Redacts keys from everything an endpoint sends."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.ask.endpoints.replies import Reply
from engine.core import secrets

_TEXTS = ("raw", "reasoning", "finish_reason", "error")


class Redactor(secrets.Redactor):
    """Redacts secrets from replies. A reply without any takes microseconds."""

    def reply(self, reply: Reply) -> Reply:
        """The reply with the secrets removed from all its texts."""
        changed: dict[str, Any] = {}  # Any: as `replace` wants it
        for name in _TEXTS:
            text = getattr(reply, name)
            if text and (clean := self.text(text)) != text:
                changed[name] = clean
        return replace(reply, **changed) if changed else reply

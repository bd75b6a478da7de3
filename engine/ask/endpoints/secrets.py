"""Redacts keys from everything an endpoint sends."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.ask.endpoints.logprobs import tokens_of
from engine.ask.endpoints.replies import Reply
from engine.core import secrets

_TEXTS = (
    "raw", "reasoning", "finish_reason", "error", "served_model", "fingerprint", "provider",
)  # fmt: skip


class Redactor(secrets.Redactor):
    """Redacts secrets from replies. A reply without any takes microseconds."""

    def reply(self, reply: Reply) -> Reply:
        """The reply with the secrets removed from all its texts.

        Log-probabilities whose tokens spell a secret are left out.
        """
        changed: dict[str, Any] = {}  # Any: as `replace` wants it
        for name in _TEXTS:
            text = getattr(reply, name)
            if text and (clean := self.text(text)) != text:
                changed[name] = clean
        if reply.logprobs and self._is_spelt_in(reply.logprobs):
            changed["logprobs"] = None
        return replace(reply, **changed) if changed else reply

    def _is_spelt_in(self, logprobs: str) -> bool:
        tokens = tokens_of(logprobs)
        tops = {one for token in tokens for one in token.top if len(one) >= secrets.SHORTEST_SECRET}
        texts = ("".join(token.text for token in tokens), *tops)
        return any(self.text(text) != text for text in texts)

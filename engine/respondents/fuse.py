"""When to give an endpoint up: its key is wrong, or it has been down for long."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from engine.respondents.replies import Reply

_DOWN = frozenset({"connection", "timeout", "server"})
_BARRED = "auth"


@dataclass(slots=True)
class Fuse:
    """Blows after `failures` attempts on end that failed for reasons of the endpoint's own.

    A refused key blows it after `refusals`. An endpoint that never answered yet is given up
    `at_first_s` seconds after its first failure, and one that did `later_s` seconds after its last
    reply: a restart is waited for, a wrong address is not.
    """

    failures: int = 10
    refusals: int = 3
    at_first_s: float = 10.0
    later_s: float = 180.0
    reason: str | None = None
    """Why it blew, as the beginning of a sentence; None while it holds."""

    _failed: int = field(default=0, repr=False)
    _barred: int = field(default=0, repr=False)
    _failing_since: float | None = field(default=None, repr=False)
    _answered: bool = field(default=False, repr=False)

    def heed(self, reply: Reply) -> None:
        """Take note of one attempt."""
        if reply.error_kind == _BARRED:
            self._barred += 1
            if self._barred >= self.refusals:
                self.reason = f"the endpoint refuses the key ({reply.error})"
        elif reply.error_kind in _DOWN:
            self._heed_failure(reply)
        else:
            # any other reply, an error too, shows an endpoint that is there and knows the key
            self._failed = self._barred = 0
            self._failing_since = None
            self._answered = True

    def _heed_failure(self, reply: Reply) -> None:
        now = time.monotonic()
        self._failed += 1
        if self._failing_since is None:
            self._failing_since = now
        bearable_s = self.later_s if self._answered else self.at_first_s
        if self._failed >= self.failures and now - self._failing_since >= bearable_s:
            self.reason = (
                f"the endpoint has not answered {self._failed} requests on end"
                f" ({reply.error_kind}: {reply.error})"
            )

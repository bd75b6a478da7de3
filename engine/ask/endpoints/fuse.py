"""Decides when to give up an endpoint, because its key is wrong or it has been down for long."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from engine.ask.endpoints.replies import Reply

_DOWN = frozenset({"connection", "timeout", "server"})
_BARRED = "auth"
_FORBIDDEN = "forbidden"


@dataclass(slots=True)
class Fuse:
    """Blows after `failures` consecutive attempts that failed because of the endpoint.

    An endpoint that has never answered is given up `at_first_s` seconds after its first failure;
    one that has, `later_s` seconds after the failures began. So a run waits for a restart, but not
    for a wrong address.

    A key that never worked is given up after `refusals` (401); a key that worked and has expired,
    after `failures` in a row. A 403 may concern only the question, for instance from a content
    filter, which may also be faster than the model. So it counts only if nothing was ever answered,
    after `failures`, once all requests in flight at that point have failed too. `has_answered`: the
    endpoint answered questions of this run at an earlier start. `answered`: it has answered others
    since this start.
    """

    failures: int = 10
    refusals: int = 3
    at_first_s: float = 10.0
    later_s: float = 180.0
    has_answered: bool = False
    answered: bool = False
    reason: str | None = None
    """Why it blew, as a clause; None while it holds."""

    _failed: int = field(default=0, init=False, repr=False)
    _refused: int = field(default=0, init=False, repr=False)
    _failing_since: float | None = field(default=None, init=False, repr=False)
    _begun: int = field(default=0, init=False, repr=False)
    _out: set[int] = field(default_factory=set, init=False, repr=False)
    _awaited: set[int] | None = field(default=None, init=False, repr=False)
    """The attempts in flight at the last counted refusal."""

    def begin(self) -> int:
        """Register an attempt; gives its number."""
        self._begun += 1
        self._out.add(self._begun)
        return self._begun

    def blow(self, reason: str) -> None:
        """Give up the endpoint; the first reason is kept."""
        self.reason = self.reason or reason

    def heed(self, reply: Reply, attempt: int = 0) -> None:
        """Register the outcome of an attempt."""
        self._out.discard(attempt)
        if self._awaited is not None:
            self._awaited.discard(attempt)
        if reply.error_kind in (_BARRED, _FORBIDDEN):
            self._heed_refusal(reply)
        elif reply.error_kind in _DOWN:
            self._heed_failure(reply)
        else:
            # any other reply, even an error, shows that the endpoint is up and accepts the key
            self._failed = self._refused = 0
            self._failing_since = self._awaited = None
            self.answered = True

    def may_be_ours(self, reply: Reply) -> bool:
        """Whether a failure may be the endpoint's fault, so that another endpoint might answer."""
        if reply.error_kind == _FORBIDDEN:
            return not (self.answered or self.has_answered)
        return reply.error_kind == _BARRED or reply.error_kind in _DOWN

    def _heed_refusal(self, reply: Reply) -> None:
        is_barred = reply.error_kind == _BARRED
        if not is_barred and (self.answered or self.has_answered):
            return
        self._refused += 1
        if self._refused == self.failures:
            self._awaited = self._out.copy()
        if is_barred and self._refused >= (self.failures if self.answered else self.refusals):
            self.blow(f"the endpoint refuses the key ({reply.error})")
        elif not is_barred and self._awaited is not None and not self._awaited:
            self.blow(f"the endpoint refuses every request ({reply.error})")

    def _heed_failure(self, reply: Reply) -> None:
        now = time.monotonic()
        self._failed += 1
        if self._failing_since is None:
            self._failing_since = now
        bearable_s = self.later_s if self.answered else self.at_first_s
        if self._failed >= self.failures and now - self._failing_since >= bearable_s:
            self.blow(
                f"the endpoint has not answered {self._failed} requests in a row"
                f" ({reply.error_kind}: {reply.error})"
            )

"""Decides when to give up an endpoint, because its key is wrong or it has been down for long."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from engine.ask.endpoints.failures import ADVICE, HOPELESS, LOADING, halted, is_flagged
from engine.ask.endpoints.replies import Reply

_DOWN = frozenset({"connection", "timeout", "server"})
_BARRED = frozenset({"auth", "payment", "certificate"})
_REFUSING = frozenset(ADVICE) - _BARRED
_OF_THE_QUESTION = frozenset({"forbidden", "too-long", "refused"})
_LIMITED = "rate-limit"


@dataclass(slots=True)
class _Refusals:
    """The refusals of one sort since the last answer."""

    n: int = 0
    awaited: set[int] | None = None
    """The attempts still in flight of those that were when enough refusals were counted."""

    def are(self, most: int, out: set[int]) -> bool:
        """Count one more: whether there are `most`, and all then in flight have failed too."""
        self.n += 1
        if self.n >= most and self.awaited is None:
            self.awaited = out.copy()
        return self.awaited is not None and not self.awaited


@dataclass(slots=True)
class Fuse:
    """Blows after `failures` consecutive attempts that failed because of the endpoint.

    An endpoint that has never answered is given up `at_first_s` seconds after its first failure;
    one that has, `later_s` seconds after the failures began. So a run waits for a restart, but not
    for a wrong address.

    A key that never worked, an account without credit (401, 402) or a certificate without trust is
    given up after `refusals`; a key that worked and has expired, after `failures` in a row, however
    many other refusals are among them. Those may concern only the question: a content filter may be
    faster than the model, and one prompt too long. So they count only if nothing was ever answered,
    after `rejections` (403, too-long prompts and errors in place of replies: `failures`; prompts
    flagged by a filter: `flags`), once all requests in flight at that point have failed too. After
    an answer, only `in_a_row` of them end the run, prompts too long or flagged never: a setting may
    be refused since the server changed. A model may load for `loading_s`. A rate limit is waited
    for as the endpoint asks, until `failures` rounds of requests in a row, over at least
    `limited_s`, brought no answer: limits by the minute have passed by then, those by the day have
    not.

    `answered`: the endpoint has answered since this start. `has_answered`: questions of this run
    were answered before, perhaps by another host; so refusals that may concern the question count
    only as after an answer, but those that never do (an unknown model) as if there were none yet.
    """

    failures: int = 10
    refusals: int = 3
    rejections: int = 5
    flags: int = 20
    in_a_row: int = 50
    at_first_s: float = 10.0
    later_s: float = 180.0
    loading_s: float = 3600.0
    limited_s: float = 300.0
    has_answered: bool = False
    answered: bool = False
    reason: str | None = None
    """Why it blew, as a clause; None while it holds."""

    _failed: int = field(default=0, init=False, repr=False)
    _barred: int = field(default=0, init=False, repr=False)
    _early: _Refusals = field(default_factory=_Refusals, init=False, repr=False)
    _late: _Refusals = field(default_factory=_Refusals, init=False, repr=False)
    _failing_since: float | None = field(default=None, init=False, repr=False)
    _loading_since: float | None = field(default=None, init=False, repr=False)
    limited: int = field(default=0, init=False, repr=False)
    """The rounds of requests in a row that a rate limit refused."""

    _limited_since: float | None = field(default=None, init=False, repr=False)
    _round_ends: int = field(default=0, init=False, repr=False)
    """The last attempt that had begun when this round of limited requests was counted."""
    _begun: int = field(default=0, init=False, repr=False)
    _out: set[int] = field(default_factory=set, init=False, repr=False)

    @property
    def failed(self) -> int:
        """The consecutive failures of an endpoint that has never answered; else 0."""
        return 0 if self.answered or self.has_answered else self._failed

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
        for refusals in (self._early, self._late):
            if refusals.awaited is not None:
                refusals.awaited.discard(attempt)
        if reply.error_kind in _BARRED:
            self._heed_bar(reply, reply.error_kind)
        elif reply.error_kind in ADVICE:
            self._heed_refusal(reply, reply.error_kind)
        elif reply.error_kind == LOADING:
            self._heed_loading()
        elif reply.error_kind == _LIMITED:
            self._heed_limit(reply, attempt)
        elif reply.error_kind in _DOWN:
            self._heed_failure(reply)
        else:
            self._is_up()  # as any other reply shows, even an error
            self._barred, self._early, self._late = 0, _Refusals(), _Refusals()
            self.answered = True

    def _is_up(self) -> None:
        """Register that the endpoint works and accepts the key."""
        self._failed = self.limited = 0
        self._failing_since = self._loading_since = self._limited_since = None

    def may_be_ours(self, reply: Reply) -> bool:
        """Whether a failure may be the endpoint's fault, so that another endpoint might answer."""
        if reply.error_kind in _REFUSING:
            return not self._may_be_the_questions(reply)
        return reply.error_kind in _BARRED or reply.error_kind in _DOWN

    def _may_be_the_questions(self, reply: Reply) -> bool:
        """Whether a refusal may concern its question alone, because others were answered."""
        is_general = reply.error_kind in HOPELESS and not is_flagged(reply.error)
        return self.answered or (self.has_answered and not is_general)

    def _heed_bar(self, reply: Reply, kind: str) -> None:
        self._barred += 1
        if self._barred >= (self.failures if self.answered else self.refusals):
            self.blow(halted(kind, reply.error))

    def _heed_refusal(self, reply: Reply, kind: str) -> None:
        self._is_up()
        is_late, flagged = self._may_be_the_questions(reply), is_flagged(reply.error)
        if not is_late:
            most = self.failures if kind in _OF_THE_QUESTION else self.rejections
            if self._early.are(self.flags if flagged else most, self._out):
                self.blow(halted(kind, reply.error))
        elif kind != "too-long" and not flagged and self._late.are(self.in_a_row, self._out):
            late = f"after answers, {self._late.n} requests in a row failed: "
            self.blow(f"{late}{halted(kind, reply.error)}")

    def _heed_loading(self) -> None:
        now = time.monotonic()
        self._loading_since = now if self._loading_since is None else self._loading_since
        if now - self._loading_since >= self.loading_s:
            self.blow(f"the model is still loading after {self.loading_s / 60:.0f} min")

    def _heed_limit(self, reply: Reply, attempt: int) -> None:
        now = time.monotonic()
        self._failed, self._failing_since, self._loading_since = 0, None, None
        self._limited_since = now if self._limited_since is None else self._limited_since
        if attempt > self._round_ends or not self.limited:
            self.limited, self._round_ends = self.limited + 1, self._begun
        limited_s = now - self._limited_since
        if self.limited >= self.failures and limited_s >= self.limited_s:
            self.blow(
                f"the endpoint's rate limit has let no request through for {limited_s / 60:.0f} min"
                f" ({reply.error}); repeat the command when the limit is reset, or with a key that"
                " has a higher one"
            )

    def _heed_failure(self, reply: Reply) -> None:
        now = time.monotonic()
        self._failed += 1
        if self._failing_since is None:
            self._failing_since = now
        bearable_s = self.later_s if self.answered else self.at_first_s
        if self._failed >= self.failures and now - self._failing_since >= bearable_s:
            self.blow(
                f"the endpoint has not answered {self._failed} requests in a row"
                f" ({reply.error_kind}: {reply.error}); see that it works, then repeat the command"
            )

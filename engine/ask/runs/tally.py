"""The tally of a run, which keeps only the outcome of each answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from engine.ask.endpoints.replies import TOOLS
from engine.core.items import Grade, Outcome, Response
from engine.core.statistics import Counts, GroupSums, Interval
from engine.grade.core import EMPTY, UNFINISHED
from engine.grade.grade import is_withheld

_MOST_ROTATIONS = 64
_MOST_SAMPLES = 128
_NOTHING = Counts(0, 0)


class Known(Protocol):
    """Numbers the items of a run."""

    @property
    def groups(self) -> Sequence[int]:
        """The group of each item."""

    def place(self, item_hash: str) -> int | None:
        """The number of the item with a hash; None if there is none."""


class Tokens(NamedTuple):
    """Numbers of tokens sent and received."""

    sent: int = 0
    received: int = 0


@dataclass(frozen=True, slots=True)
class Failure:
    """A number of questions whose requests failed with the same sentence of the endpoint."""

    n: int
    kind: str
    sentence: str


class Textless(StrEnum):
    """Why a reply has no text to read an answer from."""

    FILTERED = "filtered"
    CALLS = "calls"
    CUT_THINKING = "cut-thinking"
    THINKING = "thinking"
    EMPTY = "empty"


def why_textless(response: Response, verdict: Grade) -> Textless | None:
    """Why a reply has no text to read; None if it has some, or is scored by likelihood."""
    if is_withheld(response.finish_reason):
        return Textless.FILTERED
    raw, is_cut = (response.raw or "").strip(), verdict.outcome is Outcome.CUT_OFF
    if response.scores is not None or (raw and verdict.rule not in (EMPTY, UNFINISHED)):
        return None
    if response.finish_reason == TOOLS:
        return Textless.CALLS
    if raw or response.reasoning:
        return Textless.CUT_THINKING if is_cut else Textless.THINKING
    return Textless.EMPTY


class Tally:
    """The outcomes of the questions of a run. An answer replaces an error, not the reverse.

    Questions are stored by number, so that a hundred thousand take a few megabytes.
    """

    def __init__(self, items: Known) -> None:
        self._items = items
        self._answered: set[int] = set()
        self._failed: dict[int, tuple[str, str]] = {}
        """The kind of each failure and the endpoint's sentence."""
        self._groups: dict[int, Counts] = {}
        """Counts of right answers and all answers per group of items."""
        self._alike: dict[Counts, Counts] = {}
        """Shares one object between equal counts, to save memory."""
        self._sums = GroupSums()
        self.outcomes: Counter[Outcome] = Counter()
        self.textless: Counter[Textless] = Counter()
        """Replies without text, by why."""
        self.strictly_right = 0
        self.prompt_tokens = 0
        self.completion_tokens = 0
        self.served: Counter[str] = Counter()
        """Answers by what the endpoint says of itself: model, fingerprint and provider."""
        self.models: Counter[str] = Counter()
        """Answers by the model that the endpoint names."""
        self.counted = 0
        """Answers with token counts from the endpoint; a prompt of no tokens is not counted."""
        self.charged = 0
        self.charged_usd = 0.0
        """Answers for which the endpoint says what it charged, and the sum."""
        self.n_uncharged = 0
        self.uncharged = Tokens()
        """Answers for which it says only the tokens, and these."""
        self.unknown = 0
        """Answers for which the endpoint says neither tokens nor a charge."""

    def _number(self, item: str, sample: int, rotation: int) -> int | None:
        place = self._items.place(item)
        if place is None:
            return None
        return (place * _MOST_SAMPLES + sample) * _MOST_ROTATIONS + rotation

    def _group(self, number: int) -> int:
        return self._items.groups[number // (_MOST_ROTATIONS * _MOST_SAMPLES)]

    def has_answer(self, item: str, sample: int, rotation: int) -> bool:
        """Whether a question has an answer; errors do not count."""
        return self._number(item, sample, rotation) in self._answered

    def failed_so_far(self) -> Callable[[str, int, int], bool]:
        """Whether a question has an error now, also after later ones are added."""
        failed = frozenset(self._failed)
        return lambda item, sample, rotation: self._number(item, sample, rotation) in failed

    def add(self, response: Response, verdict: Grade) -> None:
        """Count one answer or error."""
        number = self._number(response.item, response.sample, response.rotation)
        if number is None or number in self._answered:
            return
        if verdict.outcome is Outcome.ERROR:
            self._failed[number] = response.error_kind or "error", response.error or ""
            return
        group = self._group(number)
        before = self._groups.get(group, _NOTHING)
        after = Counts(before.k + (verdict.outcome is Outcome.RIGHT), before.n + 1)
        self._sums.change(before, after)
        self._groups[group] = self._alike.setdefault(after, after)
        self._failed.pop(number, None)
        self._answered.add(number)
        self.outcomes[verdict.outcome] += 1
        if why := why_textless(response, verdict):
            self.textless[why] += 1
        self.strictly_right += verdict.strict_outcome is Outcome.RIGHT
        served = response.served_model, response.fingerprint, response.provider
        if response.served_model:
            self.models[response.served_model] += 1
        if any(served):
            self.served[", ".join(filter(None, served))] += 1
        if not response.is_reused:
            self._count_tokens(response)

    def _count_tokens(self, response: Response) -> None:
        sent, received = response.prompt_tokens or 0, response.completion_tokens or 0
        is_counted = sent > 0 and response.completion_tokens is not None
        self.counted += is_counted
        if response.cost_usd is not None:
            self.charged += 1
            self.charged_usd += response.cost_usd
        elif is_counted:
            self.n_uncharged += 1
            self.uncharged = Tokens(self.uncharged.sent + sent, self.uncharged.received + received)
        else:
            self.unknown += 1
        self.prompt_tokens += sent
        self.completion_tokens += received

    @property
    def n(self) -> int:
        """The number of questions with an answer: the denominator."""
        return len(self._answered)

    @property
    def errors(self) -> dict[str, int]:
        """The questions whose requests failed, by kind."""
        return dict(sorted(Counter(kind for kind, _ in self._failed.values()).items()))

    @property
    def failures(self) -> tuple[Failure, ...]:
        """The failures with the endpoint's own sentences, the most frequent first."""
        found = Counter(self._failed.values()).most_common()
        return tuple(Failure(n, kind, sentence) for (kind, sentence), n in found)

    @property
    def interval(self) -> Interval | None:
        """The 95% interval of accuracy, clustered by groups."""
        return self._sums.interval if self._answered else None

    @property
    def sequence(self) -> Interval | None:
        """The interval that stays valid although the answers decide when to stop."""
        return self._sums.sequence if self._answered else None

"""A row of a board, and the measures that boards show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import orjson

from engine.analysis.boards.ranks import Rank, rank_words
from engine.ask.respondents import has_seen
from engine.core.items import Origin

PASSAGE, NO_CONTEXT, ROTATIONS = "passage", "no-context", "rotations"
ENGLISH, ALL_LANGUAGES, ALL_SPLITS = "en", "all", "all"

Configuration = tuple[tuple[str, str], ...]
"""The settings of a run that runs on other data sets can share, by name."""


class Share(NamedTuple):
    """A share from 0 to 1 with its 95% interval and its n."""

    value: float | None
    low: float | None
    high: float | None
    n: int | None


class Measure(NamedTuple):
    """A column of boards: its name in the view `board`, a title, and the column with its n."""

    name: str
    title: str
    n: str = "n"


ACCURACY = Measure("value", "Accuracy")
PARTIAL = Measure("partial_circular", "PartialCircular", "n_questions")
OVER_ROTATIONS = (
    Measure("value", "Accuracy"),
    Measure("circular", "Circular", "n_questions"),
    PARTIAL,
)
BESIDE = (
    Measure("response_rate", "Answered"),
    Measure("strict_response_rate", "Answered, strict"),
    Measure("response_accuracy", "Response accuracy", "n_read"),
    Measure("strict_response_accuracy", "strict", "n_strictly_read"),
    Measure("informedness", "Informedness", "n_informed"),
    Measure("consistency", "Consistency", "n_groups"),
)
"""Measures shown next to accuracy, where known: of skill questions, labels and groups of items."""


@dataclass(frozen=True, slots=True)
class Score:
    """A row of the view `board`, which documents its columns; unknown values are None."""

    dataset: str
    origin: Origin
    setting: str
    split: str | None
    language: str | None
    place: int
    rank_best: int | None
    rank_worst: int | None
    model: str
    kind: str
    prompt: str | None
    label: str | None
    value: float
    low: float | None
    high: float | None
    n: int | None
    n_planned: int | None
    is_whole: bool
    is_incomplete: bool
    is_sample: bool
    n_failed: int
    circular: float | None
    circular_low: float | None
    circular_high: float | None
    partial_circular: float | None
    partial_circular_low: float | None
    partial_circular_high: float | None
    n_questions: int | None
    response_rate: float | None
    response_rate_low: float | None
    response_rate_high: float | None
    strict_response_rate: float | None
    strict_response_rate_low: float | None
    strict_response_rate_high: float | None
    response_accuracy: float | None
    response_accuracy_low: float | None
    response_accuracy_high: float | None
    n_read: int | None
    strict_response_accuracy: float | None
    strict_response_accuracy_low: float | None
    strict_response_accuracy_high: float | None
    n_strictly_read: int | None
    informedness: float | None
    informedness_low: float | None
    informedness_high: float | None
    n_informed: int | None
    d_prime: float | None
    d_prime_low: float | None
    d_prime_high: float | None
    answered: str | None
    chance: float | None
    consistency: float | None
    consistency_low: float | None
    consistency_high: float | None
    n_groups: int | None
    source: str
    command: str | None
    note: str | None
    configuration: str | None
    run_id: int | None
    run_hash: str | None

    @property
    def rank(self) -> Rank | None:
        """The rank range that the intervals allow."""
        if self.rank_best is None or self.rank_worst is None:
            return None
        return self.rank_best, self.rank_worst

    @property
    def rank_words(self) -> str | None:
        """The rank range as shown."""
        return None if self.rank is None else rank_words(self.rank)

    @property
    def missing_words(self) -> str | None:
        """What the run lacks, such as “a sample, incomplete, 12 failed”; None if nothing."""
        until = dict(configuration_of(self.configuration)).get("until")
        return missing_words(
            self.is_sample, until, self.is_incomplete, self.is_whole, self.n_failed
        )

    @property
    def has_learnt(self) -> bool:
        """Whether the respondent was fitted to questions asked here."""
        return has_seen(self.model, self.split)

    def share(self, measure: Measure) -> Share:
        """The share in a measure."""
        prefix = "" if measure.name == "value" else f"{measure.name}_"
        names = (measure.name, f"{prefix}low", f"{prefix}high", measure.n)
        return Share(*(getattr(self, name) for name in names))


def configuration_of(settings: str | None) -> Configuration:
    """The column `configuration` of `board` and `board_runs`; empty for bundled figures."""
    return tuple(sorted(orjson.loads(settings or "{}").items()))


def missing_words(
    is_sample: bool, until: str | float | None, is_incomplete: bool, is_whole: bool, n_failed: int
) -> str | None:
    """What a run lacks, in words; None if nothing."""
    state = "incomplete" if is_incomplete else None if is_whole else "unfinished"
    failed = f"{n_failed:,} failed" if n_failed else None
    sample = "a sample" if is_sample else None
    asked = f"asked until ±{float(until):g} points" if until else None
    return ", ".join(filter(None, (sample, asked, state, failed))) or None

"""The protocol of respondents, which answer items."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from engine.core.items import Item


class Respondent(Protocol):
    """Answers items in process. `kind` is `baseline` or, for the oracle, `oracle`."""

    @property
    def name(self) -> str:
        """The name given to --model."""

    @property
    def kind(self) -> str:
        """Its kind on a leaderboard."""

    def answer(self, item: Item) -> str:
        """The reply to an item in the requested format; it must not use gold or certificate."""


@runtime_checkable
class Learner(Respondent, Protocol):
    """A respondent that must be trained on the train split first."""

    def fit(self, train: Sequence[Item]) -> None:
        """Learn from items and their gold answers.

        Raises:
            InputError: there is nothing to learn from.
        """

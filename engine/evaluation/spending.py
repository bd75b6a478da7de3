"""What asking costs: list prices from a data file, and a limit that is kept.

`data/prices/prices.toml` holds what endpoints charge, with the date and the source of each price; a
file of the same form that the user names comes before it. What has no price costs "unknown", never
nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from engine.errors import InputError
from engine.evaluation.tally import Tally
from engine.resources import data_file

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens sent and received, as of a day, by a source.

    `in_batches` is the share of that which batches cost; None if nobody told it.
    """

    sent_usd: float
    received_usd: float
    on: date
    source: str
    in_batches: float | None = None

    def cost_usd(self, sent: float, received: float) -> float:
        """What so many tokens cost."""
        return (sent * self.sent_usd + received * self.received_usd) / _MILLION

    def batched(self) -> Price | None:
        """The price in batches."""
        share = self.in_batches
        if share is None:
            return None
        return replace(self, sent_usd=self.sent_usd * share, received_usd=self.received_usd * share)


def find_price(model: str, endpoint: str, own: Path | None = None) -> Price | None:
    """The latest price of a model at an address; None if nobody told it.

    The user's own file is asked first, then ours.

    Raises:
        InputError: a file is not there, or not of that form.
    """
    from engine.evaluation.price_file import read_prices  # which brings pydantic with it

    for path in filter(None, (own, data_file("prices/prices.toml"))):
        fitting = [
            entry
            for entry in read_prices(path)
            if entry.model == model and endpoint.startswith(entry.endpoint or "")
        ]
        if fitting:
            latest = max(fitting, key=lambda entry: (entry.on, len(entry.endpoint or "")))
            return Price(
                latest.sent_usd,
                latest.received_usd,
                latest.on,
                latest.source,
                latest.in_batches,
            )
    return None


class Spending:
    """What a run has cost, and whether it may cost more."""

    def __init__(self, tally: Tally, price: Price | None, max_cost_usd: float | None) -> None:
        if max_cost_usd is not None and price is None:
            raise InputError(
                "--max-cost needs the model's price; put it into a file of the form of"
                " data/prices/prices.toml and name that with --prices"
            )
        self._tally = tally
        self._price = price
        self._limit = max_cost_usd

    @property
    def is_limited(self) -> bool:
        """Whether the user allows only so much."""
        return self._limit is not None

    @property
    def cost_usd(self) -> float | None:
        """What the counted tokens cost; None where a price or the tokens are unknown."""
        if self._price is None or self._tally.uncounted:
            return None
        return self._price.cost_usd(self._tally.prompt_tokens, self._tally.completion_tokens)

    def halt(self) -> str | None:
        """Why nothing more may be asked; None while it may."""
        if self._limit is None:
            return None
        cost = self.cost_usd
        if cost is None:
            return "the endpoint does not tell the tokens used, so that --max-cost cannot be kept"
        if cost < self._limit:
            return None
        return f"the run has cost ${cost:.4f} of the ${self._limit:g} that --max-cost allows"

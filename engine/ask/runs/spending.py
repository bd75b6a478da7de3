"""What asking costs, by list prices from a data file.

`data/prices/prices.toml` holds what endpoints charge, with the date and the source of each price; a
file of the same form that the user names comes before it. What has no price costs "unknown", never
nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from engine.ask.runs.tally import Tally

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens sent and received, as of a day, by a source.

    `in_batches` is the share of that which batches cost; None if it is unknown.
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
    """The latest price of a model at an address; None if it is unknown.

    The user's own file is asked first, then ours.

    Raises:
        InputError: a file is not there, or not of that form.
    """
    from engine.ask.runs.price_file import our_prices, read_prices  # which bring pydantic

    for prices in (read_prices(own) if own else (), our_prices()):
        fitting = [
            entry
            for entry in prices
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


def price_of(
    model: str, endpoints: Sequence[str], is_batched: bool | None, own: Path | None = None
) -> Price | None:
    """The price at which a run was asked at all its endpoints; none named: at any address.

    Where it is not known which questions went out in batches, it is that of single ones, the most
    it can have been. None if it is unknown, or if the endpoints charge differently.

    Raises:
        InputError: a file is not there, or not of that form.
    """
    found = {find_price(model, endpoint, own) for endpoint in endpoints or ("",)}
    if len(found) > 1:
        return None
    [price] = found
    return price.batched() if price and is_batched else price


def cost_of(tally: Tally, price: Price | None) -> float | None:
    """What the tokens of a run cost; None where its price or some of its tokens are unknown."""
    if price is None or tally.uncounted:
        return None
    return price.cost_usd(tally.prompt_tokens, tally.completion_tokens)

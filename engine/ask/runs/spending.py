"""The cost of runs, as the endpoint charges or by list prices from a data file.

What an endpoint says that it charged for an answer takes precedence over any price.
`data/prices/prices.toml` holds the prices of endpoints, each with date and source. A user's file in
the same format takes precedence. The cost of a model without a price is unknown, never zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import NamedTuple, TypeVar

from engine.ask.runs.tally import Tally, Tokens

_MILLION = 1_000_000

Figure = TypeVar("Figure", int, float)


def total(figures: Iterable[Figure | None]) -> Figure | None:
    """The sum of costs, tokens or times; None if any is unknown."""
    found = list(figures)
    return None if None in found else sum(one for one in found if one is not None)


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per million tokens sent and received, with date and source.

    `in_batches` is the price in batches as a share of that; None if unknown.
    """

    sent_usd: float
    received_usd: float
    on: date
    source: str
    in_batches: float | None = None

    def cost_usd(self, sent: float, received: float) -> float:
        """The cost of numbers of tokens."""
        return (sent * self.sent_usd + received * self.received_usd) / _MILLION

    def batched(self) -> Price | None:
        """The price in batches; None if unknown."""
        share = self.in_batches
        if share is None:
            return None
        return replace(self, sent_usd=self.sent_usd * share, received_usd=self.received_usd * share)


def find_price(model: str, endpoint: str, own: Path | None = None) -> Price | None:
    """The latest price of a model at an address; None if unknown.

    The user's file takes precedence over ours.

    Raises:
        InputError: the file is missing or has another format.
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
    """The price of a model at all its endpoints, or at any address if none is given.

    If it is unknown whether questions were batched, the price is that of single requests, an upper
    bound. None if the price is unknown or differs between endpoints.

    Raises:
        InputError: the file is missing or has another format.
    """
    found = {find_price(model, endpoint, own) for endpoint in endpoints or ("",)}
    if len(found) > 1:
        return None
    [price] = found
    return price.batched() if price and is_batched else price


class Charges(NamedTuple):
    """The answers of a run as a tally counts them: all, and by what the endpoint says of cost."""

    n: int
    charged: int
    charged_usd: float
    n_uncharged: int
    uncharged: Tokens
    unknown: int


def cost_of(run: Tally | Charges, price: Price | None) -> float | None:
    """The cost of a run: what the endpoint charged and, where it does not say, by the price.

    Answers reused from earlier runs cost nothing. None if it is unknown for any other answer.
    """
    if run.unknown or (price is None and (run.n_uncharged or not run.n)):
        return None
    return run.charged_usd + (price.cost_usd(*run.uncharged) if price else 0.0)


def source_of_cost(tally: Tally, price: Price | None) -> str | None:
    """Where the cost of a run is from, in words; None if it is unknown, or nothing was asked."""
    if cost_of(tally, price) is None:
        return None
    listed = f"at the price of {price.on:%Y-%m-%d} ({price.source})" if price else ""
    if not tally.charged:
        return listed or None
    if not tally.n_uncharged:
        return "as the endpoint charged"
    return f"as the endpoint charged for {tally.charged:,} answers, the others {listed}"

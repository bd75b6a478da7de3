"""The cost of answers, from the price list."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from engine.analysis.sources.query import Row
from engine.ask.runs import Price, price_of
from engine.ask.runs.price_file import read_prices
from engine.core.errors import InputError

__all__ = ["ANSWERS", "PRICES", "Price", "price_in", "priced"]

PRICES = "SORITES_PRICES"
"""The environment variable that gives the dashboard the user's own price file."""

ANSWERS = 1_000
"""Costs are per this many answers."""


def price_in(model: str, endpoints: Sequence[str], is_batched: bool | None) -> Price | None:
    """The price of a run, from the user's own file first.

    None if unknown, or if the user's file has disappeared since the dashboard started.
    """
    own = os.environ.get(PRICES)
    try:
        return price_of(model, endpoints, is_batched, Path(own) if own else None)
    except InputError:
        return None


def check_prices(path: Path) -> None:
    """Raise an InputError if a price file cannot be read or is invalid."""
    read_prices(path)


def priced(board: Sequence[Row]) -> list[Row]:
    """Leaderboard rows with `cost` and its interval, in US dollars for 1,000 answers.

    None if the list has no price or the endpoint counted no tokens. The interval is that of the
    completion tokens.
    """
    return [{**row, **_costs(row)} for row in board]


def _costs(row: Row) -> dict[str, float | None]:
    sent, columns = row["mean_prompt_tokens"], ("tokens", "tokens_low", "tokens_high")
    price = None
    if row["kind"] == "endpoint" and sent:
        price = price_in(row["model"], row["endpoints"] or (), row["is_batched"])
    return {
        column.replace("tokens", "cost"): (
            None
            if price is None or row[column] is None
            else ANSWERS * price.cost_usd(sent, row[column])
        )
        for column in columns
    }

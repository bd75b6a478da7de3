"""What answers cost by the list of prices."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from engine.analysis.query import Row
from engine.ask.runs import Price, price_of
from engine.ask.runs.price_file import read_prices
from engine.core.errors import InputError

__all__ = ["ANSWERS", "PRICES", "Price", "price_in", "priced"]

PRICES = "SORITES_PRICES"
"""The variable that names the user's own file of prices to the dashboard."""

ANSWERS = 1_000
"""Costs are given for so many answers."""


def price_in(model: str, endpoints: Sequence[str], is_batched: bool | None) -> Price | None:
    """The price at which a run was asked, by the user's own file first.

    None if it is unknown, or if the user's file has gone since the dashboard was started.
    """
    own = os.environ.get(PRICES)
    try:
        return price_of(model, endpoints, is_batched, Path(own) if own else None)
    except InputError:
        return None


def check_prices(path: Path) -> None:
    """Raise an InputError if a file of prices cannot be read or is not of that form."""
    read_prices(path)


def priced(board: Sequence[Row]) -> list[Row]:
    """The rows of a leaderboard with `cost`, and its interval, in US dollars for 1,000 answers.

    None where the list has no price or the endpoint counted no tokens. The interval is that of the
    tokens received.
    """
    return [{**row, **_costs(row)} for row in board]


def _costs(row: Row) -> dict[str, float | None]:
    sent, columns = row["mean_prompt_tokens"], ("tokens", "tokens_low", "tokens_high")
    price = None
    if row["kind"] == "endpoint" and sent is not None:
        price = price_in(row["model"], row["endpoints"] or (), row["is_batched"])
    return {
        column.replace("tokens", "cost"): (
            None
            if price is None or row[column] is None
            else ANSWERS * price.cost_usd(sent, row[column])
        )
        for column in columns
    }

"""The order of a table's rows, kept in the address like every choice.

A click on a heading orders a table too, but only where it was made, and a link does not say so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dashboard.components.choices import choosing
from engine.analysis.sources.query import Row


@dataclass(frozen=True, slots=True)
class Order:
    """Rows by a column, greatest or least first; rows without a value come last."""

    column: str
    greatest_first: bool = True

    def of(self, rows: Sequence[Row]) -> list[Row]:
        """The rows in this order; ties keep their order.

        >>> Order("cost", greatest_first=False).of([{"cost": 10}, {"cost": None}, {"cost": 9}])
        [{'cost': 9}, {'cost': 10}, {'cost': None}]
        """
        known = [row for row in rows if row[self.column] is not None]
        known.sort(key=lambda row: row[self.column], reverse=self.greatest_first)
        return known + [row for row in rows if row[self.column] is None]


def choose(orders: Mapping[str, Order]) -> Order:
    """Choose an order by its title; the first is the default."""
    return orders[choosing.one_of("Sorted by", "sort", list(orders))]

"""The SQL behind the page about arguments, as `queries` is behind the others."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard.queries import SERIES, THIN, interval, series
from dashboard.snapshot import Row, rows

TYPES = ("1.1", "1.2", "1.3", "2.1", "2.2", "2.3", "3.1", "3.2", "3.3")
STRUCTURES = {"1": "linear", "2": "convergent", "3": "divergent"}
"""The structure of a type by the first figure of its code."""

_SHOWN = "s.run_id = v.run_id AND list_contains($runs, v.run_id)"


def datasets() -> list[str]:
    """The data sets of questions on arguments, those with answers first, then the latest."""
    found = rows(
        """
        SELECT name, count(DISTINCT run_id) AS n_runs, any_value(created_at) AS made
        FROM (SELECT DISTINCT dataset_id FROM items WHERE logic = 'support')
        JOIN datasets USING (dataset_id) LEFT JOIN runs USING (dataset_id)
        GROUP BY name ORDER BY n_runs = 0, made DESC, name
        """
    )
    return [row["name"] for row in found]


def by_type(dataset: str, origin: str, names: Sequence[str]) -> list[Row]:
    """Accuracy of the series at each type, in each structure, and over all."""
    return _seen(
        """
        SELECT s.name, v.cell AS down_cell, s.name AS across_cell, v.n, v.n_items, v.value, v.low,
            v.high, {interval} AS interval, v.n_items < {thin} AS thin
        FROM accuracy_by_trait v JOIN series s ON {shown}
        WHERE v.trait IN ('question_type', 'structure')
        UNION ALL
        SELECT s.name, 'all', s.name, v.n, v.n_items, v.value, v.low, v.high, {interval},
            v.n_items < {thin}
        FROM accuracy v JOIN series s ON {shown}
        """,
        dataset,
        origin,
        names,
    )


def chosen(dataset: str, origin: str, names: Sequence[str]) -> list[Row]:
    """How often the series chose the key and each wrong option, by type; models come first."""
    return _seen(
        """
        SELECT s.name, v.question_type, v.role, v.is_tied_to_both, v.n, v.n_chosen, v.share,
            v.share AS value, v.low, v.high, {interval} AS interval, v.n < {thin} AS thin
        FROM distractor_selection v JOIN series s ON {shown}
        ORDER BY s.kind IN ('baseline', 'ceiling'), list_position($names, s.name),
            v.question_type,
            list_position(['gold', 'i', 'ii', 'iii'], v.role)
        """,
        dataset,
        origin,
        names,
    )


def drawn(dataset: str, origin: str, names: Sequence[str]) -> list[Row]:
    """How often the series chose the wrong option that is tied to both sentences."""
    return _seen(
        """
        SELECT s.name, v.n, v.n_drawn, v.share AS value, v.low, v.high, {interval} AS interval,
            v.n < {thin} AS thin
        FROM drawn_to_tied v JOIN series s ON {shown}
        ORDER BY list_position($names, s.name)
        """,
        dataset,
        origin,
        names,
    )


def pairs(dataset: str, origin: str, names: Sequence[str]) -> list[Row]:
    """The mirror pairs and the pairs of one structure, compared within each argument."""
    return _seen(
        """
        SELECT s.name, v.pair, v.first_type || ' against ' || v.second_type AS types, v.n,
            v.first_share, v.second_share, v.difference AS value, v.low, v.high,
            v.difference,
            printf('%+.1f to %+.1f', v.low * 100, v.high * 100) AS interval, v.n < {thin} AS thin
        FROM type_pairs v JOIN series s ON {shown}
        ORDER BY v.pair, types, list_position($names, s.name)
        """,
        dataset,
        origin,
        names,
    )


def averages(dataset: str, origin: str, names: Sequence[str]) -> list[Row]:
    """Accuracy over all questions, and as the mean over the types."""
    return _seen(
        """
        SELECT s.name, v.micro, v.type_mean AS value, v.low, v.high, {interval} AS interval, v.n,
            v.n_arguments
        FROM type_average v JOIN series s ON {shown}
        ORDER BY value DESC, s.name
        """,
        dataset,
        origin,
        names,
    )


def _seen(query: str, dataset: str, origin: str, names: Sequence[str]) -> list[Row]:
    filled = query.format(interval=interval("v."), thin=THIN, shown=_SHOWN)
    # as a list of values the runs go down into the views
    runs = [one.run_id for one in series(dataset, origin) if one.name in names and one.run_id]
    values = {"names": list(names)} if "$names" in filled else {}
    return rows(f"WITH {SERIES} {filled}", runs=runs, **values)

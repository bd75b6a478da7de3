"""What is read for people of single choices: one function for each view over option rotations."""

from __future__ import annotations

from duckdb import DuckDBPyConnection

from engine.store.records import Row, read_rows

_OF_DATASET = "($dataset IS NULL OR dataset = $dataset)"


def circular_scores(con: DuckDBPyConnection, dataset: str | None = None) -> list[Row]:
    """Accuracy, Circular and PartialCircular of each rotated run, with intervals."""
    return read_rows(con, f"FROM circular WHERE {_OF_DATASET}", {"dataset": dataset})


def circular_breakdown(
    con: DuckDBPyConnection, trait: str = "question_type", dataset: str | None = None
) -> list[Row]:
    """The same by language and by each value of a trait; `overall` has one value, `all`.

    An item and its symbolic twin differ in `language`, the plain question and a probe in `probe`.
    """
    return read_rows(
        con,
        f"FROM circular_by_trait WHERE trait = $trait AND {_OF_DATASET}",
        {"trait": trait, "dataset": dataset},
    )


def chance_scores(con: DuckDBPyConnection, dataset: str | None = None) -> list[Row]:
    """What independent guessing scores on each set that was asked in rotations, by metric."""
    return read_rows(con, f"FROM chance WHERE {_OF_DATASET}", {"dataset": dataset})


def position_bias(con: DuckDBPyConnection, dataset: str | None = None) -> list[Row]:
    """How often each run chose each position, against how often the right option stood there."""
    return read_rows(con, f"FROM position_bias WHERE {_OF_DATASET}", {"dataset": dataset})


def variation(con: DuckDBPyConnection, dataset: str | None = None) -> list[Row]:
    """How much each metric varies over the repeated runs of each run that has several."""
    return read_rows(con, f"FROM variation WHERE {_OF_DATASET}", {"dataset": dataset})


def contamination(con: DuckDBPyConnection, dataset: str | None = None) -> list[Row]:
    """How often each model gave a withheld option word for word."""
    return read_rows(con, f"FROM contamination WHERE {_OF_DATASET}", {"dataset": dataset})


def item_rotations(con: DuckDBPyConnection, item_id: int) -> list[Row]:
    """What each rotated run chose of one item in each rotation, complete or not.

    `chosen` and `outcomes` are parallel to `rotations`, those asked so far; `chosen` has the item's
    own key, or None where no answer could be read. The metrics are None until all were asked.
    """
    return read_rows(
        con,
        """
        SELECT r.run_id, r.model, r.kind, r.prompt, r.probe, r.origin, r.sample,
            list(r.answer ORDER BY r.rotation) AS chosen,
            list(r.outcome ORDER BY r.rotation) AS outcomes,
            list(r.rotation ORDER BY r.rotation) AS rotations,
            any_value(s.k) AS k, any_value(s.n_right) AS n_right,
            any_value(s.certainty) AS certainty, any_value(s.circular) AS circular,
            any_value(s.partial_circular) AS partial_circular
        FROM item_responses r
        JOIN runs u ON u.run_id = r.run_id AND u.rotated
        LEFT JOIN (FROM circular_items WHERE item_id = $item_id) s
            ON s.run_id = r.run_id AND s.sample = r.sample
        WHERE r.item_id = $item_id
        GROUP BY ALL
        ORDER BY r.origin, r.model, r.prompt, r.probe, r.sample
        """,
        {"item_id": item_id},
    )


def group_members(con: DuckDBPyConnection, item_id: int) -> list[Row]:
    """The other items of an item's group, such as its symbolic twin: dataset, idx, role, hash."""
    return read_rows(
        con,
        """
        SELECT d.name AS dataset, o.idx, o.role, o.hash
        FROM items i
        JOIN items o ON o.dataset_id = i.dataset_id AND o.group_no = i.group_no
            AND o.item_id <> i.item_id
        JOIN datasets d ON d.dataset_id = o.dataset_id
        WHERE i.item_id = $item_id
        ORDER BY o.idx
        """,
        {"item_id": item_id},
    )


def reported_distributions(con: DuckDBPyConnection) -> list[Row]:
    """Vocabulary and KL divergence of published test sets, the nearest to general English first."""
    return read_rows(con, "FROM reported_distributions", {})

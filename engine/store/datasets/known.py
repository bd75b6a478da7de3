"""Further facts on a data set: counts of its items, and how it was verified."""

from __future__ import annotations

from collections.abc import Sequence

from duckdb import DuckDBPyConnection

_SPOKEN = """
SELECT language, count(*) FROM items WHERE dataset_id = ?
GROUP BY language ORDER BY language <> 'en', language
"""

_CHECKED = """
SELECT DISTINCT v.methods, v.solver FROM verifications v JOIN items i USING (item_id)
WHERE i.dataset_id = ? ORDER BY ALL
"""


def items_by_language(con: DuckDBPyConnection, dataset_id: int) -> dict[str, int]:
    """The number of items in each language of a data set, English first."""
    return dict(con.execute(_SPOKEN, [dataset_id]).fetchall())


def n_in_split(con: DuckDBPyConnection, dataset: str, split: str) -> int:
    """The number of items in a split of the named data set."""
    [(n,)] = con.execute(
        "SELECT count(*) FROM items JOIN datasets USING (dataset_id)"
        " WHERE name = $dataset AND split = $split",
        {"dataset": dataset, "split": split},
    ).fetchall()
    return int(n)


def ways_checked(con: DuckDBPyConnection, dataset_id: int) -> list[tuple[str, str | None]]:
    """The methods and solvers that verified the items of a data set."""
    return con.execute(_CHECKED, [dataset_id]).fetchall()


def n_different(
    con: DuckDBPyConnection, dataset_id: int, split: str | None, language: str | None
) -> int:
    """The number of different items of a split and language; None takes all of them."""
    [(n,)] = con.execute(
        "SELECT count(DISTINCT hash) FROM items"
        " WHERE dataset_id = $dataset AND split = coalesce($split, split)"
        " AND language = coalesce($language, language)",
        {"dataset": dataset_id, "split": split, "language": language},
    ).fetchall()
    return int(n)


def n_of_hashes(con: DuckDBPyConnection, dataset_id: int, hashes: Sequence[str]) -> int:
    """How many of some hashes are items of a data set."""
    [(n,)] = con.execute(
        "SELECT count(DISTINCT hash) FROM items WHERE dataset_id = $dataset"
        " AND hash IN (SELECT unnest($hashes))",
        {"dataset": dataset_id, "hashes": list(hashes)},
    ).fetchall()
    return int(n)

"""Do demonstrations help? Zero, random and weak ones on the same questions (LogicAsker, Table 10).

The paper compares three accuracies on a hundred questions without saying how surely they differ.
Here the three runs ask the same items, and each pair is tested on the items that only one of the
two got right (McNemar), with the interval of the difference. Zero-shot asks for the answer alone;
the prompts with demonstrations may also ask for reasoning, so that weak against random is the
comparison in which all else is equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from duckdb import DuckDBPyConnection

from engine.errors import InputError
from engine.statistics import mcnemar, paired_difference, wilson
from engine.store import connect_read_only


@dataclass(frozen=True, slots=True)
class Condition:
    """A run over the items that all runs answered: its accuracy with Wilson interval."""

    name: str
    run: str
    n: int
    n_right: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Pair:
    """Two conditions: how many items only one got right, and the mid-p value of McNemar's test.

    `difference` is the share of the second minus that of the first, with its 95% interval.
    """

    first: str
    second: str
    only_first: int
    only_second: int
    difference: float
    low: float
    high: float
    p: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Conditions over the same items, and each pair of them."""

    conditions: tuple[Condition, ...]
    pairs: tuple[Pair, ...]


def compare(db: Path, runs: Sequence[tuple[str, str]]) -> Comparison:
    """As `compared`, over the database at a path."""
    with closing(connect_read_only(db)) as con:
        return compared(con, runs)


def compared(con: DuckDBPyConnection, runs: Sequence[tuple[str, str]]) -> Comparison:
    """Compare runs, each a name and the run's hash, over the items that all of them answered.

    Of several answers to an item the first counts; no answer counts as not right.

    Raises:
        InputError: the runs have no item in common.
    """
    right = {name: _outcomes(con, run) for name, run in runs}
    shared = sorted(set.intersection(*(set(outcomes) for outcomes in right.values())))
    if not shared:
        raise InputError("the runs have answered no item in common; let them finish first")
    conditions = []
    for name, run in runs:
        k, n = sum(right[name][item] for item in shared), len(shared)
        conditions.append(Condition(name, run, n, k, k / n, *wilson(k, n)))
    pairs = []
    for first, second in combinations(right, 2):
        b = sum(right[first][item] and not right[second][item] for item in shared)
        c = sum(right[second][item] and not right[first][item] for item in shared)
        n = len(shared)
        ends = paired_difference(b, c, n)
        pairs.append(Pair(first, second, b, c, (c - b) / n, *ends, mcnemar(b, c).mid_p))
    return Comparison(tuple(conditions), tuple(pairs))


def _outcomes(con: DuckDBPyConnection, run: str) -> dict[str, bool]:
    rows = con.execute(
        "SELECT item, is_right FROM item_responses"
        " WHERE run_hash = $run AND sample = 0 AND rotation = 0",
        {"run": run},
    ).fetchall()
    return dict(rows)

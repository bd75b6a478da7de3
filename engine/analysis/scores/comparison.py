"""Compare runs on the same items pair by pair: models, prompts, probes or languages.

Each pair is tested on the items that only one of the two got right (McNemar), with the interval of
the difference. Correlated items (pairs, questions on one graph) are compared by group, and p-values
are adjusted for the number of pairs. Runs in different languages, which share no item, are compared
over counterparts: the same items in each language.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from duckdb import DuckDBPyConnection

from engine.core.errors import InputError
from engine.core.extras import require
from engine.core.statistics import (
    Counts,
    GroupDifference,
    clustered,
    grouped_difference,
    holm,
    sign_flip,
)
from engine.store import connect_read_only


@dataclass(frozen=True, slots=True)
class Condition:
    """A run restricted to the items that all runs answered: its accuracy with a 95% interval."""

    name: str
    run: str
    n: int
    n_right: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Pair:
    """Two conditions: the items only one got right, and the test of their difference.

    `difference` is the accuracy of the second minus that of the first, `low` and `high` its 95%
    interval. `p` is McNemar's exact p, by group if items are correlated; `p_holm` is `p` adjusted
    for the number of pairs.
    """

    first: str
    second: str
    only_first: int
    only_second: int
    difference: float
    low: float
    high: float
    p: float
    p_holm: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Conditions over the same items, the number of groups, and all pairs of conditions.

    `by_counterparts`: the items are counterparts in different languages, not the same items.
    """

    n_groups: int
    conditions: tuple[Condition, ...]
    pairs: tuple[Pair, ...]
    by_counterparts: bool = False


def compare(db: Path, runs: Sequence[tuple[str, str]]) -> Comparison:
    """Compare runs in the database at a path; see `compared`."""
    with closing(connect_read_only(db)) as con:
        return compared(con, runs)


def compared(con: DuckDBPyConnection, runs: Sequence[tuple[str, str]]) -> Comparison:
    """Compare runs, given as names and run hashes, over the items that all of them answered.

    If an item has several answers, the first counts; no answer counts as not right. If the runs
    share no item, counterparts are compared.

    Raises:
        InputError: the runs have neither items nor counterparts in common.
    """
    asked = list(dict.fromkeys(run for _, run in runs))
    outcomes = _outcomes(con, asked, _SAME)
    by_counterparts = not outcomes
    if by_counterparts:
        outcomes = _outcomes(con, asked, _COUNTERPARTS)
    if not outcomes:
        raise InputError(
            "the runs have answered no item in common, nor one and its counterpart in another"
            " language: they asked different parts of the data set, or are not finished"
        )
    places = {name: asked.index(run) for name, run in runs}
    conditions = tuple(_condition(name, run, places[name], outcomes) for name, run in runs)
    drawn = [_pair(first, second, places, outcomes) for first, second in combinations(places, 2)]
    corrected = holm([pair.p for pair in drawn])
    pairs = (replace(pair, p_holm=p) for pair, p in zip(drawn, corrected, strict=True))
    n_groups = len({row.group for row in outcomes})
    return Comparison(n_groups, conditions, tuple(pairs), by_counterparts)


class _Match(NamedTuple):
    """How answers within a group are paired, and the condition on them."""

    key: str
    holds: str


_SAME = _Match("hash", "true")
_COUNTERPARTS = _Match(
    "question_type",
    "count(DISTINCT run_hash) = len($runs) AND count(DISTINCT language) = len($runs)",
)


class _Outcomes(NamedTuple):
    """The number of items of a group with these outcomes: for each run, whether it was right."""

    group: int
    are_right: list[bool]
    n: int


def _condition(name: str, run: str, place: int, outcomes: Sequence[_Outcomes]) -> Condition:
    sizes: Counter[int] = Counter()
    found: Counter[int] = Counter()
    for group, are_right, items in outcomes:
        sizes[group] += items
        found[group] += items * are_right[place]
    n, k = sizes.total(), found.total()
    low, high = clustered(Counts(found[group], size) for group, size in sizes.items())
    return Condition(name, run, n, k, k / n, low, high)


def _pair(
    first: str, second: str, places: Mapping[str, int], outcomes: Sequence[_Outcomes]
) -> Pair:
    before, after = places[first], places[second]
    b = sum(n for _, right, n in outcomes if right[before] and not right[after])
    c = sum(n for _, right, n in outcomes if right[after] and not right[before])
    sizes: Counter[int] = Counter()
    gains: Counter[int] = Counter()
    for group, right, n in outcomes:
        sizes[group] += n
        gains[group] += n * (right[after] - right[before])
    groups = [GroupDifference(gains[group], size) for group, size in sizes.items()]
    p = sign_flip(groups)
    return Pair(
        first,
        second,
        b,
        c,
        (c - b) / sizes.total(),
        *grouped_difference(groups),
        p,
        p,
    )


def _outcomes(con: DuckDBPyConnection, runs: Sequence[str], match: _Match) -> list[_Outcomes]:
    """The outcomes of the items that all runs answered, by group in order."""
    rows = con.execute(
        f"""
        WITH answered AS (
            SELECT i.group_no, i.{match.key} AS key, i.language, u.run_hash,
                r.outcome = 'right' AS is_right
            FROM responses r
            JOIN runs u ON u.run_id = r.run_id
            JOIN items i ON i.item_id = r.item_id
            WHERE u.run_hash IN (SELECT unnest($runs)) AND r.sample = 0 AND r.rotation = 0
                AND r.outcome <> 'error'
        ),
        shared AS (
            SELECT group_no, list(is_right ORDER BY list_position($runs, run_hash)) AS are_right
            FROM answered GROUP BY group_no, key
            HAVING count(*) = len($runs) AND {match.holds}
        )
        SELECT group_no, are_right, count(*) FROM shared GROUP BY ALL ORDER BY ALL
        """,
        {"runs": list(runs)},
    ).fetchall()
    return [_Outcomes(*row) for row in rows]


def compare_runs(
    db: Path, dataset: str, names: Sequence[str], prompt: str | None = None
) -> Comparison:
    """Compare the runs over a data set that the names identify.

    Raises:
        InputError: fewer than two names, or one that means no run or several.
    """
    require("audit")
    if len(set(names)) < 2:
        raise InputError("a comparison needs two different runs; see `sorites leaderboard`")
    with closing(connect_read_only(db)) as con:
        return compared(con, find_runs(con, dataset, names, prompt))


def find_runs(
    con: DuckDBPyConnection, dataset: str, names: Sequence[str], prompt: str | None = None
) -> list[tuple[str, str]]:
    """Each name with the hash of its run: a model's only run on a board, or the prefix of a hash.

    Raises:
        InputError: a name means no run over the data set, or several.
    """
    rows = con.execute(
        "SELECT a.run_hash, a.model, a.prompt, a.probe, a.split, a.language, b.label,"
        " coalesce(b.stands, false) FROM accuracy a LEFT JOIN board_runs b ON b.run_id = a.run_id"
        " WHERE a.dataset = $dataset AND ($prompt IS NULL OR a.prompt = $prompt)",
        {"dataset": dataset, "prompt": prompt},
    ).fetchall()
    return [(name, _run_named(name, dataset, list(map(_Run._make, rows)))) for name in names]


class _Run(NamedTuple):
    """A run over the data set; `stands`: a board shows it for its configuration."""

    run_hash: str
    model: str
    prompt: str | None
    probe: str | None
    split: str | None
    language: str | None
    label: str | None
    stands: bool


def _run_named(name: str, dataset: str, runs: Sequence[_Run]) -> str:
    own = [run for run in runs if run.model == name]
    found = [run for run in own if run.stands] or own
    if not found and len(name) >= 6:
        found = [run for run in runs if run.run_hash.startswith(name)]
    if not found:
        known = ", ".join(sorted({run.model for run in runs})) or "nobody yet"
        raise InputError(f"no run of {name!r} over {dataset!r}; it was answered by {known}")
    if len(found) > 1:
        listed = " or ".join(
            f"{run.run_hash[:12]} ({', '.join(filter(None, run[2:7]))})" for run in found
        )
        raise InputError(f"{name!r} has several runs; write one of these instead: {listed}")
    return found[0].run_hash

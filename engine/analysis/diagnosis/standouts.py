"""Stand-outs: cells where a model does significantly better or worse than elsewhere.

The view `cell_contrasts` has each value of each trait against the rest of the same run. Here the
differences are tested together at a controlled false discovery rate, because some of many cells
look different by chance.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import itemgetter

from engine.analysis.by_trait.cells import THIN
from engine.analysis.by_trait.series import IN_ORDER, SERIES
from engine.analysis.by_trait.traits import TRAITS
from engine.analysis.sources.query import Row, Rows
from engine.core.items import BUILT_IN
from engine.core.statistics import benjamini_hochberg

LAST = 20
"""Over all models, the search covers this many latest runs, because each costs time."""

_NEAREST = 5

RATE = 0.05
"""The false discovery rate at which a cell counts as standing out."""

METHOD = (
    "Each value of each trait is tested against the rest of the same run, on items with the same"
    " right answers, so that no preference for an answer stands out: Student’s t of the difference,"
    " by groups of items. q is adjusted by Benjamini and Hochberg over all cells with"
    f" at least {THIN} groups; shown are those with q up to {RATE:.0%}. The interval is that of the"
    " difference"
)


@dataclass(frozen=True, slots=True)
class StandOuts:
    """Cells where a model does better or worse than elsewhere, greatest difference first.

    `n_tested` is the number of cells tested. `nearest` have the smallest p, even if they do not
    stand out.
    """

    better: tuple[Row, ...]
    worse: tuple[Row, ...]
    n_tested: int
    nearest: tuple[Row, ...] = ()


def origins(rows: Rows) -> list[str]:
    """The origins of answers by respondents other than baselines."""
    found = rows(
        f"""
        SELECT DISTINCT u.origin FROM runs u JOIN models m USING (model_id)
        WHERE m.kind NOT IN {BUILT_IN} ORDER BY {IN_ORDER}
        """
    )
    return [one["origin"] for one in found]


def stand_outs(rows: Rows, origin: str, model: str | None = None) -> StandOuts:
    """The stand-outs of the `LAST` runs of one origin, for one model or all except baselines."""
    from scipy.special import stdtr, stdtrit  # type: ignore[import-untyped]

    cells = rows(
        f"""
        WITH {SERIES}
        SELECT c.*, s.name FROM cell_contrasts c JOIN named s USING (run_id)
        WHERE list_contains($runs, c.run_id) AND c.n_groups >= {THIN} AND c.z IS NOT NULL
            AND list_contains($traits, c.trait)
        """,
        runs=_runs(rows, origin, model),  # a list of values limits what the view reads
        traits=list(TRAITS),
    )
    p_values = [2 * float(stdtr(cell["n_groups"] - 1, -abs(cell["z"]))) for cell in cells]
    tested = [
        {**cell, "q": q, "p": p}
        for cell, q, p in zip(cells, benjamini_hochberg(p_values), p_values, strict=True)
        if cell["difference"]
    ]
    order = list(TRAITS)
    tested.sort(key=lambda cell: (-abs(cell["difference"]), order.index(cell["trait"])))
    once = _each_once(tested)
    found = [{**cell, **_ends(cell, stdtrit)} for cell in once if cell["q"] <= RATE]
    nearest = sorted(once, key=itemgetter("p"))[:_NEAREST]
    return StandOuts(
        tuple(cell for cell in found if cell["difference"] > 0),
        tuple(cell for cell in found if cell["difference"] < 0),
        len(cells),
        tuple({**cell, **_ends(cell, stdtrit)} for cell in nearest),
    )


def _ends(cell: Row, quantile: Callable[[int, float], float]) -> Row:
    """The interval of a cell's difference, from the standard error of its test."""
    t = float(quantile(cell["n_groups"] - 1, 0.975))
    reach = t * abs(cell["difference"] / cell["z"])
    low, high = cell["difference"] - reach, cell["difference"] + reach
    return {"low": max(-1.0, low), "high": min(1.0, high)}


def _runs(rows: Rows, origin: str, model: str | None) -> list[int]:
    found = rows(
        f"""
        SELECT u.run_id FROM runs u JOIN models m USING (model_id)
        WHERE u.origin = $origin AND u.probe IS DISTINCT FROM 'withheld-option'
            AND if($model IS NULL, m.kind NOT IN {BUILT_IN}, m.name = $model)
        ORDER BY u.started_at DESC NULLS LAST, u.run_id DESC LIMIT $last
        """,
        origin=origin,
        model=model,
        last=LAST,
    )
    return [one["run_id"] for one in found]


def _each_once(cells: list[Row]) -> list[Row]:
    """Drop cells that repeat an earlier one under another name, such as height 1 and depth 1."""
    seen = set()
    kept = []
    for cell in cells:
        key = (cell["run_id"], cell["n"], cell["n_right"], round(cell["z"], 9))
        if key not in seen:
            seen.add(key)
            kept.append(cell)
    return kept

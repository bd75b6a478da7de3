"""The SQL behind the pages about skills, as `queries` is behind the others."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard.queries import SERIES, THIN, Series, in_order, interval
from dashboard.snapshot import Row, rows
from engine.store import NO_PROMPT

METRICS = {"accuracy": "Accuracy", "response_accuracy": "Response accuracy"}
"""The measures of a breakdown: over all answers, or over those that could be read (§3.3)."""

KINDS = ("correct", "contradiction", "unrelated", "fallacy")
"""The kinds of question, in the order in which they are shown."""

ALL = "all skills"
"""What the root of the tree is called, in addresses too."""


def datasets() -> list[str]:
    """The names of the data sets of questions on skills."""
    found = rows(
        "SELECT name FROM datasets d WHERE EXISTS (FROM items i WHERE i.dataset_id = d.dataset_id"
        " AND i.leaf IS NOT NULL) ORDER BY name"
    )
    return [row["name"] for row in found]


def origins(dataset: str) -> list[str]:
    """The origins of answers to a data set of questions on skills, in the order of `ORIGINS`."""
    query = "SELECT DISTINCT origin FROM response_accuracy WHERE dataset = $dataset"
    return in_order(rows(query, dataset=dataset))


def series(dataset: str, origin: str) -> list[Series]:
    """The runs on a data set of questions on skills, the best first."""
    found = rows(
        f"""
        WITH {SERIES}
        SELECT name, model, kind, value, run_id FROM named
        WHERE dataset = $dataset AND origin = $origin
            AND run_id IN (SELECT run_id FROM response_accuracy)
        ORDER BY value DESC, name
        """,
        dataset=dataset,
        origin=origin,
    )
    return [Series(**row) for row in found]


def tree(run_id: int) -> list[Row]:
    """All places of the tree of skills that a run was asked about, outwards from the logics."""
    return rows(
        f"""
        SELECT level, part, parent, cell, n, n_items, accuracy AS value, low, high, response_rate,
            response_accuracy, {interval()} AS interval, n_items < {THIN} AS thin
        FROM skill_tree WHERE run_id = $run_id
        ORDER BY list_position(['logic', 'category', 'rule', 'leaf', 'form'], level),
            split_part(part, '.', 1) DESC, part
        """,
        run_id=run_id,
    )


def by_part(dataset: str, origin: str, names: Sequence[str], metric: str, trait: str) -> list[Row]:
    """One of `METRICS` of the series within each value of a trait of the view `skill_accuracy`."""
    return rows(
        f"""
        WITH {SERIES},
        cells AS (
            SELECT s.name, k.cell, k.n_items,
                if($metric = 'accuracy', k.n, k.n_satisfy) AS n,
                if($metric = 'accuracy', k.accuracy, k.response_accuracy) AS value,
                if($metric = 'accuracy', k.low, k.response_accuracy_low) AS low,
                if($metric = 'accuracy', k.high, k.response_accuracy_high) AS high
            FROM named s JOIN skill_accuracy k USING (run_id)
            WHERE s.dataset = $dataset AND s.origin = $origin AND list_contains($names, s.name)
                AND k.trait = $trait
        )
        SELECT *, {interval()} AS interval, least(n, n_items) < {THIN} AS thin
        FROM cells WHERE value IS NOT NULL
        ORDER BY list_position($names, name), try_cast(cell AS INTEGER), cell
        """,
        dataset=dataset,
        origin=origin,
        names=list(names),
        metric=metric,
        trait=trait,
    )


def by_kind_and_length(
    dataset: str, origin: str, names: Sequence[str], metric: str
) -> dict[str, list[Row]]:
    """The same by length for each kind of question that occurs, in the order of `KINDS`."""
    kinds: dict[str, list[Row]] = {kind: [] for kind in KINDS}
    for row in by_part(dataset, origin, names, metric, "kind and length"):
        kind, _, length = row["cell"].rpartition(" ")
        kinds[kind].append({**row, "cell": length, "kind": kind})
    order = {name: at for at, name in enumerate(names)}
    for cells in kinds.values():
        cells.sort(key=lambda row: (order[row["name"]], int(row["cell"])))
    return {kind: cells for kind, cells in kinds.items() if cells}


def gaps(dataset: str, origin: str, names: Sequence[str], metric: str) -> list[Row]:
    """By how much each series is better at propositional than at predicate logic."""
    return rows(
        f"""
        WITH {SERIES}
        SELECT s.name, g.propositional, g.predicate, g.difference AS value, g.low, g.high,
            least(g.n_propositional, g.n_predicate) AS n, g.n_propositional, g.n_predicate,
            g.difference,
            printf('%+.1f to %+.1f', g.low * 100, g.high * 100) AS interval,
            least(g.n_propositional, g.n_predicate) < {THIN} AS thin
        FROM named s JOIN logic_gap g USING (run_id)
        WHERE s.dataset = $dataset AND s.origin = $origin AND list_contains($names, s.name)
            AND g.metric = replace($metric, '_', ' ')
        ORDER BY list_position($names, s.name)
        """,
        dataset=dataset,
        origin=origin,
        names=list(names),
        metric=metric,
    )


def reported(breakdown: str) -> list[Row]:
    """The response accuracies that papers on skills report by a breakdown, as they print them."""
    return rows(
        """
        SELECT f.model AS name, f.model, f.dataset, f.prompt, f.cell, f.value, f.n, f.low, f.high,
            '–' AS interval, false AS thin, f.source, f.note
        FROM figures f
        WHERE f.family = 'logicasker' AND f.metric = 'response_accuracy'
            AND f.breakdown = $breakdown AND f.origin = 'reported'
        ORDER BY max(f.value) OVER (PARTITION BY f.model) DESC, f.model,
            try_cast(f.cell AS INTEGER), f.cell
        """,
        breakdown=breakdown,
    )


def board(dataset: str, origin: str) -> list[Row]:
    """Response rates and accuracies, strict and lenient, and balanced accuracy of the runs."""
    ends = {
        name: interval(f"a.{name}_")
        for name in (
            "accuracy", "balanced_accuracy", "response_rate", "response_accuracy",
            "strict_response_rate", "strict_response_accuracy",
        )
    }  # fmt: skip
    intervals = ", ".join(f"{sql} AS {name}_interval" for name, sql in ends.items())
    return rows(
        f"""
        WITH {SERIES}
        SELECT s.name, a.*, {intervals}, if(a.prompt = $none, NULL, a.prompt) AS shown_prompt
        FROM response_accuracy a JOIN named s USING (run_id)
        WHERE a.dataset = $dataset AND a.origin = $origin
        ORDER BY a.balanced_accuracy DESC, a.accuracy DESC, s.name
        """,
        dataset=dataset,
        origin=origin,
        none=NO_PROMPT,
    )

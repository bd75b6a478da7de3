"""The bundled figures that others published or that their files give."""

from __future__ import annotations

from collections import defaultdict

from engine.analysis.sources.query import Row, Rows

# A trait with a single value makes no breakdown.
_BY_PART = """
SELECT model, 'published' AS kind, prompt, origin, dataset, breakdown AS trait, cell, value, n, low,
    high, source
FROM figures WHERE breakdown NOT IN ('overall', 'run') AND metric = 'accuracy' AND n IS NOT NULL
QUALIFY min(cell) OVER (PARTITION BY dataset, trait) < max(cell) OVER (PARTITION BY dataset, trait)
ORDER BY dataset, list_position(['reproduced', 'regraded', 'reported'], origin), trait,
    avg(value::DECIMAL(18, 15)) OVER (PARTITION BY dataset, origin, trait, model, prompt) DESC,
    model, prompt, try_cast(cell AS INTEGER), cell
"""

_REPORTED = """
SELECT split_part(source, ', ', 1) AS paper, family, dataset, model, prompt, breakdown, cell,
    metric, value, n, low, high, source, note
FROM figures
WHERE origin = 'reported' AND metric NOT IN ('vocabulary_size', 'kl_divergence')
ORDER BY paper, breakdown, rowid
"""


def figures_by_part(rows: Rows) -> list[Row]:
    """Accuracy by depth and other traits, best respondent of each table first."""
    return rows(_BY_PART)


def reported_figures(rows: Rows) -> list[Row]:
    """All figures papers report, by paper and breakdown, as printed."""
    return rows(_REPORTED)


def figures_family(rows: Rows, dataset: str) -> str | None:
    """The family of a data set that is known from figures."""
    found = rows("SELECT family FROM figures WHERE dataset = $dataset LIMIT 1", dataset=dataset)
    return found[0]["family"] if found else None


def reported_distributions(rows: Rows) -> list[Row]:
    """Vocabulary and KL divergence of published test sets, nearest to general English first."""
    return rows("FROM reported_distributions")


def question_types(rows: Rows) -> dict[str, set[str]]:
    """The types of question in each data set."""
    query = """
    SELECT DISTINCT d.name, i.question_type
    FROM items i JOIN datasets d USING (dataset_id) WHERE i.question_type IS NOT NULL
    """
    types: defaultdict[str, set[str]] = defaultdict(set)
    for row in rows(query):
        types[row["name"]].add(row["question_type"])
    return types

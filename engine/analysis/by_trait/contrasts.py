"""Paired contrasts: the effect of one change on a model's answers to the same questions.

Each row has the accuracy on both sides, the paired difference with its interval, and the number of
pairs.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.analysis.by_trait.cells import THIN
from engine.analysis.sources.query import Row, Rows
from engine.core.items import BUILT_IN

_NAME = f"""model || CASE WHEN kind IN {BUILT_IN} THEN '' ELSE ', ' || prompt END
    || coalesce(', ' || {{probe}}, '')"""


def contrasts(rows: Rows, dataset: str, origin: str) -> list[Row]:
    """All contrasts of a data set, by `contrast`: probes, languages, logics, question types."""
    plain, probed = _NAME.format(probe="NULL"), _NAME.format(probe="probe")
    return rows(
        f"""
        WITH found AS (
            SELECT {plain} AS name, model, kind, probe || ' minus plain' AS contrast,
                probed AS first_share, plain AS second_share, difference, low, high, n,
                n_gained AS n_first_only, n_lost AS n_second_only
            FROM probe_effect WHERE dataset = $dataset AND origin = $origin
            UNION ALL
            SELECT {probed}, model, kind, 'en minus carroll, ' || question_type, en, carroll,
                difference, low, high, n, n_en_only, n_carroll_only
            FROM language_gap WHERE dataset = $dataset AND origin = $origin
            UNION ALL
            SELECT {probed}, model, kind, 'propositional minus predicate', propositional,
                predicate, difference, low, high, least(n_propositional, n_predicate), NULL, NULL
            FROM logic_gap
            WHERE dataset = $dataset AND origin = $origin AND metric = 'accuracy'
            UNION ALL
            SELECT {probed}, model, kind, first_type || ' minus ' || second_type, first_share,
                second_share, difference, low, high, n, NULL, NULL
            FROM type_pairs WHERE dataset = $dataset AND origin = $origin
        )
        SELECT *, difference AS value, n < {THIN} AS thin,
            printf('%+.1f to %+.1f', low * 100, high * 100) AS interval
        FROM found
        QUALIFY row_number() OVER (PARTITION BY name, contrast ORDER BY n DESC) = 1
        ORDER BY contrast, kind IN {BUILT_IN}, name
        """,
        dataset=dataset,
        origin=origin,
    )


def type_means(rows: Rows, runs: Sequence[int]) -> list[Row]:
    """Accuracy on questions on arguments: the mean over types, and over all questions."""
    return rows(
        """
        SELECT run_id, micro, type_mean AS value, low, high, n, n_arguments,
            printf('%.1f–%.1f%%', low * 100, high * 100) AS interval
        FROM type_average WHERE list_contains($runs, run_id) ORDER BY value DESC
        """,
        runs=list(runs),
    )

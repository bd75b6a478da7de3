"""Differences within runs over pairs of questions, and mistakes in constructed answers."""

from __future__ import annotations

from engine.analysis.sources.reading import Reading, Row
from engine.core.items import BUILT_IN
from engine.store import NO_PROMPT, Dataset

# The run of each configuration shown on its board, with its label there.
_DIFFERENCES = """
WITH found AS (
    SELECT p.dataset, p.origin, p.model, b.prompt, b.label, p.first_type || ' − ' || p.second_type
        AS compared, p.pair AS by_what, p.difference, p.low, p.high, p.n
    FROM type_pairs p JOIN board_runs b USING (run_id) WHERE b.stands AND p.probe IS NULL
    UNION ALL
    SELECT g.dataset, g.origin, g.model, b.prompt, b.label, 'propositional − predicate', 'logic',
        g.difference, g.low, g.high, g.n_propositional + g.n_predicate
    FROM logic_gap g JOIN board_runs b USING (run_id)
    WHERE b.stands AND g.probe IS NULL AND g.metric = 'accuracy'
    UNION ALL
    SELECT dataset, origin, model, nullif(prompt, $no_prompt), NULL, 'en − carroll', question_type,
        difference, low, high, n
    FROM language_gap WHERE probe IS NULL
)
FROM found WHERE list_contains($names, dataset)
ORDER BY dataset, list_position(['measured', 'reproduced', 'regraded'], origin), by_what, compared,
    model, prompt, label
"""

_DRAWN = """
SELECT d.dataset, d.model, b.prompt, b.label, d.share, d.low, d.high, d.n
FROM drawn_to_tied d JOIN board_runs b USING (run_id)
WHERE b.stands AND d.probe IS NULL AND d.origin = 'measured' AND list_contains($names, d.dataset)
ORDER BY d.dataset, d.model, b.prompt, b.label
"""

# Verdicts by others name no mistakes. The denominator covers all languages, whether or not the
# mistake occurs in each.
_MISTAKES = f"""
WITH asked AS (
    SELECT origin, model, prompt, question_type, sum(n)::BIGINT AS n_answers
    FROM formal_accuracy
    WHERE type = 'all' AND probe IS NULL AND origin <> 'reproduced'
        AND kind NOT IN {BUILT_IN} AND list_contains($names, dataset)
    GROUP BY ALL
),
wrong AS (
    SELECT m.origin, m.model, m.prompt, m.question_type, m.mistake, sum(m.n)::BIGINT AS n
    FROM mistakes m JOIN runs u USING (run_id)
    WHERE u.probe IS NULL AND list_contains($names, m.dataset) GROUP BY ALL
)
FROM asked JOIN wrong USING (origin, model, prompt, question_type)
ORDER BY origin, model, prompt, question_type, n DESC, mistake
"""


def differences(reading: Reading, *sets: Dataset) -> list[Row]:
    """How much better each run is at one part than another, paired where possible."""
    return reading.rows(_DIFFERENCES, names=[one.name for one in sets], no_prompt=NO_PROMPT)


def drawn_to_tied(reading: Reading, *sets: Dataset) -> list[Row]:
    """How often each run chose the distractor tied to both sentences of a question."""
    return reading.rows(_DRAWN, names=[one.name for one in sets])


def mistakes(reading: Reading, *sets: Dataset) -> list[Row]:
    """Mistakes in constructed answers, by respondent and task."""
    return reading.rows(_MISTAKES, names=[one.name for one in sets])

"""How hard questions are: how many stand at each depth of a set, and how many models get right.

What depth means, each family's card says, so that depths of two tasks are not to be compared.
"""

from __future__ import annotations

from engine.analysis.reading import Reading, Row
from engine.show.escaping import inert
from engine.show.notices import no_dataset
from engine.show.tables import SCORE, Cell, Column, count, score, table
from engine.store import Dataset

# What models asked here did at each depth, all together; baselines have tables of their own. The
# answers to a group's items are alike, whoever gives them. Of all sets at once, for it reads what
# was answered.
_DEPTHS = """
WITH pooled AS (
    SELECT i.dataset_id, i.depth, i.group_no, sum(s.n)::BIGINT AS n,
        sum(s.n_right)::BIGINT AS n_right
    FROM item_scores s JOIN items i USING (item_id) JOIN runs u USING (run_id)
    JOIN models m USING (model_id)
    WHERE m.kind = 'endpoint' AND u.origin = 'measured' AND u.probe IS NULL
    GROUP BY ALL
),
observed AS (
    SELECT dataset_id, depth, sum(n)::BIGINT AS n, sum(n_right) / sum(n) AS value,
        effective_trials(n_right, n) AS trials
    FROM pooled GROUP BY dataset_id, depth
)
SELECT d.dataset_id, d.depth, d.n, d.n_groups, o.n AS n_answers, o.value,
    wilson_low(o.value * trials, trials) AS low, wilson_high(o.value * trials, trials) AS high
FROM (
    SELECT dataset_id, depth, count(*) AS n, count(DISTINCT group_no) AS n_groups
    FROM items WHERE depth IS NOT NULL GROUP BY dataset_id, depth
) d LEFT JOIN observed o USING (dataset_id, depth)
ORDER BY d.dataset_id, d.depth
"""

_COLUMNS = (
    Column("Depth", numeric=True),
    Column("Items", numeric=True),
    Column("Groups", numeric=True),
    Column("Right, all models asked here", numeric=True),
    SCORE[1],
    Column("Answers", numeric=True),
)

_RESPONDENTS = '<p><a href="site:breakdowns/">Each respondent by depth and skill</a></p>'


def depths_section(reading: Reading, family: str) -> str:
    """A table for each data set of a family."""
    sets = reading.family(family)
    if not sets:
        return no_dataset(family)
    return "\n\n".join([*(depths_of(reading, dataset) for dataset in sets), _RESPONDENTS])


def depths_of(reading: Reading, dataset: Dataset) -> str:
    """The depths of one data set; a sentence where it tells none, as imported ones may."""
    name = f"<code>{inert(dataset.name)}</code>"
    rows = [_line(row) for row in reading.rows(_DEPTHS) if row["dataset_id"] == dataset.dataset_id]
    if not rows:
        return f"<p>Of {name} no depths are stored.</p>"
    return table(f"Depths of {name}", _COLUMNS, rows)


def _line(row: Row) -> list[Cell]:
    return [
        count(row["depth"]),
        count(row["n"]),
        count(row["n_groups"]),
        *score(row["value"], row["low"], row["high"]),
        count(row["n_answers"]),
    ]

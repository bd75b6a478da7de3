"""How often each answer is right in LogicAsker's sets: by kind of question, skill and length."""

from __future__ import annotations

from engine.analysis.reading import Reading
from engine.families.logicasker import NAME
from engine.logic.skills import published_leaves
from engine.show.escaping import inert
from engine.show.notices import no_dataset
from engine.show.tables import COUNTED
from engine.site.cards.balance import answers_table
from engine.store import Dataset

_BALANCE = """
WITH placed AS (
    -- beside a fallacy stands the sound rule that it is taken for
    SELECT *, if(bool_or(role = 'fallacy') OVER (PARTITION BY group_no),
        'fallacy', split_part(leaf, '.', 2)) AS category
    FROM items WHERE dataset_id = $key
),
parts AS (
    SELECT gold, unnest([
        {place: 1, trait: 'all', part: 'all', size: NULL},
        {place: 2, trait: 'kind', part: role, size: NULL},
        {place: 3, trait: 'logic', part: logic, size: NULL},
        {place: 4, trait: 'groups on', part: category, size: NULL},
        {place: 5, trait: 'length', part: depth::VARCHAR, size: depth}
    ], recursive := true)
    FROM placed
)
SELECT place, trait, part, size, gold, count(*) AS n FROM parts WHERE part IS NOT NULL
GROUP BY ALL ORDER BY place, size, part, gold
"""

_LEAVES = """
SELECT count(*) AS n_leaves, coalesce(min(n), 0) AS fewest FROM (
    SELECT leaf, count(*) AS n FROM items
    WHERE dataset_id = $key AND list_contains($published, leaf) GROUP BY leaf
)
"""

# A question belongs to the leaf that its group was made for: that of the one that does not follow.
_UNEVEN = """
WITH placed AS (
    SELECT gold, rule, coalesce(
        max(leaf) FILTER (role <> 'correct') OVER (PARTITION BY group_no), leaf) AS made_for
    FROM items WHERE dataset_id = $key
),
parts AS (
    SELECT gold, unnest([
        {trait: 'group', part: made_for}, {trait: 'rule', part: rule}
    ], recursive := true)
    FROM placed
),
counts AS (
    SELECT trait, part, gold, count(*) AS n FROM parts GROUP BY ALL
),
answers AS (SELECT count(DISTINCT gold) AS n FROM placed),
sizes AS (
    SELECT trait, part, max(n) AS most, sum(n)::BIGINT AS n,
        (SELECT n FROM answers) * max(n) <> sum(n) AS uneven
    FROM counts GROUP BY trait, part
)
SELECT trait, count(*) AS n_parts, count(*) FILTER (uneven) AS n_uneven,
    max_by(part, (most / n, part)) AS worst, max(most / n) AS share
FROM sizes GROUP BY trait ORDER BY trait
"""


def skill_balance_section(reading: Reading) -> str:
    """The largest generated set and, where there is one, the faithful set beside it."""
    main = reading.largest(NAME)
    if main is None:
        return no_dataset(NAME)
    sets = {main.recipe: main}
    for dataset in reading.family(NAME):
        if dataset.source == "generated":
            sets.setdefault(dataset.recipe, dataset)
    return "\n\n".join(skill_balance_of(reading, dataset) for dataset in sets.values())


def skill_balance_of(reading: Reading, dataset: Dataset) -> str:
    """Right answers of one set by part, and how even they are by leaf."""
    key = dataset.dataset_id
    return f"{_table(reading, dataset.name, key)}\n\n{_by_leaf(reading, key)}"


def _by_leaf(reading: Reading, key: int) -> str:
    """Whether answers are equally frequent by the leaf of the group, and by the question's own."""
    group, rule = reading.rows(_UNEVEN, key=key)
    told = (
        f"By the leaf that a group was made for the answers are equally frequent in"
        f" {group['n_parts'] - group['n_uneven']:,} of {group['n_parts']:,}; by the rule that each"
        f" question is itself about, as breakdowns and weaknesses list it, in"
        f" {rule['n_parts'] - rule['n_uneven']:,} of {rule['n_parts']:,}."
    )
    if rule["n_uneven"]:
        told += (
            f" Least in {rule['worst'].replace('_', ' ')}, where one answer is right in"
            f" {rule['share']:.1%}: there a constant answer is worth as much."
        )
    return f"<p>{inert(told)}</p>"


def _table(reading: Reading, name: str, key: int) -> str:
    published = published_leaves()
    [leaves] = reading.rows(_LEAVES, key=key, published=list(published))
    caption = (
        f"Right answers in <code>{inert(name)}</code>: {leaves['n_leaves']} of the paper’s"
        f" {len(published)} leaves, each asked {leaves['fewest']:,} times or more. {COUNTED}"
    )
    return answers_table(reading.rows(_BALANCE, key=key), caption)

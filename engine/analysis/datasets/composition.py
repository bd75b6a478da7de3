"""Composition of data sets: sizes, splits, parts, gold answers and options."""

from __future__ import annotations

from engine.analysis.sources.reading import Reading, Row
from engine.store import Dataset

# Answers are listed if they are few enough for their shares to mean something.
_FACTS = """
WITH answers AS (
    SELECT dataset_id, string_agg(gold || ' ' || printf('%.1f%%', 100 * n / total), ', '
        ORDER BY gold) FILTER (n_golds <= 8) AS answers
    FROM (
        SELECT dataset_id, gold, count(*) AS n,
            sum(count(*)) OVER (PARTITION BY dataset_id) AS total,
            count(*) OVER (PARTITION BY dataset_id) AS n_golds
        FROM items WHERE answer_kind = 'label' GROUP BY dataset_id, gold
    ) GROUP BY dataset_id
),
spoken AS (
    SELECT dataset_id, string_agg(language || ' ' || n, ', ' ORDER BY n DESC, language) AS languages
    FROM (SELECT dataset_id, language, count(*) AS n FROM items GROUP BY ALL) GROUP BY dataset_id
),
divided AS (
    SELECT dataset_id, string_agg(split || ' ' || n, ', ' ORDER BY n DESC, split) AS splits
    FROM (SELECT dataset_id, split, count(*) AS n FROM items GROUP BY ALL) GROUP BY dataset_id
)
SELECT i.dataset_id, count(*) AS n, count(DISTINCT i.group_no) AS n_groups,
    count(v.item_id) AS n_known, count(*) FILTER (v.agreed) AS n_agreed,
    string_agg(DISTINCT v.solver, ', ' ORDER BY v.solver) AS solvers,
    max(v.verified_at) AS verified_at,
    string_agg(DISTINCT i.question_type, ', ' ORDER BY i.question_type) AS types,
    string_agg(DISTINCT i.domain, ', ' ORDER BY i.domain) AS domains,
    nullif(count(DISTINCT i.skill), 0) AS n_skills,
    nullif(count(DISTINCT i.root_form), 0) AS n_forms,
    min(i.depth) AS shallowest, max(i.depth) AS deepest,
    min(i.n_premises) AS fewest, median(i.n_premises) AS premises, max(i.n_premises) AS most,
    min(i.n_atoms) AS fewest_atoms, max(i.n_atoms) AS most_atoms,
    median(len(string_split(array_to_string(i.passage, ' ') || ' ' || i.question, ' '))) AS words,
    any_value(a.answers) AS answers, any_value(s.languages) AS languages,
    any_value(p.splits) AS splits
FROM items i LEFT JOIN verifications v USING (item_id) LEFT JOIN answers a USING (dataset_id)
LEFT JOIN spoken s USING (dataset_id) LEFT JOIN divided p USING (dataset_id)
GROUP BY i.dataset_id
"""

# Runs without examples or special instructions, as most are; the mean over models.
_TOKENS = """
SELECT dataset, avg(mean_prompt_tokens ORDER BY run_id) AS tokens FROM effort
WHERE kind = 'endpoint' AND starts_with(prompt, 'zero-shot') AND probe IS NULL GROUP BY dataset
"""

_SPLITS = """
SELECT split, count(*) AS n, count(DISTINCT group_no) AS n_groups
FROM items WHERE dataset_id = $key GROUP BY split
ORDER BY list_position(['train', 'validation', 'test'], split) NULLS LAST, split
"""

# A group generated for a fallacy is listed under the rule it is mistaken for.
_PARTS = """
WITH placed AS (
    SELECT *, if(bool_or(role = 'fallacy') OVER (PARTITION BY dataset_id, group_no),
        'fallacy', split_part(skill, '.', 2)) AS category
    FROM items WHERE list_contains($keys, dataset_id)
),
parts AS (
    SELECT dataset_id, gold, unnest([
        {place: 1, trait: 'all', part: 'all', size: NULL},
        {place: 2, trait: 'question type', part: question_type, size: NULL},
        {place: 3, trait: 'kind', part: if(skill IS NULL, NULL, role), size: NULL},
        {place: 4, trait: 'logic', part: logic, size: NULL},
        {place: 5, trait: 'groups on', part: category, size: NULL},
        {place: 6, trait: 'structure', part: structure, size: NULL},
        {place: 7, trait: 'shape of the statement', part: query_shape, size: NULL},
        {place: 8, trait: 'domain', part: domain, size: NULL},
        {place: 9, trait: 'language', part: language, size: NULL},
        {place: 10, trait: 'split', part: split, size: NULL},
        {place: 11, trait: 'depth', part: depth::VARCHAR, size: depth},
        {place: 12, trait: 'type of sentence',
         part: if(answer_kind = 'label', NULL, root_form), size: NULL}
    ], recursive := true)
    FROM placed
)
SELECT dataset_id, place, trait, part, gold, count(*) AS n FROM parts WHERE part IS NOT NULL
GROUP BY dataset_id, place, trait, part, size, gold ORDER BY place, size, part, gold
"""

# Options that only name the possible answers are not distractors.
_OPTIONS = """
SELECT role, key, count(*) AS n
FROM (SELECT unnest(options, recursive := true) FROM items WHERE dataset_id = $key)
WHERE text <> key GROUP BY role, key ORDER BY role <> 'gold', role, key
"""

# A question belongs to the skill its group was generated for: that of the item that does not
# follow.
_UNEVEN = """
WITH placed AS (
    SELECT gold, rule, coalesce(
        max(skill) FILTER (role <> 'correct') OVER (PARTITION BY group_no), skill) AS made_for
    FROM items WHERE dataset_id = $key AND skill IS NOT NULL
),
parts AS (
    SELECT gold, unnest([
        {trait: 'group', part: made_for}, {trait: 'rule', part: rule}
    ], recursive := true)
    FROM placed
),
counts AS (SELECT trait, part, gold, count(*) AS n FROM parts GROUP BY ALL),
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

# Accuracy of models asked here at each depth, all together; baselines have their own tables.
# Answers to a group's items are correlated, whoever gives them. For all sets at once, because it
# reads all answers.
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
SELECT d.*, o.n AS n_answers, o.value,
    wilson_low(o.value * trials, trials) AS low, wilson_high(o.value * trials, trials) AS high
FROM (
    SELECT dataset_id, depth, count(*) AS n, count(DISTINCT group_no) AS n_groups,
        min(height) AS lowest, max(height) AS highest, avg(n_premises) AS premises
    FROM items WHERE depth IS NOT NULL GROUP BY dataset_id, depth
) d LEFT JOIN observed o USING (dataset_id, depth)
ORDER BY d.dataset_id, d.depth
"""

# From a test split only models' errors are printed, because models would train on it.
_EXAMPLE = """
SELECT * EXCLUDE (item_id, dataset_id) FROM items
WHERE dataset_id = $key AND split = 'train' ORDER BY idx LIMIT 1
"""

# One item per form of answer is enough, because the form determines the wording.
_ONE_OF_EACH = """
SELECT min(item_id) AS item_id FROM items WHERE dataset_id = $key
GROUP BY answer_kind, len(options) ORDER BY item_id
"""

_IN_TEST = """
SELECT item_id, split = 'test' AS is_test FROM items
WHERE dataset_id = $key AND language = 'en'
QUALIFY is_test OR NOT bool_or(is_test) OVER ()
ORDER BY idx LIMIT $most
"""

# A second round keeps only chosen items, which its recipe alone does not determine.
_WHOLE = "SELECT dataset_id FROM items GROUP BY dataset_id HAVING max(idx) + 1 = count(*)"

_COUNTS = """
SELECT split, gold, language, question_type, answer_kind, count(*) AS n,
    count(DISTINCT group_no) AS n_groups, min(depth) AS shallowest, max(depth) AS deepest
FROM items WHERE dataset_id = $key GROUP BY ALL ORDER BY ALL
"""

ITEMS = """
SELECT i.*, d.family, d.version, d.params, d.seed, $canary AS canary
FROM items i JOIN datasets d USING (dataset_id)
WHERE i.dataset_id = $key AND i.split = $split ORDER BY i.idx
"""
"""The items of a split, with the attributes their data set shares."""

SAMPLE_QUERY = "SELECT gold, count(*) FROM '{file}' GROUP BY gold"
"""The example for reading an item file on a card."""

_ASKED = """
SELECT item_id FROM items WHERE dataset_id = $key AND split = $split AND language = 'en'
ORDER BY idx LIMIT $n
"""


def facts(reading: Reading) -> dict[int, Row]:
    """Facts on each data set as a whole, by its key."""
    return {row["dataset_id"]: row for row in reading.rows(_FACTS)}


def prompt_tokens(reading: Reading) -> dict[str, float]:
    """The mean prompt tokens of a plain prompt, as endpoints counted them, by data set."""
    return {row["dataset"]: row["tokens"] for row in reading.rows(_TOKENS)}


def splits(reading: Reading, dataset: Dataset) -> list[Row]:
    """The items and groups of each split."""
    return reading.rows(_SPLITS, key=dataset.dataset_id)


def parts(reading: Reading, *sets: Dataset) -> list[Row]:
    """Item counts by trait, part and gold answer, a trait's parts together."""
    return reading.rows(_PARTS, keys=[dataset.dataset_id for dataset in sets])


def options(reading: Reading, dataset: Dataset) -> list[Row]:
    """The roles of options, by key."""
    return reading.rows(_OPTIONS, key=dataset.dataset_id)


def uneven_answers(reading: Reading, dataset: Dataset) -> list[Row]:
    """Unequal answer frequencies, by skill of groups and by rule; empty if there are none."""
    return reading.rows(_UNEVEN, key=dataset.dataset_id)


def depths(reading: Reading, dataset: Dataset) -> list[Row]:
    """Item counts at each depth, and the accuracy of models asked here."""
    return [row for row in reading.rows(_DEPTHS) if row["dataset_id"] == dataset.dataset_id]


def training_example(reading: Reading, dataset: Dataset) -> Row:
    """A training item as a row; empty if the set has none."""
    found = reading.rows(_EXAMPLE, key=dataset.dataset_id)
    return found[0] if found else {}


def one_of_each_form(reading: Reading, dataset: Dataset) -> list[int]:
    """The key of one item per form of answer."""
    return [row["item_id"] for row in reading.rows(_ONE_OF_EACH, key=dataset.dataset_id)]


def english_test_items(reading: Reading, dataset: Dataset, most: int) -> list[Row]:
    """English items of the test split, or of all splits if there is no test split."""
    return reading.rows(_IN_TEST, key=dataset.dataset_id, most=most)


def is_whole(reading: Reading, dataset: Dataset) -> bool:
    """Whether it has all items its recipe generates."""
    return dataset.dataset_id in {row["dataset_id"] for row in reading.rows(_WHOLE)}


def counts(reading: Reading, dataset: Dataset) -> list[Row]:
    """Item counts by split, answer, language, type of question and kind of answer."""
    return reading.rows(_COUNTS, key=dataset.dataset_id)


def first_english(reading: Reading, dataset: Dataset, split: str, n: int) -> list[int]:
    """The keys of the first English items of a split."""
    found = reading.rows(_ASKED, key=dataset.dataset_id, split=split, n=n)
    return [row["item_id"] for row in found]

-- LogicAsker, Table 9: the share of questions found invalid, by each of three checks and by any of
-- them. Readers derive the answer without seeing ours; a different answer, or none, makes the question
-- invalid. For several readers together, a question is invalid if any of them found it so.
CREATE OR REPLACE VIEW validity AS
WITH judged AS (
    SELECT i.dataset_id, r.item_id, r.reader, r.reader_kind, NOT r.grammatical AS ungrammatical,
        NOT r.one_reading AS ambiguous, r.answer IS DISTINCT FROM i.gold AS differs, r.seconds
    FROM validity_readings r JOIN items i ON i.item_id = r.item_id
),
separate AS (
    SELECT *, 1 AS n_readers FROM judged
    UNION ALL BY NAME
    SELECT dataset_id, item_id, bool_or(ungrammatical) AS ungrammatical,
        bool_or(ambiguous) AS ambiguous, bool_or(differs) AS differs,
        any_value(n_readers) AS n_readers
    FROM (SELECT *, count(DISTINCT reader) OVER (PARTITION BY dataset_id) AS n_readers FROM judged)
    WHERE n_readers > 1
    GROUP BY dataset_id, item_id
),
found AS (
    SELECT dataset_id, reader, reader_kind, n_readers, seconds, unnest([
        {question: 'grammar', is_invalid: ungrammatical},
        {question: 'one-interpretation', is_invalid: ambiguous},
        {question: 'answer-derivable', is_invalid: differs},
        {question: 'any', is_invalid: ungrammatical OR ambiguous OR differs}
    ], recursive := true)
    FROM separate
),
counts AS (
    SELECT dataset_id, reader, reader_kind, n_readers, question, count(*) AS n,
        count(*) FILTER (is_invalid) AS n_invalid, avg(seconds) AS mean_seconds
    FROM found GROUP BY ALL
)
SELECT
    d.name AS dataset, c.reader, c.reader_kind, c.n_readers, c.question, c.n, c.n_invalid,
    c.n_invalid / c.n AS invalid_share, wilson_low(c.n_invalid, c.n) AS low,
    wilson_high(c.n_invalid, c.n) AS high, d.n AS n_items,
    c.mean_seconds
FROM counts c JOIN datasets d ON d.dataset_id = c.dataset_id
ORDER BY dataset, reader NULLS LAST, reader_kind,
    list_position(['grammar', 'one-interpretation', 'answer-derivable', 'any'], question);

COMMENT ON VIEW validity IS
    'Share of questions that readers found invalid (LogicAsker, §4.4 and Table 9), by reader and for all readers together.';
COMMENT ON COLUMN validity.reader IS 'The reader; NULL for all readers together, if there are several.';
COMMENT ON COLUMN validity.reader_kind IS 'person or model; NULL for all readers together.';
COMMENT ON COLUMN validity.n_readers IS 'Number of readers.';
COMMENT ON COLUMN validity.question IS
    'grammar, one-interpretation, answer-derivable (the reader''s answer is ours), or any of the three.';
COMMENT ON COLUMN validity.n IS 'Number of questions read.';
COMMENT ON COLUMN validity.n_invalid IS 'How many were found invalid.';
COMMENT ON COLUMN validity.invalid_share IS
    'n_invalid / n; agreement with the stored answers is one minus that of answer-derivable.';
COMMENT ON COLUMN validity.low IS 'Lower end of the 95% Wilson interval.';
COMMENT ON COLUMN validity.high IS 'Upper end of the 95% Wilson interval.';
COMMENT ON COLUMN validity.n_items IS 'Number of questions in the data set.';
COMMENT ON COLUMN validity.mean_seconds IS
    'Mean of the seconds that the reader took for a question; NULL if not measured, and for all readers together.';

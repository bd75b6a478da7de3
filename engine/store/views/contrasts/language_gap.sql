-- English against Carroll, paired: a sentence and its counterpart have one formula, and two questions
-- on one argument have the same options in the same order. A model may have been asked both in one
-- run or in two. The interval is that of engine/core/statistics/paired.py (Bonett and Price, 2012),
-- which adds half a pair to each of the four cells.
CREATE OR REPLACE VIEW language_gap AS
WITH series AS ( -- numbered, because millions of answers are grouped by them
    SELECT run_id, model_id, dataset_id, prompt, probe, origin, settings,
        dense_rank() OVER (ORDER BY model_id, dataset_id, prompt, probe, origin, settings) AS series
    FROM runs
),
asked AS (
    SELECT s.series, any_value(i.question_type) AS question_type, any_value(i.group_no) AS group_no,
        any_value(i.language) AS language, arg_max(r.outcome = 'right', r.run_id) AS is_right
    FROM question_responses r
    JOIN items i ON i.item_id = r.item_id
    JOIN series s ON s.run_id = r.run_id
    WHERE i.answer_kind <> 'label' AND i.language IN ('en', 'carroll') AND r.sample = 0
    GROUP BY s.series, r.item_id
),
counts AS (
    SELECT e.series, e.question_type, count(*) AS n,
        count(*) FILTER (e.is_right) AS n_en_right,
        count(*) FILTER (c.is_right) AS n_carroll_right,
        count(*) FILTER (e.is_right AND NOT c.is_right) AS n_en_only,
        count(*) FILTER (c.is_right AND NOT e.is_right) AS n_carroll_only
    FROM asked e
    JOIN asked c ON c.series = e.series AND c.question_type = e.question_type
        AND c.group_no = e.group_no
    WHERE e.language = 'en' AND c.language = 'carroll'
    GROUP BY ALL
),
pairs AS (
    FROM counts JOIN (SELECT DISTINCT * EXCLUDE (run_id) FROM series) USING (series)
),
adjusted AS (
    SELECT *, (n_en_only - n_carroll_only) / (n + 2) AS centre,
        (n_en_only + n_carroll_only + 2) / (n + 2) AS discordant
    FROM pairs
)
SELECT
    m.name AS model, kind_of_run(m.kind, a.origin) AS kind,
    d.name AS dataset, a.prompt, a.probe, a.origin, a.question_type,
    a.n::BIGINT AS n, a.n_en_only, a.n_carroll_only, a.n_en_right / a.n AS en,
    a.n_carroll_right / a.n AS carroll, (a.n_en_only - a.n_carroll_only) / a.n AS difference,
    greatest(-1, a.centre
        - 1.959963984540054 * sqrt((a.discordant - a.centre ** 2) / (a.n + 2))) AS low,
    least(1, a.centre
        + 1.959963984540054 * sqrt((a.discordant - a.centre ** 2) / (a.n + 2))) AS high
FROM adjusted a
JOIN models m ON m.model_id = a.model_id
JOIN datasets d ON d.dataset_id = a.dataset_id
ORDER BY dataset, origin, model, prompt, probe, question_type, n DESC, difference;

COMMENT ON VIEW language_gap IS
    'English against Carroll on the same sentences and arguments, answered by the same model.';
COMMENT ON COLUMN language_gap.question_type IS 'symbolization or validity.';
COMMENT ON COLUMN language_gap.n IS
    'Number of pairs with both asked; the first sample of the latest run counts.';
COMMENT ON COLUMN language_gap.n_en_only IS 'Number of pairs with only English right.';
COMMENT ON COLUMN language_gap.n_carroll_only IS 'Number of pairs with only Carroll right.';
COMMENT ON COLUMN language_gap.en IS 'Share of pairs with English right.';
COMMENT ON COLUMN language_gap.carroll IS 'Share of pairs with Carroll right.';
COMMENT ON COLUMN language_gap.difference IS 'en minus carroll.';
COMMENT ON COLUMN language_gap.low IS 'Lower end of the 95% interval of the difference, paired.';
COMMENT ON COLUMN language_gap.high IS 'Upper end of the 95% interval of the difference, paired.';

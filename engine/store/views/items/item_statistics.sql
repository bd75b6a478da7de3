-- Classical item statistics. The respondents are models and people, each with its share of right
-- answers to an item over all its plain runs; baselines and the oracle would measure themselves.
-- An item is excluded from the scores it is compared with (corrected item-total correlation).
-- Scores are summed as decimals and correlated in a fixed order, so that threads change no digit.
CREATE OR REPLACE VIEW item_statistics AS
WITH scores AS (
    SELECT u.dataset_id, u.origin, u.model_id, r.item_id,
        sum(r.n_right) / sum(r.n) AS score
    FROM item_scores r
    JOIN runs u ON u.run_id = r.run_id AND u.probe IS NULL
    JOIN models m ON m.model_id = u.model_id AND m.kind NOT IN ('baseline', 'oracle')
    GROUP BY ALL
),
totals AS (
    SELECT dataset_id, origin, model_id, sum(score::DECIMAL(18, 15))::DOUBLE AS total, count(*) AS n
    FROM scores GROUP BY ALL
),
statistics AS (
    SELECT s.dataset_id, s.origin, s.item_id, count(*) AS n_models,
        count(*) FILTER (s.score > 0) AS n_models_right,
        avg(s.score::DECIMAL(18, 15)) AS share_right,
        CASE WHEN count(*) > 2 AND min(s.score) < max(s.score)
            THEN corr(s.score, (t.total - s.score) / nullif(t.n - 1, 0) ORDER BY model_id)
        END AS discrimination
    FROM scores s JOIN totals t USING (dataset_id, origin, model_id)
    GROUP BY ALL
)
SELECT s.item_id, d.name AS dataset, i.idx, s.origin, s.n_models, s.n_models_right, s.share_right,
    CASE WHEN isfinite(s.discrimination) THEN s.discrimination END AS discrimination
FROM statistics s
JOIN items i ON i.item_id = s.item_id
JOIN datasets d ON d.dataset_id = s.dataset_id;

COMMENT ON VIEW item_statistics IS
    'Difficulty and discrimination of each item over the models and people asked.';
COMMENT ON COLUMN item_statistics.idx IS 'Index in the data set.';
COMMENT ON COLUMN item_statistics.n_models IS 'Number of models and people asked the plain question.';
COMMENT ON COLUMN item_statistics.n_models_right IS 'How many of them gave at least one right answer.';
COMMENT ON COLUMN item_statistics.share_right IS
    'Mean share of right answers over them: the item''s classical difficulty, 1 being easiest.';
COMMENT ON COLUMN item_statistics.discrimination IS
    'Correlation of their share right on this item with their share right on all others (corrected point-biserial); NULL with fewer than three respondents or no variance.';

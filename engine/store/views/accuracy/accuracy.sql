-- Answers to one item, and to the items of one group, are not independent, so the interval uses their
-- effective sample size.
CREATE OR REPLACE VIEW accuracy AS
WITH counts AS (
    SELECT
        run_id, effective_trials(n_right, n) AS trials,
        effective_trials(n_right + n_wrong + n_undecided, n) AS t_read,
        sum(n)::BIGINT AS n, sum(n_items)::BIGINT AS n_items, sum(n_right)::BIGINT AS n_right,
        sum(n_wrong)::BIGINT AS n_wrong, sum(n_no_answer)::BIGINT AS n_no_answer,
        sum(n_undecided)::BIGINT AS n_undecided,
        sum(n_strict_right)::BIGINT AS n_strict_right
    FROM group_scores
    GROUP BY run_id
),
failed AS (
    SELECT run_id, count(*) AS n FROM responses WHERE outcome = 'error' GROUP BY run_id
)
SELECT
    c.run_id, u.run_hash, m.name AS model, kind_of_run(m.kind, u.origin) AS kind,
    d.name AS dataset, u.prompt, u.probe, w.split,
    u.origin, c.n, c.n_items, c.n_right, c.n_wrong, c.n_no_answer,
    coalesce(f.n, 0) AS n_error,
    c.n_right / c.n AS value,
    coalesce(b.low, wilson_low(c.n_right * (c.trials / c.n), c.trials)) AS low,
    coalesce(b.high, wilson_high(c.n_right * (c.trials / c.n), c.trials)) AS high,
    c.n_strict_right / c.n AS strict_value,
    (c.n_right + c.n_wrong + c.n_undecided) / c.n AS response_rate,
    u.n_planned, w.language, u.rotated, c.n_undecided,
    wilson_low((c.n_right + c.n_wrong + c.n_undecided) * (t_read / c.n), t_read) AS response_rate_low,
    wilson_high((c.n_right + c.n_wrong + c.n_undecided) * (t_read / c.n), t_read) AS response_rate_high
FROM counts c
JOIN runs u ON u.run_id = c.run_id
JOIN scopes w ON w.run_id = c.run_id
JOIN models m ON m.model_id = u.model_id
JOIN datasets d ON d.dataset_id = u.dataset_id
LEFT JOIN failed f ON f.run_id = c.run_id
LEFT JOIN intervals b ON b.run_id = c.run_id AND b.language IS NULL AND b.trait = 'overall'
    AND b.metric = 'accuracy' AND b.n = c.n
ORDER BY dataset, origin, prompt, value DESC, model, run_id;

COMMENT ON VIEW accuracy IS
    'Accuracy of each run with replies. No answer and undecided answers count as not right; failed requests do not count.';
COMMENT ON COLUMN accuracy.n_error IS 'Number of questions whose requests failed, which are not in n.';
COMMENT ON COLUMN accuracy."value" IS 'n_right / n.';
COMMENT ON COLUMN accuracy.low IS 'Lower end of the 95% interval: Wilson for the effective sample size over groups of items.';
COMMENT ON COLUMN accuracy.high IS 'Upper end of the 95% interval: Wilson for the effective sample size over groups of items.';
COMMENT ON COLUMN accuracy.strict_value IS 'Share right by the strict reading.';
COMMENT ON COLUMN accuracy.response_rate IS 'Share of replies with a readable answer.';
COMMENT ON COLUMN accuracy.rotated IS 'Whether every item was asked in all circular orders of its options.';
COMMENT ON COLUMN accuracy.response_rate_low IS
    'Lower end of its 95% Wilson interval, for the effective sample size over groups of items.';
COMMENT ON COLUMN accuracy.response_rate_high IS
    'Upper end of its 95% Wilson interval, for the effective sample size over groups of items.';

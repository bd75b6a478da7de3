-- Table 2 of DivLogicEval, whose figures use the population standard deviation. Its repeated runs are
-- the samples of one run here; only complete samples are compared.
CREATE OR REPLACE VIEW variation AS
WITH whole AS (
    SELECT run_id, sample, count(*) AS n, count(*) FILTER (outcome = 'right') / count(*) AS accuracy
    FROM question_responses GROUP BY run_id, sample
    QUALIFY n = max(n) OVER (PARTITION BY run_id)
),
rotated AS (
    SELECT run_id, sample, avg(accuracy::DECIMAL(18, 15)) AS accuracy, avg(circular) AS circular,
        avg(partial_circular::DECIMAL(18, 15)) AS partial_circular
    FROM circular_items GROUP BY run_id, sample
),
scores AS (
    SELECT run_id, w.n, unnest([
        {metric: 'accuracy', value: coalesce(r.accuracy, w.accuracy)},
        {metric: 'circular', value: circular},
        {metric: 'partial_circular', value: partial_circular}
    ], recursive := true)
    FROM whole w LEFT JOIN rotated r USING (run_id, sample)
),
spread AS (
    SELECT run_id, metric, any_value(n) AS n, count(*) AS n_runs,
        avg(value ORDER BY value) AS mean, min(value) AS least, max(value) AS most,
        stddev_pop(value ORDER BY value) AS deviation
    FROM scores WHERE value IS NOT NULL GROUP BY run_id, metric HAVING count(*) > 1
)
SELECT s.run_id, u.model, u.kind, u.dataset, u.prompt, u.probe, u.origin, s.metric,
    s.n_runs, s.n, s.mean, s.least, s.most, s.deviation, s.deviation / nullif(s.mean, 0) AS cv
FROM spread s
JOIN named_runs u ON u.run_id = s.run_id
ORDER BY dataset, origin, model, prompt, probe, metric, run_id;

COMMENT ON VIEW variation IS
    'Variation of each metric over the samples of each run that has several.';
COMMENT ON COLUMN variation.metric IS 'accuracy, circular or partial_circular.';
COMMENT ON COLUMN variation.n_runs IS 'Number of samples.';
COMMENT ON COLUMN variation.n IS 'Number of answers in each sample.';
COMMENT ON COLUMN variation.mean IS 'Mean of the metric over the samples.';
COMMENT ON COLUMN variation.least IS 'Its smallest value.';
COMMENT ON COLUMN variation.most IS 'Its greatest value.';
COMMENT ON COLUMN variation.deviation IS 'Its standard deviation over the samples (divisor: their number).';
COMMENT ON COLUMN variation.cv IS 'Coefficient of variation: deviation / mean.';

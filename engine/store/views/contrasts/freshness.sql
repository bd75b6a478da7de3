-- The interval of the difference is that of Agresti and Min (2005) for matched pairs, which adds half a
-- pair to each of the four cells. Pairs of one group are not independent: they count with their
-- effective sample size, from the variance over groups.
CREATE OR REPLACE VIEW freshness AS
WITH pairs AS (
    SELECT f.fresh_id, u.run_id, i.group_no,
        (r.outcome = 'right')::INTEGER AS public_right, (o.outcome = 'right')::INTEGER AS fresh_right
    FROM fresh_runs f
    JOIN runs u ON u.run_hash = f.public_run
    JOIN question_responses r ON r.run_id = u.run_id AND r.rotation = 0
    JOIN items i ON i.item_id = r.item_id
    JOIN fresh_outcomes o ON o.fresh_id = f.fresh_id AND o.idx = i.idx AND o.sample = r.sample
),
groups AS (
    SELECT fresh_id, run_id, group_no, count(*) AS n, sum(public_right) AS n_public,
        sum(fresh_right) AS n_fresh, sum(public_right - fresh_right) AS surplus,
        count(*) FILTER (public_right <> fresh_right) AS n_differing
    FROM pairs GROUP BY ALL
),
counts AS (
    SELECT fresh_id, run_id, sum(n)::BIGINT AS n, count(*) AS n_groups,
        sum(n_public)::BIGINT AS n_public_right, sum(n_fresh)::BIGINT AS n_fresh_right,
        effective_trials(n_public, n) AS t_public, effective_trials(n_fresh, n) AS t_fresh,
        sum(surplus)::BIGINT AS surplus, sum(n_differing)::BIGINT AS n_differing,
        sum(surplus * surplus) - 2 * (sum(surplus) / sum(n)) * sum(surplus * n)
            + (sum(surplus) / sum(n)) ** 2 * sum(n * n) AS spread
    FROM groups GROUP BY ALL
),
worth AS (
    SELECT *, greatest(1, coalesce(
        spread * n_groups / nullif(n_groups - 1, 0)
            / nullif(n_differing - surplus * surplus / n, 0), 1)) AS effect
    FROM counts
),
adjusted AS (
    SELECT *, surplus / effect / (n / effect + 2) AS centre,
        sqrt(n_differing / effect + 1 - (surplus / effect) ** 2 / (n / effect + 2))
            / (n / effect + 2) AS error
    FROM worth
)
SELECT
    f.run_hash AS fresh_run, f.public_run, u.model, u.kind, u.dataset, u.prompt,
    s.split, s.language, f.seal, a.n, a.n_groups,
    a.n_public_right / a.n AS public_value, a.n_fresh_right / a.n AS fresh_value,
    a.surplus / a.n AS difference,
    greatest(-1, a.centre - 1.959963984540054 * a.error) AS low,
    least(1, a.centre + 1.959963984540054 * a.error) AS high,
    f.n_planned, f.asked_at,
    wilson_low(a.n_public_right * (t_public / a.n), t_public) AS public_low,
    wilson_high(a.n_public_right * (t_public / a.n), t_public) AS public_high,
    wilson_low(a.n_fresh_right * (t_fresh / a.n), t_fresh) AS fresh_low,
    wilson_high(a.n_fresh_right * (t_fresh / a.n), t_fresh) AS fresh_high
FROM adjusted a
JOIN fresh_runs f ON f.fresh_id = a.fresh_id
JOIN named_runs u ON u.run_id = a.run_id
JOIN scopes s ON s.run_id = a.run_id
ORDER BY dataset, difference DESC, model, fresh_run;

COMMENT ON VIEW freshness IS
    'How much better a model does on public items than on newly seeded ones of the same recipe, paired.';
COMMENT ON COLUMN freshness.fresh_run IS 'SHA-256 that names the run on the fresh items.';
COMMENT ON COLUMN freshness.public_run IS 'SHA-256 that identifies the run on the public items.';
COMMENT ON COLUMN freshness.dataset IS 'Name of the public data set.';
COMMENT ON COLUMN freshness.seal IS 'SHA-256 of the file that holds the seed of the fresh items.';
COMMENT ON COLUMN freshness.n IS 'Number of pairs: a public item and the fresh one at the same index.';
COMMENT ON COLUMN freshness.n_groups IS 'Number of groups of items with pairs.';
COMMENT ON COLUMN freshness.public_value IS 'Accuracy on the public items.';
COMMENT ON COLUMN freshness.fresh_value IS 'Accuracy on the fresh items.';
COMMENT ON COLUMN freshness.difference IS 'public_value - fresh_value; above 0, the model does better on public items.';
COMMENT ON COLUMN freshness.low IS 'Lower end of the 95% interval of the difference, by Agresti and Min.';
COMMENT ON COLUMN freshness.high IS 'Upper end of the 95% interval of the difference, by Agresti and Min.';
COMMENT ON COLUMN freshness.n_planned IS 'Number of answers asked for on fresh items.';
COMMENT ON COLUMN freshness.asked_at IS 'When the answers on fresh items were imported (UTC).';
COMMENT ON COLUMN freshness.public_low IS
    'Lower end of the 95% Wilson interval of public_value, for the effective sample size over groups of items.';
COMMENT ON COLUMN freshness.public_high IS
    'Upper end of the 95% Wilson interval of public_value, for the effective sample size over groups of items.';
COMMENT ON COLUMN freshness.fresh_low IS
    'Lower end of the 95% Wilson interval of fresh_value, for the effective sample size over groups of items.';
COMMENT ON COLUMN freshness.fresh_high IS
    'Upper end of the 95% Wilson interval of fresh_value, for the effective sample size over groups of items.';

-- LogicAsker, §3.3: the share correct among the replies that satisfy the request (an answer can be
-- read). Accuracy over all questions is shown too, because the response accuracy of a model that seldom
-- answers says little. Balanced accuracy is the mean over gold answers: questions are weighted so that
-- each gold answer counts alike, and always giving one of k answers scores 1/k. Questions of a group
-- are correlated, even across gold answers. So the interval is Wilson's for the effective sample size
-- that gives the variance of the linearised mean over groups (Kish, "Survey Sampling", 1965, §6.3),
-- within the bounds of effective_trials. Sums are of decimals, and so the same in any order.
CREATE OR REPLACE VIEW response_accuracy AS
WITH groups AS (
    SELECT r.run_id, i.gold, i.group_no, count(*) AS n, count(DISTINCT r.item_id) AS n_items,
        count(*) FILTER (r.outcome IN ('right', 'wrong')) AS n_satisfy,
        count(*) FILTER (r.outcome = 'right') AS n_correct,
        count(*) FILTER (r.strict_outcome IN ('right', 'wrong')) AS n_strict_satisfy,
        count(*) FILTER (r.strict_outcome = 'right') AS n_strict_correct
    FROM question_responses r JOIN items i ON i.item_id = r.item_id
    WHERE i.skill IS NOT NULL
    GROUP BY ALL
),
classes AS (
    SELECT run_id, gold, sum(n_correct) / sum(n) AS share,
        sum(sum(n)) OVER run / (count(*) OVER run * sum(n)) AS weight
    FROM groups GROUP BY run_id, gold WINDOW run AS (PARTITION BY run_id)
),
balances AS (
    SELECT run_id, avg(share ORDER BY gold) AS balanced, avg(weight ORDER BY gold) AS mean_weight
    FROM classes GROUP BY run_id
),
wholes AS (
    SELECT run_id, group_no, sum(n)::BIGINT AS n, sum(n_items)::BIGINT AS n_items,
        sum(n_satisfy)::BIGINT AS n_satisfy, sum(n_correct)::BIGINT AS n_correct,
        sum(n_strict_satisfy)::BIGINT AS n_strict_satisfy,
        sum(n_strict_correct)::BIGINT AS n_strict_correct,
        sum((weight * n)::DECIMAL(18, 9))::DOUBLE AS weighing,
        sum((weight * (n_correct - share * n))::DECIMAL(18, 9))::DOUBLE AS residual
    FROM groups JOIN classes USING (run_id, gold) GROUP BY run_id, group_no
),
counts AS (
    SELECT run_id, sum(n)::BIGINT AS n, sum(n_items)::BIGINT AS n_items,
        sum(n_satisfy)::BIGINT AS n_satisfy, sum(n_correct)::BIGINT AS n_correct,
        sum(n_strict_satisfy)::BIGINT AS n_strict_satisfy,
        sum(n_strict_correct)::BIGINT AS n_strict_correct,
        effective_trials(n_correct, n) AS t, effective_trials(n_satisfy, n) AS t_read,
        effective_trials(n_strict_satisfy, n) AS t_strict,
        effective_trials(n_correct, n_satisfy) AS t_of_read,
        effective_trials(n_strict_correct, n_strict_satisfy) AS t_of_strict,
        count(*) AS n_groups,
        sum(n) ** 2 / sum((weighing ** 2)::DECIMAL(38, 12)) AS least,
        sum((residual ** 2)::DECIMAL(38, 12))::DOUBLE AS spread
    FROM wholes GROUP BY run_id
),
scaled AS (
    SELECT *, CASE
        WHEN n_groups = 1 OR balanced IN (0, 1) THEN least
        WHEN spread = 0 THEN n / mean_weight
        ELSE greatest(least, least(n / mean_weight,
            balanced * (1 - balanced) * n * n * (n_groups - 1) / n_groups / spread
            * 3.8414588206941227::DOUBLE / t_95(n_groups - 1) ** 2
        )) END AS t_balanced
    FROM counts JOIN balances USING (run_id)
)
SELECT c.run_id, u.run_hash, u.model, u.kind, u.dataset, u.prompt, u.probe, w.split,
    w.language, u.origin, c.n, c.n_items, c.n_satisfy, c.n_correct,
    c.n_satisfy / c.n AS response_rate,
    wilson_low(c.n_satisfy * (t_read / c.n), t_read) AS response_rate_low,
    wilson_high(c.n_satisfy * (t_read / c.n), t_read) AS response_rate_high,
    c.n_correct / nullif(c.n_satisfy, 0) AS response_accuracy,
    wilson_low(c.n_correct * (t_of_read / c.n_satisfy), t_of_read) AS response_accuracy_low,
    wilson_high(c.n_correct * (t_of_read / c.n_satisfy), t_of_read) AS response_accuracy_high,
    c.n_strict_satisfy, c.n_strict_correct,
    c.n_strict_satisfy / c.n AS strict_response_rate,
    wilson_low(c.n_strict_satisfy * (t_strict / c.n), t_strict) AS strict_response_rate_low,
    wilson_high(c.n_strict_satisfy * (t_strict / c.n), t_strict) AS strict_response_rate_high,
    c.n_strict_correct / nullif(c.n_strict_satisfy, 0) AS strict_response_accuracy,
    wilson_low(c.n_strict_correct * (t_of_strict / c.n_strict_satisfy), t_of_strict) AS strict_response_accuracy_low,
    wilson_high(c.n_strict_correct * (t_of_strict / c.n_strict_satisfy), t_of_strict) AS strict_response_accuracy_high,
    c.n_correct / c.n AS accuracy, wilson_low(c.n_correct * (t / c.n), t) AS accuracy_low,
    wilson_high(c.n_correct * (t / c.n), t) AS accuracy_high,
    c.balanced AS balanced_accuracy,
    wilson_low(c.balanced * t_balanced, t_balanced) AS balanced_accuracy_low,
    wilson_high(c.balanced * t_balanced, t_balanced) AS balanced_accuracy_high
FROM scaled c
JOIN named_runs u ON u.run_id = c.run_id
JOIN scopes w ON w.run_id = c.run_id
ORDER BY dataset, origin, prompt, probe, accuracy DESC, model, run_id;

COMMENT ON VIEW response_accuracy IS
    'Response rate, response accuracy (LogicAsker, §3.3), accuracy and balanced accuracy of each run on skill questions.';
COMMENT ON COLUMN response_accuracy.n IS 'Number of answers, errors included.';
COMMENT ON COLUMN response_accuracy.n_satisfy IS
    'Number of replies with an answer by the lenient reading (N_satisfy).';
COMMENT ON COLUMN response_accuracy.n_correct IS 'How many of them are right (N_correct).';
COMMENT ON COLUMN response_accuracy.response_rate IS 'n_satisfy / n.';
COMMENT ON COLUMN response_accuracy.response_rate_low IS
    'Lower end of its 95% Wilson interval, for the effective sample size over groups of items.';
COMMENT ON COLUMN response_accuracy.response_rate_high IS
    'Upper end of its 95% Wilson interval, for the effective sample size over groups of items.';
COMMENT ON COLUMN response_accuracy.response_accuracy IS
    'n_correct / n_satisfy; NULL if n_satisfy is 0.';
COMMENT ON COLUMN response_accuracy.response_accuracy_low IS
    'Lower end of its 95% Wilson interval, for the effective sample size over groups of items.';
COMMENT ON COLUMN response_accuracy.response_accuracy_high IS
    'Upper end of its 95% Wilson interval, for the effective sample size over groups of items.';
COMMENT ON COLUMN response_accuracy.n_strict_satisfy IS 'n_satisfy by the strict reading.';
COMMENT ON COLUMN response_accuracy.n_strict_correct IS 'n_correct by the strict reading.';
COMMENT ON COLUMN response_accuracy.strict_response_rate IS 'n_strict_satisfy / n.';
COMMENT ON COLUMN response_accuracy.strict_response_rate_low IS
    'Lower end of its 95% Wilson interval, for the effective sample size over groups of items.';
COMMENT ON COLUMN response_accuracy.strict_response_rate_high IS
    'Upper end of its 95% Wilson interval, for the effective sample size over groups of items.';
COMMENT ON COLUMN response_accuracy.strict_response_accuracy IS
    'n_strict_correct / n_strict_satisfy; NULL if n_strict_satisfy is 0.';
COMMENT ON COLUMN response_accuracy.strict_response_accuracy_low IS
    'Lower end of its 95% Wilson interval, for the effective sample size over groups of items.';
COMMENT ON COLUMN response_accuracy.strict_response_accuracy_high IS
    'Upper end of its 95% Wilson interval, for the effective sample size over groups of items.';
COMMENT ON COLUMN response_accuracy.accuracy IS 'n_correct / n: a missing answer is not right.';
COMMENT ON COLUMN response_accuracy.accuracy_low IS
    'Lower end of its 95% Wilson interval, for the effective sample size over groups of items.';
COMMENT ON COLUMN response_accuracy.accuracy_high IS
    'Upper end of its 95% Wilson interval, for the effective sample size over groups of items.';
COMMENT ON COLUMN response_accuracy.balanced_accuracy IS
    'Accuracy averaged over the gold answers.';
COMMENT ON COLUMN response_accuracy.balanced_accuracy_low IS
    'Lower end of its 95% Wilson interval, for the effective sample size of this mean over groups.';
COMMENT ON COLUMN response_accuracy.balanced_accuracy_high IS
    'Upper end of its 95% Wilson interval, for the effective sample size of this mean over groups.';

-- LogicAsker, §3.3: of the replies that satisfy the request (an answer can be read), the share that
-- is correct. Accuracy over all questions stands beside it, for a model that seldom answers can have
-- any response accuracy. Balanced accuracy is the mean over right answers, so that always giving one
-- of k answers scores 1/k: each question weighs as much as makes the right answers alike. The questions
-- of a group share something, those of a pair across the right answers: the interval is Wilson's for as
-- many trials as give the variance of the linearised mean over groups (Kish, "Survey Sampling", 1965,
-- §6.3), within the bounds of effective_trials. Sums are of decimals, and so the same in any order.
CREATE OR REPLACE VIEW response_accuracy AS
WITH groups AS (
    SELECT r.run_id, i.gold, i.group_no, count(*) AS n, count(DISTINCT r.item_id) AS n_items,
        count(*) FILTER (r.outcome IN ('right', 'wrong')) AS n_satisfy,
        count(*) FILTER (r.outcome = 'right') AS n_correct,
        count(*) FILTER (r.strict_outcome IN ('right', 'wrong')) AS n_strict_satisfy,
        count(*) FILTER (r.strict_outcome = 'right') AS n_strict_correct
    FROM question_responses r JOIN items i ON i.item_id = r.item_id
    WHERE i.leaf IS NOT NULL
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
SELECT
    c.run_id, u.run_hash, m.name AS model, kind_of_run(m.kind, u.origin) AS kind,
    d.name AS dataset, u.prompt, u.probe, w.split,
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
JOIN runs u ON u.run_id = c.run_id
JOIN scopes w ON w.run_id = c.run_id
JOIN models m ON m.model_id = u.model_id
JOIN datasets d ON d.dataset_id = u.dataset_id
ORDER BY dataset, origin, prompt, probe, accuracy DESC, model, run_id;

COMMENT ON VIEW response_accuracy IS
    'Response rate and response accuracy (LogicAsker, §3.3) of each run over questions on skills, beside plain and balanced accuracy.';
COMMENT ON COLUMN response_accuracy.run_id IS 'The run.';
COMMENT ON COLUMN response_accuracy.run_hash IS 'SHA-256 that names the run everywhere.';
COMMENT ON COLUMN response_accuracy.model IS 'Who answered.';
COMMENT ON COLUMN response_accuracy.kind IS 'endpoint (asked here), baseline, ceiling, human or published (asked by others).';
COMMENT ON COLUMN response_accuracy.dataset IS 'Name of the data set.';
COMMENT ON COLUMN response_accuracy.prompt IS 'Name of the prompt style.';
COMMENT ON COLUMN response_accuracy.probe IS 'Name of the probe; NULL for the plain question.';
COMMENT ON COLUMN response_accuracy.split IS
    'The split that was asked; all of several; NULL where there is one.';
COMMENT ON COLUMN response_accuracy.language IS
    'The language that was asked; all of several; NULL where there is one.';
COMMENT ON COLUMN response_accuracy.origin IS 'measured, reproduced or regraded.';
COMMENT ON COLUMN response_accuracy.n IS 'Number of answers, errors among them.';
COMMENT ON COLUMN response_accuracy.n_items IS 'Number of different items.';
COMMENT ON COLUMN response_accuracy.n_satisfy IS
    'Replies in which an answer could be read, leniently (N_satisfy).';
COMMENT ON COLUMN response_accuracy.n_correct IS 'Those of them that are right (N_correct).';
COMMENT ON COLUMN response_accuracy.response_rate IS 'n_satisfy / n.';
COMMENT ON COLUMN response_accuracy.response_rate_low IS
    'Lower end of its 95% Wilson interval, for as many trials as groups of items are worth.';
COMMENT ON COLUMN response_accuracy.response_rate_high IS
    'Upper end of its 95% Wilson interval, for as many trials as groups of items are worth.';
COMMENT ON COLUMN response_accuracy.response_accuracy IS
    'n_correct / n_satisfy; NULL where nothing could be read.';
COMMENT ON COLUMN response_accuracy.response_accuracy_low IS
    'Lower end of its 95% Wilson interval, for as many trials as groups of items are worth.';
COMMENT ON COLUMN response_accuracy.response_accuracy_high IS
    'Upper end of its 95% Wilson interval, for as many trials as groups of items are worth.';
COMMENT ON COLUMN response_accuracy.n_strict_satisfy IS 'n_satisfy by the strict reading.';
COMMENT ON COLUMN response_accuracy.n_strict_correct IS 'n_correct by the strict reading.';
COMMENT ON COLUMN response_accuracy.strict_response_rate IS 'n_strict_satisfy / n.';
COMMENT ON COLUMN response_accuracy.strict_response_rate_low IS
    'Lower end of its 95% Wilson interval, for as many trials as groups of items are worth.';
COMMENT ON COLUMN response_accuracy.strict_response_rate_high IS
    'Upper end of its 95% Wilson interval, for as many trials as groups of items are worth.';
COMMENT ON COLUMN response_accuracy.strict_response_accuracy IS
    'n_strict_correct / n_strict_satisfy; NULL where nothing could be read strictly.';
COMMENT ON COLUMN response_accuracy.strict_response_accuracy_low IS
    'Lower end of its 95% Wilson interval, for as many trials as groups of items are worth.';
COMMENT ON COLUMN response_accuracy.strict_response_accuracy_high IS
    'Upper end of its 95% Wilson interval, for as many trials as groups of items are worth.';
COMMENT ON COLUMN response_accuracy.accuracy IS 'n_correct / n: what is no answer is not right.';
COMMENT ON COLUMN response_accuracy.accuracy_low IS
    'Lower end of its 95% Wilson interval, for as many trials as groups of items are worth.';
COMMENT ON COLUMN response_accuracy.accuracy_high IS
    'Upper end of its 95% Wilson interval, for as many trials as groups of items are worth.';
COMMENT ON COLUMN response_accuracy.balanced_accuracy IS
    'Mean over the right answers of the share right among the questions with that answer.';
COMMENT ON COLUMN response_accuracy.balanced_accuracy_low IS
    'Lower end of its 95% interval: Wilson''s, for the trials that tell as much as its groups.';
COMMENT ON COLUMN response_accuracy.balanced_accuracy_high IS
    'Upper end of its 95% interval: Wilson''s, for the trials that tell as much as its groups.';

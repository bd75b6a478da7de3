-- The two means that the ArgQA paper reports (Tables 3 and 6): over all questions, and over the types
-- of question with equal weight. Questions on one argument are correlated, so the interval of the mean
-- over types is Wilson's for the effective sample size that gives the variance of the linearised mean
-- over arguments (Kish, "Survey Sampling", 1965, §6.3); if all or none is right, one trial per argument.
CREATE OR REPLACE VIEW type_average AS
WITH asked AS (
    SELECT s.run_id, i.question_type, i.group_no, sum(s.n)::BIGINT AS n,
        sum(s.n_right)::BIGINT AS n_right
    FROM item_scores s JOIN items i ON i.item_id = s.item_id
    WHERE i.logic = 'support'
    GROUP BY ALL
),
types AS (
    SELECT run_id, question_type, sum(n) AS n, sum(n_right) AS n_right, sum(n_right) / sum(n) AS share
    FROM asked GROUP BY run_id, question_type
),
means AS (
    SELECT run_id, sum(n) AS n, sum(n_right) / sum(n) AS micro, avg(share ORDER BY share) AS type_mean,
        count(*) AS n_types
    FROM types GROUP BY run_id
),
leant AS (
    SELECT a.run_id, a.group_no, sum((a.n_right - t.share * a.n) / t.n ORDER BY question_type) AS step
    FROM asked a JOIN types t USING (run_id, question_type)
    GROUP BY a.run_id, a.group_no
),
spread AS (
    SELECT run_id,
        sum(step ** 2 ORDER BY group_no) * count(*) / nullif(count(*) - 1, 0) AS variance,
        count(*) AS n_arguments
    FROM leant GROUP BY run_id
),
trials AS (
    SELECT w.*, s.n_arguments,
        CASE WHEN s.variance > 1e-12 AND w.type_mean BETWEEN 1e-12 AND 1 - 1e-12
            THEN least(w.n, w.type_mean * (1 - w.type_mean) * w.n_types ** 2 / s.variance)
            ELSE s.n_arguments END AS trials
    FROM means w JOIN spread s USING (run_id)
)
SELECT w.run_id, u.model, u.kind, u.dataset, u.prompt, u.probe, u.origin,
    w.n::BIGINT AS n, w.n_arguments, w.n_types, w.micro, w.type_mean,
    wilson_low(w.type_mean * w.trials, w.trials) AS low,
    wilson_high(w.type_mean * w.trials, w.trials) AS high
FROM trials w
JOIN named_runs u ON u.run_id = w.run_id
ORDER BY dataset, origin, model, prompt, probe, run_id;

COMMENT ON VIEW type_average IS
    'Accuracy on questions on arguments: over all questions, and averaged over question types.';
COMMENT ON COLUMN type_average.n_arguments IS 'Number of arguments asked about.';
COMMENT ON COLUMN type_average.n_types IS 'Number of types of question asked.';
COMMENT ON COLUMN type_average.micro IS 'Right answers / all answers.';
COMMENT ON COLUMN type_average.type_mean IS 'Mean of the accuracies on each type.';
COMMENT ON COLUMN type_average.low IS 'Lower end of the 95% interval of type_mean, over arguments.';
COMMENT ON COLUMN type_average.high IS 'Upper end of the 95% interval of type_mean, over arguments.';

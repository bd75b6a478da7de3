-- Several answers (samples) to each question: their mean, the answer of the majority, and whether at
-- least one of k is right. Ties go to the answer given first; a missing answer has no vote. pass@k is
-- the unbiased estimate from all samples: 1 - C(n - c, k) / C(n, k) with c of n right (M. Chen et al.,
-- 2021, "Evaluating large language models trained on code", §2.1). The mean is over all answers, with
-- the same interval as on the board.
CREATE OR REPLACE VIEW self_consistency AS
WITH votes AS (
    SELECT run_id, item_id, rotation, lenient, bool_or(outcome = 'right') AS is_right,
        count(*) AS n_votes, min(sample) AS first
    FROM question_responses WHERE lenient IS NOT NULL GROUP BY ALL
),
majorities AS (
    SELECT run_id, item_id, rotation, is_right
    FROM votes
    QUALIFY row_number() OVER (
        PARTITION BY run_id, item_id, rotation ORDER BY n_votes DESC, first) = 1
),
questions AS (
    SELECT r.run_id, r.item_id, r.rotation, count(*) AS n,
        count(*) FILTER (r.outcome = 'right') AS n_right
    FROM question_responses r GROUP BY ALL
    HAVING count(*) > 1
),
scored AS (
    SELECT q.run_id, i.group_no, q.n AS samples, unnest([
        {metric: 'mean', k: 1, weight: q.n, score: q.n_right::DOUBLE},
        {metric: 'majority', k: q.n, weight: 1, score: coalesce(m.is_right, false)::INTEGER::DOUBLE}
    ] || list_transform(range(1, q.n + 1), lambda k: {
        metric: 'pass@k', k: k, weight: CASE k WHEN 1 THEN q.n ELSE 1 END,
        score: CASE WHEN k = 1 THEN q.n_right WHEN q.n - q.n_right < k THEN 1.0
            ELSE 1 - list_product(list_transform(range(k),
                lambda j: (q.n - q.n_right - j) / (q.n - j))) END
    }), recursive := true)
    FROM questions q
    JOIN items i ON i.item_id = q.item_id
    LEFT JOIN majorities m
        ON m.run_id = q.run_id AND m.item_id = q.item_id AND m.rotation = q.rotation
),
groups AS (
    SELECT run_id, group_no, samples, metric, k, count(*) AS n_questions, sum(weight) AS n,
        sum(score::DECIMAL(18, 12))::DOUBLE AS total
    FROM scored GROUP BY run_id, group_no, samples, metric, k
),
alike AS ( -- few, so that they can be summed in a fixed order
    SELECT run_id, samples, metric, k, n_questions, n, total, count(*) AS n_groups
    FROM groups GROUP BY ALL
),
sums AS (
    SELECT run_id, samples, metric, k, sum(n_groups * n_questions) AS n_questions,
        sum(n_groups * n) AS n, sum(n_groups * n * n) AS nn, sum(n_groups) AS n_groups,
        sum(n_groups * total ORDER BY total, n) AS total,
        sum(n_groups * total * total ORDER BY total, n) AS kk,
        sum(n_groups * total * n ORDER BY total, n) AS kn
    FROM alike GROUP BY run_id, samples, metric, k
),
counts AS (
    SELECT run_id, samples, metric, k, n_questions::BIGINT AS n, total / n AS "value",
        trials_of_sums(total, n, kk, kn, nn, n_groups) AS trials
    FROM sums
)
SELECT c.run_id, u.model, u.kind, u.dataset, u.prompt, u.probe, u.origin, c.samples,
    c.metric, c.k, c.n, c."value", wilson_low(c."value" * c.trials, c.trials) AS low,
    wilson_high(c."value" * c.trials, c.trials) AS high
FROM counts c
JOIN named_runs u ON u.run_id = c.run_id
ORDER BY dataset, origin, model, prompt, probe, c.samples, c.metric, c.k, run_id;

COMMENT ON VIEW self_consistency IS
    'Mean accuracy, majority vote and pass@k of runs with several answers per question.';
COMMENT ON COLUMN self_consistency.samples IS 'Number of answers per question.';
COMMENT ON COLUMN self_consistency.metric IS
    'mean: over all answers; majority: the most frequent answer, ties going to the first; pass@k: at least one of k right.';
COMMENT ON COLUMN self_consistency.k IS 'Number of answers per question that the metric takes.';
COMMENT ON COLUMN self_consistency.n IS 'Number of questions.';
COMMENT ON COLUMN self_consistency."value" IS 'The mean over questions, 0 to 1.';
COMMENT ON COLUMN self_consistency.low IS 'Lower end of the 95% Wilson interval, for the effective sample size over groups of items.';
COMMENT ON COLUMN self_consistency.high IS 'Upper end of the 95% Wilson interval, for the effective sample size over groups of items.';

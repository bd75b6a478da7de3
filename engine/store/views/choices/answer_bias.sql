-- Accuracy rewards a preferred answer where it happens to be right. Informedness does not: averaged over
-- the right answers, the share answered rightly minus the share of each wrong one, so that always giving
-- one answer, and guessing in any proportions, come to 0 and always being right to 1. For two answers it
-- is Youden's J, the hit rate minus the false-alarm rate (W. J. Youden, 1950, "Index for rating diagnostic
-- tests"; D. M. W. Powers, 2011, "Evaluation: from precision, recall and F-measure to ROC, informedness,
-- markedness and correlation"). Only answers that are right somewhere count as wrong ones. Items with
-- different numbers of options are averaged by their numbers.
-- Informedness runs from -least to 1; put on 0 to 1, its interval is Wilson's for the effective sample
-- size that gives the variance of the linearised mean over groups (Kish, 1965, §6.3).
-- d' of two-way questions is z(hit rate) - z(false-alarm rate) over the readable answers, which is the sum
-- over both right answers of z(share right). Informedness is highest without a preference between the
-- answers; d' is not, if a preference moves the threshold of an equal-variance normal model (Green and
-- Swets, 1966). Every count is raised by its right answer's share of all questions (by a half if both are
-- as frequent), the log-linear correction, so that shares of 0 and 1 have a z and constant answers come to 0
-- (M. J. Hautus, 1995, "Corrections for extreme proportions and their biasing effects on estimated values
-- of d'"). Its variance is the larger of the binomial one (Gourevitch and
-- Galanter, 1967) and that of the linearised sum over groups; simulated with 4 to 100 groups, alike or not,
-- the interval held d' in 94% of the rounds or more.
CREATE OR REPLACE VIEW answer_bias AS
WITH given AS (
    SELECT r.run_id, len(i.options) AS k, i.gold, i.group_no, r.lenient,
        coalesce(r.lenient, replace(r.outcome, '_', ' ')) AS answer, count(*) AS n
    FROM question_responses r JOIN items i ON i.item_id = r.item_id
    WHERE i.answer_kind = 'label' AND len(i.options) > 1
    GROUP BY ALL
),
classes AS (
    SELECT run_id, k, list(DISTINCT gold) AS golds, sum(n) AS n, 1 / (len(golds) - 1) AS least
    FROM given GROUP BY run_id, k HAVING len(golds) > 1
),
counts AS (
    SELECT g.run_id, g.k, g.gold, g.group_no, sum(g.n)::BIGINT AS n,
        coalesce(sum(g.n) FILTER (g.lenient = g.gold), 0)::BIGINT AS n_right,
        coalesce(sum(g.n) FILTER (g.lenient <> g.gold AND list_contains(c.golds, g.lenient)), 0)::BIGINT
            AS n_wrong
    FROM given g JOIN classes c ON c.run_id = g.run_id AND c.k = g.k
    GROUP BY g.run_id, g.k, g.gold, g.group_no
),
shares AS (
    SELECT s.run_id, s.k, s.gold, s.n AS n_gold, s.n_right / s.n - s.n_wrong / s.n * c.least AS value,
        c.least, c.n, len(c.golds) AS n_golds
    FROM (
        SELECT run_id, k, gold, sum(n) AS n, sum(n_right) AS n_right, sum(n_wrong) AS n_wrong
        FROM counts GROUP BY run_id, k, gold
    ) s JOIN classes c ON c.run_id = s.run_id AND c.k = s.k
),
totals AS (SELECT run_id, sum(n) AS n, sum(least * n) / sum(n) AS least FROM classes GROUP BY run_id),
weighted AS (
    SELECT s.*, s.n / t.n / s.n_golds AS weight FROM shares s JOIN totals t ON t.run_id = s.run_id
),
means AS (
    SELECT run_id, round(sum((weight * value)::DECIMAL(18, 15))::DOUBLE, 12) + 0 AS informedness
    FROM weighted GROUP BY run_id
),
wholes AS (
    SELECT c.run_id, c.group_no, sum(c.n)::BIGINT AS n, sum((w.weight / w.n_gold
        * (c.n_right - c.n_wrong * w.least - c.n * w.value))::DECIMAL(18, 15))::DOUBLE AS residual
    FROM counts c JOIN weighted w ON w.run_id = c.run_id AND w.k = c.k AND w.gold = c.gold
    GROUP BY c.run_id, c.group_no
),
spreads AS (
    SELECT run_id, count(*) AS n_groups, sum(n) ** 2 / sum(n * n) AS fewest,
        sum((residual ** 2)::DECIMAL(38, 18))::DOUBLE AS spread
    FROM wholes GROUP BY run_id
),
scaled AS (
    SELECT *, (m.informedness + t.least) / (1 + t.least) AS scaled, CASE
        WHEN n_groups = 1 OR scaled <= 1e-9 OR scaled >= 1 - 1e-9 THEN fewest
        WHEN spread < 1e-15 THEN t.n
        ELSE greatest(fewest, least(t.n, scaled * (1 - scaled) * (1 + t.least) ** 2
            * (n_groups - 1) / n_groups / spread
            * 3.8414588206941227::DOUBLE / t_95(n_groups - 1) ** 2
        )) END AS trials
    FROM means m JOIN totals t USING (run_id) JOIN spreads USING (run_id)
),
two_way AS (
    SELECT c.run_id, c.gold, sum(c.n_right + c.n_wrong) AS n_read,
        n_read + 2 * n_read / sum(n_read) OVER (PARTITION BY c.run_id) AS raised,
        (sum(c.n_right) + (raised - n_read) / 2) / raised AS p, probit(p) AS z,
        raised * exp(-z * z / 2) / sqrt(2 * pi()) AS slope
    FROM counts c WHERE c.run_id IN (
        SELECT run_id FROM classes GROUP BY run_id HAVING list(k) = [2]
    ) GROUP BY c.run_id, c.gold
),
z_groups AS (
    SELECT c.run_id, c.group_no, sum(((c.n_right - w.p * (c.n_right + c.n_wrong)) / w.slope)
        ::DECIMAL(18, 12))::DOUBLE AS residual
    FROM counts c JOIN two_way w ON w.run_id = c.run_id AND w.gold = c.gold
    WHERE c.n_right + c.n_wrong > 0 GROUP BY c.run_id, c.group_no
),
z_spreads AS (
    SELECT run_id, count(*) AS m, t_95(nullif(m - 1, 0)) AS t,
        m / (m - 1) * sum((residual ** 2)::DECIMAL(38, 15))::DOUBLE AS variance
    FROM z_groups GROUP BY run_id
),
d_primes AS (
    SELECT w.run_id, sum(w.z::DECIMAL(18, 12))::DOUBLE AS d_prime,
        any_value(s.t) * sqrt(greatest(any_value(s.variance),
            sum((w.p * (1 - w.p) * w.raised / w.slope ** 2)::DECIMAL(38, 15))::DOUBLE)) AS reach
    FROM two_way w JOIN z_spreads s ON s.run_id = w.run_id
    GROUP BY w.run_id HAVING min(w.n_read) > 0
),
answered AS (
    SELECT run_id, string_agg(answer || ' ' || round(100 * n / total)::INTEGER || '%', ', '
        ORDER BY n DESC, answer) AS answered
    FROM (
        SELECT run_id, answer, sum(n) AS n, sum(sum(n)) OVER (PARTITION BY run_id) AS total
        FROM given GROUP BY run_id, answer
    ) GROUP BY run_id
),
guessing AS (
    SELECT r.run_id, sum((CASE WHEN i.answer_kind = 'label' THEN r.n / nullif(len(i.options), 0) END)
        ::DECIMAL(18, 15))::DOUBLE / sum(r.n) AS chance
    FROM item_scores r JOIN items i ON i.item_id = r.item_id
    GROUP BY r.run_id HAVING bool_and(i.answer_kind = 'label' AND len(i.options) > 0)
)
SELECT u.run_id, u.run_hash, u.model, u.dataset, u.prompt, u.probe, u.origin,
    a.answered, s.informedness,
    wilson_low(s.scaled * s.trials, s.trials) * (1 + s.least) - s.least AS informedness_low,
    wilson_high(s.scaled * s.trials, s.trials) * (1 + s.least) - s.least AS informedness_high,
    s.n::BIGINT AS n, d.d_prime, d.d_prime - d.reach AS d_prime_low,
    d.d_prime + d.reach AS d_prime_high, g.chance
FROM answered a
JOIN named_runs u ON u.run_id = a.run_id
LEFT JOIN scaled s ON s.run_id = a.run_id
LEFT JOIN d_primes d ON d.run_id = a.run_id
LEFT JOIN guessing g ON g.run_id = a.run_id
ORDER BY dataset, origin, prompt, probe, informedness DESC, model, run_hash;

COMMENT ON VIEW answer_bias IS
    'What each run answers, whatever is asked, and its informedness: accuracy without the preference for an answer.';
COMMENT ON COLUMN answer_bias.answered IS
    'Share of its answers to labels and choices that are each answer, most frequent first.';
COMMENT ON COLUMN answer_bias.informedness IS
    'Mean over the right answers of the share right minus that of each wrong answer: 0 for any constant answer, 1 if all are right.';
COMMENT ON COLUMN answer_bias.informedness_low IS
    'Lower end of its 95% interval: Wilson for the effective sample size over groups of items.';
COMMENT ON COLUMN answer_bias.informedness_high IS
    'Upper end of its 95% interval: Wilson for the effective sample size over groups of items.';
COMMENT ON COLUMN answer_bias.n IS 'Number of answers to labels and choices behind it.';
COMMENT ON COLUMN answer_bias.d_prime IS
    'Sensitivity d'' of two-way questions over their readable answers: 0 for any constant answer; NULL for others.';
COMMENT ON COLUMN answer_bias.d_prime_low IS
    'Lower end of its 95% interval, from the variance over groups of items or the binomial one if larger.';
COMMENT ON COLUMN answer_bias.d_prime_high IS 'Upper end of its 95% interval.';
COMMENT ON COLUMN answer_bias.chance IS
    'Accuracy of guessing among the answers of each item; NULL if some items have no such answers.';

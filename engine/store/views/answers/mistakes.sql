-- Only questions whose answers are formulas, structures or sets of options. A group without a given
-- mistake adds only its number of answers, n, to the sums for that mistake.
CREATE OR REPLACE VIEW mistakes AS
WITH judged AS (
    SELECT r.run_id, i.question_type, i.language, i.group_no,
        coalesce(r.mistake, r.outcome) AS mistake
    FROM responses r JOIN items i ON i.item_id = r.item_id
    WHERE i.answer_kind <> 'label' AND r.outcome <> 'error'
        AND r.run_id IN (SELECT run_id FROM runs WHERE probe IS DISTINCT FROM 'withheld-option')
),
groups AS (
    SELECT run_id, question_type, language, group_no, mistake, count(*) AS k,
        sum(k) OVER alike AS n, row_number() OVER (alike ORDER BY mistake) = 1 AS is_first
    FROM judged GROUP BY run_id, question_type, language, group_no, mistake
    WINDOW alike AS (PARTITION BY run_id, question_type, language, group_no)
),
sums AS (
    SELECT run_id, question_type, language, mistake, sum(k) AS k, sum(k * k) AS kk,
        sum(k * n) AS kn, count(*) FILTER (is_first) AS n_first
    FROM groups GROUP BY run_id, question_type, language, mistake
),
shares AS (
    SELECT *, sum(k) OVER asked AS n, sum(k) FILTER (mistake <> 'right') OVER asked AS n_faulty,
        trials_of_sums(
            k, n, kk, kn, sum(kn) OVER asked, sum(n_first) OVER asked
        ) AS trials
    FROM sums WINDOW asked AS (PARTITION BY run_id, question_type, language)
)
SELECT s.run_id, u.model, u.kind, u.dataset, u.prompt, u.origin, s.question_type,
    s.language, s.mistake, s.k::BIGINT AS n, s.n::BIGINT AS n_answers, s.k / s.n AS share,
    wilson_low(s.k * (s.trials / s.n), s.trials) AS low,
    wilson_high(s.k * (s.trials / s.n), s.trials) AS high,
    s.k / s.n_faulty AS share_of_faulty
FROM shares s
JOIN named_runs u ON u.run_id = s.run_id
WHERE s.mistake <> 'right'
ORDER BY dataset, origin, model, prompt, question_type, "language", n DESC, mistake, run_id;

COMMENT ON VIEW mistakes IS
    'Mistakes in the formulas, structures and sets of each run, by task and language.';
COMMENT ON COLUMN mistakes.question_type IS 'The task: symbolization, countermodel or validity.';
COMMENT ON COLUMN mistakes."language" IS 'Language of the items.';
COMMENT ON COLUMN mistakes.mistake IS
    'The mistake, such as not_equivalent or false_premise; otherwise the outcome, such as no_answer, wrong or cut_off.';
COMMENT ON COLUMN mistakes.n IS 'Number of answers with it.';
COMMENT ON COLUMN mistakes.n_answers IS 'Number of answers of the run to this task in this language.';
COMMENT ON COLUMN mistakes.share IS 'n / n_answers.';
COMMENT ON COLUMN mistakes.low IS
    'Lower end of its 95% Wilson interval, for the effective sample size over groups of items.';
COMMENT ON COLUMN mistakes.high IS
    'Upper end of its 95% Wilson interval, for the effective sample size over groups of items.';
COMMENT ON COLUMN mistakes.share_of_faulty IS 'n as a share of the answers that are not right.';

-- Of questions whose answers are formulas, structures or sets of options.
CREATE OR REPLACE VIEW mistakes AS
WITH judged AS (
    SELECT r.run_id, r.item_id, i.question_type, i.language,
        coalesce(r.mistake, r.outcome) AS mistake
    FROM responses r JOIN items i ON i.item_id = r.item_id
    WHERE i.answer_kind <> 'label'
        AND r.run_id IN (SELECT run_id FROM runs WHERE probe IS DISTINCT FROM 'withheld-option')
),
asked AS (
    SELECT run_id, question_type, language, count(*) AS n_answers,
        count(DISTINCT item_id) AS n_items, count(*) FILTER (mistake <> 'right') AS n_faulty
    FROM judged GROUP BY ALL
),
shares AS (
    SELECT run_id, question_type, language, mistake, count(*) AS n, any_value(n_answers) AS n_answers,
        any_value(n_items) AS n_items, any_value(n_faulty) AS n_faulty
    FROM judged JOIN asked USING (run_id, question_type, language)
    GROUP BY run_id, question_type, language, mistake
)
SELECT
    s.run_id, m.name AS model, m.kind, d.name AS dataset, u.prompt, u.origin, s.question_type,
    s.language, s.mistake, s.n, s.n_answers, s.n / s.n_answers AS share,
    wilson_low(s.n * s.n_items / s.n_answers, s.n_items) AS low,
    wilson_high(s.n * s.n_items / s.n_answers, s.n_items) AS high,
    s.n / s.n_faulty AS share_of_faulty
FROM shares s
JOIN runs u ON u.run_id = s.run_id
JOIN models m ON m.model_id = u.model_id
JOIN datasets d ON d.dataset_id = u.dataset_id
WHERE s.mistake <> 'right'
ORDER BY dataset, origin, model, prompt, question_type, "language", n DESC, mistake;

COMMENT ON VIEW mistakes IS
    'What is wrong with the formulas, structures and sets that each run answered, by task and language.';
COMMENT ON COLUMN mistakes.run_id IS 'The run.';
COMMENT ON COLUMN mistakes.model IS 'Who answered.';
COMMENT ON COLUMN mistakes.kind IS 'endpoint, baseline, ceiling, human or published.';
COMMENT ON COLUMN mistakes.dataset IS 'Name of the data set.';
COMMENT ON COLUMN mistakes.prompt IS 'Name of the prompt style.';
COMMENT ON COLUMN mistakes.origin IS 'measured, reproduced or regraded.';
COMMENT ON COLUMN mistakes.question_type IS 'The task: symbolization, countermodel or validity.';
COMMENT ON COLUMN mistakes."language" IS 'Language of the items.';
COMMENT ON COLUMN mistakes.mistake IS
    'The mistake, such as not_equivalent or false_premise; else the outcome: no_answer, wrong, error, undecided.';
COMMENT ON COLUMN mistakes.n IS 'Number of answers with it.';
COMMENT ON COLUMN mistakes.n_answers IS 'Number of all answers of the run to this task in this language.';
COMMENT ON COLUMN mistakes.share IS 'n / n_answers.';
COMMENT ON COLUMN mistakes.low IS
    'Lower end of its 95% Wilson interval; several answers to an item count once.';
COMMENT ON COLUMN mistakes.high IS
    'Upper end of its 95% Wilson interval; several answers to an item count once.';
COMMENT ON COLUMN mistakes.share_of_faulty IS 'Share of the answers that are not right.';

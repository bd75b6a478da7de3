-- Table 2 of LogicSkills, and the same by type of sentence.
CREATE OR REPLACE VIEW formal_accuracy AS
WITH counts AS (
    SELECT s.run_id, i.question_type, i.language,
        CASE grouping(i.root_form) WHEN 1 THEN 'all' ELSE i.root_form END AS type,
        sum(s.n)::BIGINT AS n, count(*) AS n_items, sum(s.n_right)::BIGINT AS n_right,
        sum(s.n_no_answer)::BIGINT AS n_no_answer, sum(s.n_undecided)::BIGINT AS n_undecided
    FROM item_scores s JOIN items i ON i.item_id = s.item_id
    WHERE i.answer_kind <> 'label'
    GROUP BY GROUPING SETS (
        (s.run_id, i.question_type, i.language), (s.run_id, i.question_type, i.language, i.root_form)
    )
)
SELECT c.run_id, u.model, u.kind, u.dataset, u.prompt, u.probe, u.origin,
    c.question_type, c.language, c.type, c.n, c.n_items, c.n_right, c.n_no_answer, c.n_undecided,
    c.n_right / c.n AS value,
    wilson_low(c.n_right * c.n_items / c.n, c.n_items) AS low,
    wilson_high(c.n_right * c.n_items / c.n, c.n_items) AS high
FROM counts c
JOIN named_runs u ON u.run_id = c.run_id
WHERE c.type IS NOT NULL
ORDER BY dataset, origin, model, prompt, probe, question_type, "language", type <> 'all', type, run_id;

COMMENT ON VIEW formal_accuracy IS
    'Accuracy of each run on formulas, structures and sets, by task, language and type of sentence.';
COMMENT ON COLUMN formal_accuracy.question_type IS 'symbolization, countermodel or validity.';
COMMENT ON COLUMN formal_accuracy.language IS 'en, carroll or formal.';
COMMENT ON COLUMN formal_accuracy.type IS
    'Type of the sentence or conclusion; all for every type together.';
COMMENT ON COLUMN formal_accuracy.n_undecided IS 'Number of answers that no procedure could judge.';
COMMENT ON COLUMN formal_accuracy."value" IS 'n_right / n.';
COMMENT ON COLUMN formal_accuracy.low IS 'Lower end of the 95% Wilson interval, for n_items trials.';
COMMENT ON COLUMN formal_accuracy.high IS 'Upper end of the 95% Wilson interval, for n_items trials.';

CREATE OR REPLACE VIEW distractor_selection AS
WITH counts AS (
    SELECT run_id, question_type, role, bool_and(is_tied_to_both) AS is_tied_to_both,
        sum(n)::BIGINT AS n, sum(n_chosen)::BIGINT AS n_chosen,
        effective_trials(n_chosen, n) AS trials
    FROM distractor_groups GROUP BY run_id, question_type, role
)
SELECT c.run_id, u.model, u.kind, u.dataset, u.prompt, u.probe, u.origin,
    c.question_type, c.role, c.is_tied_to_both, c.n, c.n_chosen, c.n_chosen / c.n AS share,
    wilson_low(c.n_chosen * (c.trials / c.n), c.trials) AS low,
    wilson_high(c.n_chosen * (c.trials / c.n), c.trials) AS high
FROM counts c
JOIN named_runs u ON u.run_id = c.run_id
ORDER BY dataset, origin, model, prompt, probe, question_type, role, run_id;

COMMENT ON VIEW distractor_selection IS
    'How often each run chose the gold option and each kind of distractor, by type of question.';
COMMENT ON COLUMN distractor_selection.question_type IS 'Kind of question.';
COMMENT ON COLUMN distractor_selection.role IS 'gold, or the kind of distractor.';
COMMENT ON COLUMN distractor_selection.is_tied_to_both IS
    'For questions on arguments: whether the option is related to each of the two sentences, and to none only through the other.';
COMMENT ON COLUMN distractor_selection.n IS 'Number of options with this role in the questions asked.';
COMMENT ON COLUMN distractor_selection.n_chosen IS 'How many of them were chosen, by the lenient reading.';
COMMENT ON COLUMN distractor_selection.share IS 'n_chosen / n; a missing answer counts for no role.';
COMMENT ON COLUMN distractor_selection.low IS 'Lower end of the 95% Wilson interval of share.';
COMMENT ON COLUMN distractor_selection.high IS 'Upper end of the 95% Wilson interval of share.';

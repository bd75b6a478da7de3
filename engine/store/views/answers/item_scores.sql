-- Snapshots of many answers materialise this view (engine/store/snapshot/materialised.py). It is a hundredth
-- of the answers' size and makes counts by item, group and trait quick.
-- A respondent that prefers an answer is right where that answer is, whatever is asked. So weaknesses
-- are parts with fewer right answers than the run has on items with the same choice of answers and the
-- same right one: always giving the same answer has none.
CREATE OR REPLACE VIEW item_scores AS
WITH counts AS (
    SELECT run_id, item_id, count(*)::INTEGER AS n,
        (count(*) FILTER (outcome = 'right'))::INTEGER AS n_right,
        (count(*) FILTER (outcome = 'wrong'))::INTEGER AS n_wrong,
        (count(*) FILTER (is_unread(outcome)))::INTEGER AS n_no_answer,
        (count(*) FILTER (outcome = 'undecided'))::INTEGER AS n_undecided,
        (count(*) FILTER (strict_outcome = 'right'))::INTEGER AS n_strict_right
    FROM question_responses
    GROUP BY run_id, item_id
),
classes AS (
    SELECT item_id, answer_kind, len(options) AS k, CASE WHEN answer_kind = 'label' THEN gold END AS gold
    FROM items
)
SELECT c.*, c.n * (sum(c.n_right) OVER alike / sum(c.n) OVER alike) AS n_expected
FROM counts c JOIN classes i ON i.item_id = c.item_id
WINDOW alike AS (PARTITION BY c.run_id, i.answer_kind, i.k, i.gold);

COMMENT ON VIEW item_scores IS
    'Outcome counts of each run for each item: the basis of scores.';
COMMENT ON COLUMN item_scores.n IS 'Number of answers: samples times rotations of the options.';
COMMENT ON COLUMN item_scores.n_right IS 'Number of right answers, by the lenient reading.';
COMMENT ON COLUMN item_scores.n_strict_right IS 'Number of right answers, by the strict reading.';
COMMENT ON COLUMN item_scores.n_expected IS
    'Number of right answers expected from the run''s accuracy on items with the same kind and number of answers and the same right one.';

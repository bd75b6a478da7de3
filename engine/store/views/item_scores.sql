-- Snapshots of many answers keep this as a table (engine/store/snapshot/keeping.py), a hundredth of the answers'
-- size, from which everything that is counted by item, group and trait is then quick.
CREATE OR REPLACE VIEW item_scores AS
SELECT run_id, item_id, count(*)::INTEGER AS n,
    (count(*) FILTER (outcome = 'right'))::INTEGER AS n_right,
    (count(*) FILTER (outcome = 'wrong'))::INTEGER AS n_wrong,
    (count(*) FILTER (outcome = 'no_answer'))::INTEGER AS n_no_answer,
    (count(*) FILTER (outcome = 'error'))::INTEGER AS n_error,
    (count(*) FILTER (outcome = 'undecided'))::INTEGER AS n_undecided,
    (count(*) FILTER (strict_outcome = 'right'))::INTEGER AS n_strict_right
FROM question_responses
GROUP BY run_id, item_id;

COMMENT ON VIEW item_scores IS
    'The answers of each run to each item, counted by what they are: what scores are made from.';
COMMENT ON COLUMN item_scores.run_id IS 'The run.';
COMMENT ON COLUMN item_scores.item_id IS 'The item.';
COMMENT ON COLUMN item_scores.n IS 'Number of answers: samples and rotations of the options.';
COMMENT ON COLUMN item_scores.n_right IS 'Those that are right, by the lenient reading.';
COMMENT ON COLUMN item_scores.n_wrong IS 'Those that are wrong.';
COMMENT ON COLUMN item_scores.n_no_answer IS 'Replies in which no answer could be read.';
COMMENT ON COLUMN item_scores.n_error IS 'Requests to which no reply came.';
COMMENT ON COLUMN item_scores.n_undecided IS
    'Answers that could be read, but of which no procedure settled whether they are right.';
COMMENT ON COLUMN item_scores.n_strict_right IS 'Those that are right by the strict reading.';

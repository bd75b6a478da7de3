CREATE OR REPLACE VIEW group_scores AS
SELECT s.run_id, i.dataset_id, i.group_no, sum(s.n)::BIGINT AS n, count(*) AS n_items,
    sum(s.n_right)::BIGINT AS n_right,
    sum(s.n_wrong)::BIGINT AS n_wrong,
    sum(s.n_no_answer)::BIGINT AS n_no_answer,
    sum(s.n_error)::BIGINT AS n_error,
    sum(s.n_undecided)::BIGINT AS n_undecided,
    sum(s.n_strict_right)::BIGINT AS n_strict_right
FROM item_scores s JOIN items i ON i.item_id = s.item_id
GROUP BY s.run_id, i.dataset_id, i.group_no;

COMMENT ON VIEW group_scores IS
    'The answers of each run to each group of items, counted by what they are: what intervals are made from.';
COMMENT ON COLUMN group_scores.run_id IS 'The run.';
COMMENT ON COLUMN group_scores.dataset_id IS 'The data set.';
COMMENT ON COLUMN group_scores.group_no IS 'The group of items.';
COMMENT ON COLUMN group_scores.n IS 'Number of answers.';
COMMENT ON COLUMN group_scores.n_items IS 'Number of different items.';
COMMENT ON COLUMN group_scores.n_right IS 'Answers that are right, by the lenient reading.';
COMMENT ON COLUMN group_scores.n_wrong IS 'Those that are wrong.';
COMMENT ON COLUMN group_scores.n_no_answer IS 'Replies in which no answer could be read.';
COMMENT ON COLUMN group_scores.n_error IS 'Requests to which no reply came.';
COMMENT ON COLUMN group_scores.n_undecided IS
    'Answers that could be read, but of which no procedure settled whether they are right.';
COMMENT ON COLUMN group_scores.n_strict_right IS 'Those that are right by the strict reading.';

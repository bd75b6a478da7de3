CREATE OR REPLACE VIEW group_scores AS
SELECT s.run_id, i.dataset_id, i.group_no, sum(s.n)::BIGINT AS n, count(*) AS n_items,
    sum(s.n_right)::BIGINT AS n_right,
    sum(s.n_wrong)::BIGINT AS n_wrong,
    sum(s.n_no_answer)::BIGINT AS n_no_answer,
    sum(s.n_undecided)::BIGINT AS n_undecided,
    sum(s.n_strict_right)::BIGINT AS n_strict_right,
    sum((s.n_right - s.n_expected)::DECIMAL(18, 9))::DOUBLE AS excess
FROM item_scores s JOIN items i ON i.item_id = s.item_id
GROUP BY s.run_id, i.dataset_id, i.group_no;

COMMENT ON VIEW group_scores IS
    'Outcome counts of each run for each group of items: the basis of intervals.';
COMMENT ON COLUMN group_scores.n_right IS 'Number of right answers, by the lenient reading.';
COMMENT ON COLUMN group_scores.n_strict_right IS 'Number of right answers, by the strict reading.';
COMMENT ON COLUMN group_scores.excess IS
    'Number of right answers minus those expected from the right answers of the items (item_scores.n_expected).';

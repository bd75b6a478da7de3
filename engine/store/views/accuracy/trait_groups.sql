CREATE OR REPLACE VIEW trait_groups AS
WITH parts AS (
    SELECT s.run_id, t.dataset_id, t.trait, t.cell, t.group_no, sum(s.n)::BIGINT AS n,
        count(*) AS n_items, sum(s.n_right)::BIGINT AS n_right,
        sum((s.n_right - s.n_expected)::DECIMAL(18, 9))::DOUBLE AS excess
    FROM item_scores s JOIN item_traits t ON t.item_id = s.item_id
    GROUP BY s.run_id, t.dataset_id, t.trait, t.cell, t.group_no
)
SELECT p.run_id, p.trait, p.cell, p.group_no, p.n, p.n_items, p.n_right, p.excess,
    w.excess AS excess_whole
FROM parts p
JOIN group_scores w ON w.run_id = p.run_id AND w.dataset_id = p.dataset_id AND w.group_no = p.group_no
UNION ALL
SELECT w.run_id, t.trait, t.cell, w.group_no, w.n, w.n_items, w.n_right, w.excess, w.excess
FROM group_scores w
JOIN item_traits t ON t.dataset_id = w.dataset_id AND t.group_no = w.group_no AND t.item_id IS NULL;

COMMENT ON VIEW trait_groups IS
    'Outcome counts of each run for each value of each trait, by group of items: the basis of intervals and tests.';
COMMENT ON COLUMN trait_groups.excess IS
    'Number of right answers minus those expected from the right answers of the items (item_scores.n_expected).';
COMMENT ON COLUMN trait_groups.excess_whole IS 'The same for the whole group, whatever the value.';

-- Sums are of whole numbers or decimals, so that figures do not depend on the order of summation.
-- Snapshots of many answers materialise this view (engine/store/snapshot/materialised.py).
CREATE OR REPLACE VIEW trait_cells AS
WITH groups AS (
    FROM trait_groups
    UNION ALL BY NAME
    SELECT run_id, 'overall' AS trait, 'all' AS cell, group_no, n, n_items, n_right, excess,
        excess AS excess_whole
    FROM group_scores
)
SELECT run_id, trait, cell, sum(n)::BIGINT AS n, sum(n_items)::BIGINT AS n_items,
    sum(n_right)::BIGINT AS n_right, count(*) AS n_groups,
    sum(n * n)::BIGINT AS nn, sum(n_right * n)::BIGINT AS kn, sum(n_right * n_right)::BIGINT AS kk,
    sum(excess::DECIMAL(18, 9))::DOUBLE AS excess,
    sum((excess * excess)::DECIMAL(38, 12))::DOUBLE AS ee,
    sum((excess * excess_whole)::DECIMAL(38, 12))::DOUBLE AS ee_whole
FROM groups
GROUP BY run_id, trait, cell;

COMMENT ON VIEW trait_cells IS
    'trait_groups summed for each run and value of a trait: the basis of accuracy_by_trait and cell_contrasts.';
COMMENT ON COLUMN trait_cells.trait IS 'Name of the trait, as in the table items; overall for all answers of the run.';
COMMENT ON COLUMN trait_cells.cell IS 'Its value, as text; all for overall.';
COMMENT ON COLUMN trait_cells.n_groups IS 'Number of groups of items.';
COMMENT ON COLUMN trait_cells.nn IS 'Sum over the groups of n * n.';
COMMENT ON COLUMN trait_cells.kn IS 'Sum over the groups of n_right * n.';
COMMENT ON COLUMN trait_cells.kk IS 'Sum over the groups of n_right * n_right.';
COMMENT ON COLUMN trait_cells.excess IS
    'Number of right answers minus those expected from the right answers of the items (item_scores.n_expected).';
COMMENT ON COLUMN trait_cells.ee IS 'Sum over the groups of excess * excess.';
COMMENT ON COLUMN trait_cells.ee_whole IS 'Sum over the groups of excess * excess_whole.';

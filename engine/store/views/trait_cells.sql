-- Whole numbers throughout, so that figures do not depend on the order of summation. Snapshots of
-- many answers materialise this view (engine/store/snapshot/keeping.py).
CREATE OR REPLACE VIEW trait_cells AS
SELECT run_id, trait, cell, sum(n)::BIGINT AS n, sum(n_items)::BIGINT AS n_items,
    sum(n_right)::BIGINT AS n_right, count(*) AS n_groups,
    sum(n * n)::BIGINT AS nn, sum(n_right * n)::BIGINT AS kn, sum(n_right * n_right)::BIGINT AS kk,
    sum(n * n_whole)::BIGINT AS nn_whole,
    sum(n_right * n_whole + n * n_right_whole)::BIGINT AS kn_whole,
    sum(n_right * n_right_whole)::BIGINT AS kk_whole
FROM trait_groups
GROUP BY run_id, trait, cell
UNION ALL
SELECT run_id, 'overall', 'all', sum(n)::BIGINT, sum(n_items)::BIGINT, sum(n_right)::BIGINT, count(*),
    sum(n * n)::BIGINT, sum(n_right * n)::BIGINT, sum(n_right * n_right)::BIGINT,
    sum(n * n)::BIGINT, sum(2 * n_right * n)::BIGINT, sum(n_right * n_right)::BIGINT
FROM group_scores GROUP BY run_id;

COMMENT ON VIEW trait_cells IS
    'trait_groups summed for each run and value of a trait: the basis of accuracy_by_trait and cell_contrasts.';
COMMENT ON COLUMN trait_cells.run_id IS 'The run.';
COMMENT ON COLUMN trait_cells.trait IS 'Name of the trait, as in the table items; overall for all answers of the run.';
COMMENT ON COLUMN trait_cells.cell IS 'Its value, as text; all for overall.';
COMMENT ON COLUMN trait_cells.n IS 'Number of answers.';
COMMENT ON COLUMN trait_cells.n_items IS 'Number of different items.';
COMMENT ON COLUMN trait_cells.n_right IS 'Number of right answers.';
COMMENT ON COLUMN trait_cells.n_groups IS 'Number of groups of items.';
COMMENT ON COLUMN trait_cells.nn IS 'Sum over the groups of n * n.';
COMMENT ON COLUMN trait_cells.kn IS 'Sum over the groups of n_right * n.';
COMMENT ON COLUMN trait_cells.kk IS 'Sum over the groups of n_right * n_right.';
COMMENT ON COLUMN trait_cells.nn_whole IS 'Sum over the groups of n * n_whole.';
COMMENT ON COLUMN trait_cells.kn_whole IS 'Sum over the groups of n_right * n_whole + n * n_right_whole.';
COMMENT ON COLUMN trait_cells.kk_whole IS 'Sum over the groups of n_right * n_right_whole.';

-- Whether a run does better or worse on one value of a trait than on items elsewhere with the same right
-- answers. The answers to a group of items are correlated, and a group may lie partly in the cell. So the
-- variance is that of the linearised difference over groups (Kish, "Survey Sampling", 1965, §6.3), taken
-- about the accuracy of the whole run on items with the same right answer, which also gives a variance
-- to cells with all or none right.
CREATE OR REPLACE VIEW cell_contrasts AS
WITH totals AS (SELECT run_id, n, ee, n_groups FROM trait_cells WHERE trait = 'overall'),
contrasts AS (
    SELECT c.run_id, c.trait, c.cell, c.n, c.n_items, c.n_right, c.n_groups,
        c.n_right / c.n AS value, c.excess * (1 / c.n + 1 / (w.n - c.n)) AS difference,
        ((1 / c.n + 1 / (w.n - c.n)) ** 2 * c.ee
            - 2 * (1 / c.n + 1 / (w.n - c.n)) / (w.n - c.n) * c.ee_whole
            + w.ee / (w.n - c.n) ** 2) * w.n_groups / (w.n_groups - 1) AS variance
    FROM trait_cells c JOIN totals w ON w.run_id = c.run_id
    WHERE c.trait <> 'overall' AND w.n > c.n AND w.n_groups > 1
)
SELECT c.run_id, u.model, u.kind, u.dataset, u.prompt, u.probe, u.origin, c.trait,
    c.cell, c.n::BIGINT AS n, c.n_items::BIGINT AS n_items, c.n_groups, c.n_right::BIGINT AS n_right,
    c.value, c.value - c.difference AS rest, c.difference,
    CASE WHEN c.variance > 1e-12 THEN c.difference / sqrt(c.variance) END AS z
FROM contrasts c
JOIN named_runs u ON u.run_id = c.run_id
ORDER BY dataset, origin, model, prompt, trait, try_cast(cell AS INTEGER), cell, run_id;

COMMENT ON VIEW cell_contrasts IS
    'Each value of each trait against the rest of the same run: where it does better or worse.';
COMMENT ON COLUMN cell_contrasts.n IS 'Number of answers with the value.';
COMMENT ON COLUMN cell_contrasts.n_items IS 'Number of different items with the value.';
COMMENT ON COLUMN cell_contrasts.n_groups IS 'Number of groups with such items.';
COMMENT ON COLUMN cell_contrasts.n_right IS 'Number of right answers with the value.';
COMMENT ON COLUMN cell_contrasts."value" IS 'n_right / n.';
COMMENT ON COLUMN cell_contrasts.rest IS 'Accuracy on the rest of the run, on items with the same right answers.';
COMMENT ON COLUMN cell_contrasts.difference IS 'value - rest.';
COMMENT ON COLUMN cell_contrasts.z IS
    'The difference in standard errors, over groups of items and about the accuracy of the whole run by right answer; under no difference, Student''s t with n_groups - 1 degrees of freedom. NULL if it has no variance, as if all or none of the run is right.';

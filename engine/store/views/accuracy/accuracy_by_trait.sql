CREATE OR REPLACE VIEW accuracy_by_trait AS
WITH counts AS (
    SELECT run_id, trait, cell, n, n_items, n_right, (n_right - excess) / n AS expected,
        trials_of_sums(n_right, n, kk, kn, nn, n_groups) AS trials
    FROM trait_cells WHERE trait <> 'overall'
)
SELECT c.run_id, u.model, u.kind, u.dataset, u.prompt, u.probe, u.origin, c.trait,
    c.cell, c.n, c.n_items, c.n_right, c.n_right / c.n AS value,
    wilson_low(c.n_right * (c.trials / c.n), c.trials) AS low,
    wilson_high(c.n_right * (c.trials / c.n), c.trials) AS high, c.expected
FROM counts c
JOIN named_runs u ON u.run_id = c.run_id
ORDER BY dataset, origin, model, prompt, trait, try_cast(cell AS INTEGER), cell, run_id;

COMMENT ON VIEW accuracy_by_trait IS 'Accuracy of each run by trait and value.';
COMMENT ON COLUMN accuracy_by_trait."value" IS 'n_right / n.';
COMMENT ON COLUMN accuracy_by_trait.low IS 'Lower end of the 95% Wilson interval, for the effective sample size over groups of items.';
COMMENT ON COLUMN accuracy_by_trait.high IS 'Upper end of the 95% Wilson interval, for the effective sample size over groups of items.';
COMMENT ON COLUMN accuracy_by_trait.expected IS 'Accuracy expected from that of the whole run on items with the same right answers; always giving one answer never falls below it.';

CREATE OR REPLACE VIEW accuracy_by_trait AS
WITH counts AS (
    SELECT run_id, trait, cell, n, n_items, n_right, (n_right - excess) / n AS expected,
        trials_of_sums(n_right, n, kk, kn, nn, n_groups) AS trials
    FROM trait_cells WHERE trait <> 'overall'
)
SELECT
    c.run_id, m.name AS model, kind_of_run(m.kind, u.origin) AS kind,
    d.name AS dataset, u.prompt, u.probe, u.origin, c.trait,
    c.cell, c.n, c.n_items, c.n_right, c.n_right / c.n AS value,
    wilson_low(c.n_right * (c.trials / c.n), c.trials) AS low,
    wilson_high(c.n_right * (c.trials / c.n), c.trials) AS high, c.expected
FROM counts c
JOIN runs u ON u.run_id = c.run_id
JOIN models m ON m.model_id = u.model_id
JOIN datasets d ON d.dataset_id = u.dataset_id
ORDER BY dataset, origin, model, prompt, trait, try_cast(cell AS INTEGER), cell, run_id;

COMMENT ON VIEW accuracy_by_trait IS 'Accuracy of each run by trait and value.';
COMMENT ON COLUMN accuracy_by_trait.run_id IS 'The run.';
COMMENT ON COLUMN accuracy_by_trait.model IS 'Name of the respondent.';
COMMENT ON COLUMN accuracy_by_trait.kind IS 'endpoint (asked here), baseline, oracle, human or published (asked by others).';
COMMENT ON COLUMN accuracy_by_trait.dataset IS 'Name of the data set.';
COMMENT ON COLUMN accuracy_by_trait.prompt IS 'Name of the prompt style.';
COMMENT ON COLUMN accuracy_by_trait.probe IS 'Name of the probe; NULL for the plain question.';
COMMENT ON COLUMN accuracy_by_trait.origin IS 'measured, reproduced or regraded.';
COMMENT ON COLUMN accuracy_by_trait.trait IS 'Name of the trait, as in the table items.';
COMMENT ON COLUMN accuracy_by_trait.cell IS 'Its value, as text.';
COMMENT ON COLUMN accuracy_by_trait.n IS 'Number of answers.';
COMMENT ON COLUMN accuracy_by_trait.n_items IS 'Number of different items.';
COMMENT ON COLUMN accuracy_by_trait.n_right IS 'Number of right answers.';
COMMENT ON COLUMN accuracy_by_trait."value" IS 'n_right / n.';
COMMENT ON COLUMN accuracy_by_trait.low IS 'Lower end of the 95% Wilson interval, for the effective sample size over groups of items.';
COMMENT ON COLUMN accuracy_by_trait.high IS 'Upper end of the 95% Wilson interval, for the effective sample size over groups of items.';
COMMENT ON COLUMN accuracy_by_trait.expected IS 'Accuracy expected from that of the whole run on items with the same right answers; always giving one answer never falls below it.';

-- The JustLogic paper breaks accuracy down by argument form only on items of depth 1, whose proofs
-- have a single form.
CREATE OR REPLACE VIEW accuracy_by_form_depth1 AS
WITH groups AS (
    SELECT r.run_id, i.root_form AS form, i.group_no, sum(r.n)::BIGINT AS n, count(*) AS n_items,
        sum(r.n_right)::BIGINT AS n_right
    FROM item_scores r JOIN items i ON i.item_id = r.item_id
    WHERE i.depth = 1 AND i.root_form IS NOT NULL
    GROUP BY ALL
),
counts AS (
    SELECT run_id, form, sum(n)::BIGINT AS n, sum(n_items)::BIGINT AS n_items,
        sum(n_right)::BIGINT AS n_right, effective_trials(n_right, n) AS trials
    FROM groups GROUP BY run_id, form
)
SELECT c.run_id, u.model, u.kind, u.dataset, u.prompt, u.probe, u.origin, c.form,
    c.n, c.n_items, c.n_right, c.n_right / c.n AS value,
    wilson_low(c.n_right * (c.trials / c.n), c.trials) AS low,
    wilson_high(c.n_right * (c.trials / c.n), c.trials) AS high
FROM counts c
JOIN named_runs u ON u.run_id = c.run_id
ORDER BY dataset, origin, model, prompt, form, run_id;

COMMENT ON VIEW accuracy_by_form_depth1 IS 'Accuracy of each run by argument form, over items of depth 1.';
COMMENT ON COLUMN accuracy_by_form_depth1.form IS 'The argument form.';
COMMENT ON COLUMN accuracy_by_form_depth1."value" IS 'n_right / n.';
COMMENT ON COLUMN accuracy_by_form_depth1.low IS 'Lower end of the 95% Wilson interval, for the effective sample size over groups of items.';
COMMENT ON COLUMN accuracy_by_form_depth1.high IS 'Upper end of the 95% Wilson interval, for the effective sample size over groups of items.';

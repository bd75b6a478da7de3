-- JustLogic's Appendix C: does it help or harm that the statement shown is true in the world?
CREATE OR REPLACE VIEW factual_accuracy AS
WITH groups AS (
    SELECT r.run_id, i.gold, i.shown_accurate, i.group_no, sum(r.n)::BIGINT AS n,
        count(*) AS n_items, sum(r.n_right)::BIGINT AS n_right
    FROM item_scores r JOIN items i ON i.item_id = r.item_id
    WHERE i.shown_accurate IS NOT NULL
    GROUP BY ALL
),
counts AS (
    SELECT run_id, gold, shown_accurate, sum(n)::BIGINT AS n, sum(n_items)::BIGINT AS n_items,
        sum(n_right)::BIGINT AS n_right, effective_trials(n_right, n) AS trials
    FROM groups GROUP BY run_id, gold, shown_accurate
)
SELECT c.run_id, u.model, u.kind, u.dataset, u.prompt, u.probe, u.origin, c.gold,
    c.shown_accurate, c.n, c.n_items, c.n_right, c.n_right / c.n AS value,
    wilson_low(c.n_right * (c.trials / c.n), c.trials) AS low,
    wilson_high(c.n_right * (c.trials / c.n), c.trials) AS high
FROM counts c
JOIN named_runs u ON u.run_id = c.run_id
ORDER BY dataset, origin, model, prompt, gold, shown_accurate, run_id;

COMMENT ON VIEW factual_accuracy IS
    'Accuracy of each run by gold answer and by the truth of the statement in the real world.';
COMMENT ON COLUMN factual_accuracy.shown_accurate IS 'Whether the statement is true in the real world.';
COMMENT ON COLUMN factual_accuracy."value" IS 'n_right / n.';
COMMENT ON COLUMN factual_accuracy.low IS 'Lower end of the 95% Wilson interval, for the effective sample size over groups of items.';
COMMENT ON COLUMN factual_accuracy.high IS 'Upper end of the 95% Wilson interval, for the effective sample size over groups of items.';

-- Item scores are summed as decimals: sums of doubles depend on the order in which threads add them.
CREATE OR REPLACE VIEW circular AS
WITH scores AS (
    SELECT run_id, count(*) AS n, count(DISTINCT item_id) AS n_items,
        sum(k)::BIGINT AS n_answers, sum(n_unanswered)::BIGINT AS n_unanswered,
        avg(accuracy::DECIMAL(18, 15)) AS accuracy, avg(original) AS original_accuracy,
        avg(circular) AS circular, avg(partial_circular::DECIMAL(18, 15)) AS partial_circular,
        avg(certainty::DECIMAL(18, 15)) AS certainty
    FROM circular_items
    GROUP BY run_id
),
ends AS (
    SELECT run_id,
        max(low) FILTER (metric = 'accuracy') AS accuracy_low,
        max(high) FILTER (metric = 'accuracy') AS accuracy_high,
        max(low) FILTER (metric = 'circular') AS circular_low,
        max(high) FILTER (metric = 'circular') AS circular_high,
        max(low) FILTER (metric = 'partial_circular') AS partial_circular_low,
        max(high) FILTER (metric = 'partial_circular') AS partial_circular_high
    FROM intervals WHERE language IS NULL AND trait = 'overall' GROUP BY run_id
)
SELECT s.run_id, u.run_hash, u.model, u.kind, u.dataset, u.prompt, u.probe, w.split,
    w.language, u.origin, s.n, s.n_answers, s.n_unanswered, s.accuracy, e.accuracy_low,
    e.accuracy_high, s.original_accuracy, s.circular, e.circular_low, e.circular_high,
    s.partial_circular, e.partial_circular_low, e.partial_circular_high, s.certainty, u.n_planned,
    s.n_items
FROM scores s
JOIN named_runs u ON u.run_id = s.run_id
JOIN scopes w ON w.run_id = s.run_id
LEFT JOIN ends e ON e.run_id = s.run_id
ORDER BY dataset, origin, partial_circular DESC, model, prompt, run_id;

COMMENT ON VIEW circular IS
    'Accuracy, Circular and PartialCircular of each rotated run, over items asked in every rotation.';
COMMENT ON COLUMN circular.n IS 'Number of items, each counted once per sample.';
COMMENT ON COLUMN circular.n_answers IS 'Number of rotations asked.';
COMMENT ON COLUMN circular.n_unanswered IS 'Number of rotations without a readable answer.';
COMMENT ON COLUMN circular.accuracy IS
    'Share of all rotations answered correctly: the accuracy of Table 8 of DivLogicEval, and PC with alpha 0.';
COMMENT ON COLUMN circular.accuracy_low IS 'Lower end of its 95% interval.';
COMMENT ON COLUMN circular.accuracy_high IS 'Upper end of its 95% interval.';
COMMENT ON COLUMN circular.original_accuracy IS
    'Share right in the original order: accuracy as §2.2 of DivLogicEval defines it.';
COMMENT ON COLUMN circular.circular IS 'Circular: share of items right in every rotation.';
COMMENT ON COLUMN circular.circular_low IS 'Lower end of its 95% interval.';
COMMENT ON COLUMN circular.circular_high IS 'Upper end of its 95% interval.';
COMMENT ON COLUMN circular.partial_circular IS 'PartialCircular: mean over items of accuracy times certainty.';
COMMENT ON COLUMN circular.partial_circular_low IS 'Lower end of its 95% interval.';
COMMENT ON COLUMN circular.partial_circular_high IS 'Upper end of its 95% interval.';
COMMENT ON COLUMN circular.certainty IS 'Mean over items of one minus the entropy of the options chosen.';

-- Figure 4 of LogicAsker: propositional minus predicate. The interval combines two Wilson intervals
-- (Newcombe, 1998, Statistics in Medicine 17, method 10).
CREATE OR REPLACE VIEW logic_gap AS
WITH pairs AS (
    SELECT p.run_id, p.model, p.kind, p.dataset, p.prompt, p.probe, p.origin,
        unnest([
            {metric: 'accuracy', n_propositional: p.n, n_predicate: q.n,
             a: p.accuracy, a_low: p.low, a_high: p.high,
             b: q.accuracy, b_low: q.low, b_high: q.high},
            {metric: 'response accuracy', n_propositional: p.n_satisfy, n_predicate: q.n_satisfy,
             a: p.response_accuracy, a_low: p.response_accuracy_low,
             a_high: p.response_accuracy_high, b: q.response_accuracy,
             b_low: q.response_accuracy_low, b_high: q.response_accuracy_high}
        ], recursive := true)
    FROM skill_accuracy p JOIN skill_accuracy q ON q.run_id = p.run_id
    WHERE p.trait = 'logic' AND p.cell = 'propositional'
        AND q.trait = 'logic' AND q.cell = 'predicate'
)
SELECT run_id, model, kind, dataset, prompt, probe, origin, metric, n_propositional, n_predicate,
    a AS propositional, b AS predicate, a - b AS difference,
    a - b - sqrt((a - a_low) ** 2 + (b_high - b) ** 2) AS low,
    a - b + sqrt((a_high - a) ** 2 + (b - b_low) ** 2) AS high
FROM pairs
WHERE a IS NOT NULL AND b IS NOT NULL
ORDER BY dataset, origin, metric, model, prompt, probe, run_id;

COMMENT ON VIEW logic_gap IS
    'How much better each run is at propositional than at predicate logic, on skill questions.';
COMMENT ON COLUMN logic_gap.metric IS 'accuracy (over all answers) or response accuracy (over readable ones).';
COMMENT ON COLUMN logic_gap.n_propositional IS 'Number of answers in propositional logic that the metric counts.';
COMMENT ON COLUMN logic_gap.n_predicate IS 'Number of answers in predicate logic that the metric counts.';
COMMENT ON COLUMN logic_gap.propositional IS 'Share right in propositional logic.';
COMMENT ON COLUMN logic_gap.predicate IS 'Share right in predicate logic.';
COMMENT ON COLUMN logic_gap.difference IS 'propositional minus predicate.';
COMMENT ON COLUMN logic_gap.low IS 'Lower end of the 95% interval of the difference.';
COMMENT ON COLUMN logic_gap.high IS 'Upper end of the 95% interval of the difference.';

CREATE OR REPLACE VIEW chance AS
WITH asked AS (
    SELECT i.dataset_id, len(i.options) AS k, count(*) AS n
    FROM items i
    WHERE i.dataset_id IN (SELECT dataset_id FROM runs WHERE rotated)
    GROUP BY ALL
),
expected AS (
    SELECT dataset_id, n, unnest([
        {metric: 'accuracy', value: 1 / k}, {metric: 'circular', value: chance_circular(k)},
        {metric: 'partial_circular', value: chance_partial_circular(k)}
    ], recursive := true)
    FROM asked
)
SELECT d.name AS dataset, e.metric, sum(e.n * e.value ORDER BY e.value) / sum(e.n) AS value, sum(e.n)::BIGINT AS n
FROM expected e JOIN datasets d ON d.dataset_id = e.dataset_id
GROUP BY ALL
ORDER BY dataset, metric;

COMMENT ON VIEW chance IS
    'The exact expected score of guessing each rotation independently and uniformly, for each set asked in rotations.';
COMMENT ON COLUMN chance.metric IS 'accuracy, circular or partial_circular.';
COMMENT ON COLUMN chance."value" IS 'The expected score, 0 to 1.';
COMMENT ON COLUMN chance.n IS 'Number of items.';

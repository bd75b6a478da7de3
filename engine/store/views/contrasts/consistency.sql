-- A group is complete if all its items in the data set were answered. If an item has several answers,
-- all of them must be right.
CREATE OR REPLACE VIEW consistency AS
WITH sizes AS (
    SELECT dataset_id, group_no, count(*) AS size
    FROM items GROUP BY dataset_id, group_no HAVING count(*) > 1
),
counts AS (
    SELECT g.run_id, count(*) AS n, count(*) FILTER (g.n_right = g.n) AS n_right
    FROM group_scores g
    JOIN sizes s ON s.dataset_id = g.dataset_id AND s.group_no = g.group_no AND s.size = g.n_items
    GROUP BY g.run_id
)
SELECT
    c.run_id, u.run_hash, m.name AS model, kind_of_run(m.kind, u.origin) AS kind,
    d.name AS dataset, u.prompt, u.probe, u.split,
    u.origin, c.n, c.n_right, c.n_right / c.n AS value, wilson_low(c.n_right, c.n) AS low,
    wilson_high(c.n_right, c.n) AS high
FROM counts c
JOIN runs u ON u.run_id = c.run_id
JOIN models m ON m.model_id = u.model_id
JOIN datasets d ON d.dataset_id = u.dataset_id
ORDER BY dataset, origin, prompt, value DESC, model, run_id;

COMMENT ON VIEW consistency IS
    'Consistency of each run: the share of complete groups (triples, pairs) with every item right.';
COMMENT ON COLUMN consistency.split IS 'The split that was asked; NULL for the whole set.';
COMMENT ON COLUMN consistency.n IS 'Number of complete groups.';
COMMENT ON COLUMN consistency.n_right IS 'Number of groups with every answer right.';
COMMENT ON COLUMN consistency."value" IS 'n_right / n.';
COMMENT ON COLUMN consistency.low IS 'Lower end of the 95% Wilson interval.';
COMMENT ON COLUMN consistency.high IS 'Upper end of the 95% Wilson interval.';

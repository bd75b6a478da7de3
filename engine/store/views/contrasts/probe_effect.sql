-- The effect of a probe (JustLogic, Table 5; DivLogicEval, Table 3): the same model, data set, prompt
-- and settings with and without it, over the items that both runs answered. If an item has several
-- answers, the first counts. The interval is that of a paired difference over groups.
CREATE OR REPLACE VIEW probe_effect AS
WITH paired AS (
    SELECT u.* FROM runs u
    WHERE EXISTS (
        FROM runs o
        WHERE o.model_id = u.model_id AND o.dataset_id = u.dataset_id AND o.settings = u.settings
            AND o.origin = u.origin AND split_part(o.prompt, '@', 1) = split_part(u.prompt, '@', 1)
            AND (o.probe IS NULL) <> (u.probe IS NULL)
    )
),
answered AS (
    SELECT u.run_id, u.model_id, u.dataset_id, u.prompt, u.settings, u.origin, u.probe, r.item_id,
        i.group_no, r.outcome = 'right' AS is_right
    FROM question_responses r
    JOIN paired u ON u.run_id = r.run_id
    JOIN items i ON i.item_id = r.item_id
    WHERE r.sample = 0 AND r.rotation = 0
),
latest AS (
    SELECT * FROM answered
    QUALIFY row_number() OVER (
        PARTITION BY model_id, dataset_id, split_part(prompt, '@', 1), settings, origin, probe,
            item_id
        ORDER BY run_id DESC) = 1
),
groups AS (
    SELECT p.model_id, p.dataset_id, p.prompt, p.origin, p.probe, p.group_no, count(*) AS n,
        count(*) FILTER (q.is_right) AS n_plain_right, count(*) FILTER (p.is_right) AS n_right,
        count(*) FILTER (p.is_right) - count(*) FILTER (q.is_right) AS d,
        count(*) FILTER (q.is_right AND NOT p.is_right) AS n_lost,
        count(*) FILTER (p.is_right AND NOT q.is_right) AS n_gained
    FROM latest p
    JOIN latest q ON q.model_id = p.model_id AND q.dataset_id = p.dataset_id
        AND split_part(q.prompt, '@', 1) = split_part(p.prompt, '@', 1)
        AND q.settings = p.settings AND q.origin = p.origin AND q.item_id = p.item_id
    WHERE p.probe IS NOT NULL AND q.probe IS NULL
    GROUP BY ALL
),
counts AS (
    SELECT model_id, dataset_id, prompt, origin, probe, sum(n)::BIGINT AS n,
        count(*) AS n_groups, sum(n_plain_right) / sum(n) AS plain, sum(n_right) / sum(n) AS probed,
        sum(n_lost)::BIGINT AS n_lost, sum(n_gained)::BIGINT AS n_gained,
        sum(d) / sum(n) AS difference, difference_low(d, n) AS low, difference_high(d, n) AS high
    FROM groups GROUP BY ALL
)
SELECT m.name AS model, kind_of_run(m.kind, c.origin) AS kind,
    d.name AS dataset, c.prompt, c.probe, c.origin, c.n, c.n_groups,
    c.plain, c.probed, c.n_lost, c.n_gained, c.difference, c.low, c.high
FROM counts c
JOIN models m ON m.model_id = c.model_id
JOIN datasets d ON d.dataset_id = c.dataset_id
ORDER BY dataset, origin, model, prompt, probe;

COMMENT ON VIEW probe_effect IS
    'Change in a model''s accuracy under each probe, on items answered with and without it.';
COMMENT ON COLUMN probe_effect.probe IS 'Name of the probe.';
COMMENT ON COLUMN probe_effect.n IS 'Number of items answered both ways.';
COMMENT ON COLUMN probe_effect.n_groups IS 'Number of groups of items.';
COMMENT ON COLUMN probe_effect.plain IS 'Accuracy without the probe.';
COMMENT ON COLUMN probe_effect.probed IS 'Accuracy with the probe.';
COMMENT ON COLUMN probe_effect.n_lost IS 'Number of items right only without the probe.';
COMMENT ON COLUMN probe_effect.n_gained IS 'Number of items right only with the probe.';
COMMENT ON COLUMN probe_effect.difference IS 'probed - plain.';
COMMENT ON COLUMN probe_effect.low IS 'Lower end of its 95% interval, over groups.';
COMMENT ON COLUMN probe_effect.high IS 'Upper end of its 95% interval, over groups.';

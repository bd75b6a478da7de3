CREATE OR REPLACE VIEW effort_by_depth AS
WITH groups AS (
    SELECT r.run_id, i.depth, r.outcome = 'right' AS is_right, i.group_no,
        count(*) AS n, sum(r.completion_tokens) AS received
    FROM responses r JOIN items i ON i.item_id = r.item_id
    WHERE r.completion_tokens IS NOT NULL AND i.depth IS NOT NULL
    GROUP BY ALL
),
counts AS (
    SELECT run_id, depth, is_right, sum(n)::BIGINT AS n, count(*) AS n_groups,
        mean_over_groups(received, n) AS value, mean_reach(received, n) AS reach
    FROM groups GROUP BY run_id, depth, is_right
)
SELECT c.run_id, u.model, u.kind, u.dataset, u.prompt, u.probe, u.origin, c.depth,
    c.is_right, c.n, c.n_groups, c.value, greatest(0, c.value - c.reach) AS low,
    c.value + c.reach AS high
FROM counts c
JOIN named_runs u ON u.run_id = c.run_id
ORDER BY dataset, origin, model, prompt, depth, is_right, run_id;

COMMENT ON VIEW effort_by_depth IS
    'Completion tokens per answer, by depth of the question and by whether the answer is right: does a model spend more on harder questions?';
COMMENT ON COLUMN effort_by_depth.depth IS 'Depth of the questions; see items.depth.';
COMMENT ON COLUMN effort_by_depth.is_right IS 'Whether the answers are right.';
COMMENT ON COLUMN effort_by_depth.n IS 'Number of answers for which the endpoint reported tokens.';
COMMENT ON COLUMN effort_by_depth.n_groups IS 'Number of groups of items they answer.';
COMMENT ON COLUMN effort_by_depth."value" IS 'Mean completion tokens, reasoning included.';
COMMENT ON COLUMN effort_by_depth.low IS 'Lower end of its 95% interval, over groups of items.';
COMMENT ON COLUMN effort_by_depth.high IS 'Upper end of its 95% interval, over groups of items.';

-- A reply from the cache cost nothing here, and its latency belongs to another run. The interval of a
-- mean is that of a ratio over groups of items, as for shares.
CREATE OR REPLACE VIEW effort AS
WITH groups AS (
    SELECT r.run_id, i.group_no,
        count(*) AS n,
        count(*) FILTER (r.is_reused) AS n_reused,
        count(*) FILTER (r.finish_reason = 'length') AS n_truncated,
        count(r.completion_tokens) AS n_counted,
        count(r.prompt_tokens) AS n_sent,
        sum(r.prompt_tokens) AS sent,
        sum(r.completion_tokens) AS received,
        sum(r.prompt_tokens) FILTER (NOT r.is_reused) AS paid_sent,
        sum(r.completion_tokens) FILTER (NOT r.is_reused) AS paid_received,
        sum(r.latency_ms::DECIMAL(18, 6)) FILTER (NOT r.is_reused) AS waited, -- exact in any order
        count(r.latency_ms) FILTER (NOT r.is_reused) AS n_waited
    FROM responses r JOIN items i ON i.item_id = r.item_id
    GROUP BY r.run_id, i.group_no
),
counts AS (
    SELECT run_id, sum(n)::BIGINT AS n, sum(n_reused)::BIGINT AS n_reused,
        sum(n_truncated)::BIGINT AS n_truncated, sum(n_counted)::BIGINT AS n_counted,
        sum(sent) / nullif(sum(n_sent), 0) AS mean_prompt_tokens,
        mean_over_groups(received, n_counted) AS mean_completion_tokens,
        mean_reach(received, n_counted) AS reach,
        sum(paid_sent)::BIGINT AS prompt_tokens, sum(paid_received)::BIGINT AS completion_tokens,
        sum(waited) / nullif(sum(n_waited), 0) AS mean_latency_ms
    FROM groups GROUP BY run_id
),
-- counted separately, because otherwise every reply is unpacked only to see that it exists
uncounted AS (
    SELECT run_id, count(*) AS n FROM responses
    WHERE (completion_tokens IS NULL OR coalesce(prompt_tokens, 0) = 0) AND NOT is_reused
        AND raw IS NOT NULL GROUP BY run_id
)
SELECT c.run_id, u.model, u.kind, u.dataset, u.prompt, u.probe, u.origin, c.n,
    c.n_reused, c.n_truncated, c.n_counted, c.mean_prompt_tokens, c.mean_completion_tokens,
    greatest(0, c.mean_completion_tokens - c.reach) AS low, c.mean_completion_tokens + c.reach AS high,
    c.prompt_tokens, c.completion_tokens, coalesce(t.n, 0) AS n_uncounted,
    c.mean_latency_ms
FROM counts c
LEFT JOIN uncounted t ON t.run_id = c.run_id
JOIN named_runs u ON u.run_id = c.run_id
ORDER BY dataset, origin, model, prompt, run_id;

COMMENT ON VIEW effort IS 'The effort of each run: tokens, time and replies cut off.';
COMMENT ON COLUMN effort.n IS 'Number of answers, errors included.';
COMMENT ON COLUMN effort.n_reused IS 'Number of answers reused from the cache of earlier runs.';
COMMENT ON COLUMN effort.n_truncated IS 'Number of replies the endpoint cut off at its length limit.';
COMMENT ON COLUMN effort.n_counted IS 'Number of answers for which the endpoint reported completion tokens.';
COMMENT ON COLUMN effort.mean_prompt_tokens IS 'Mean prompt tokens per answer.';
COMMENT ON COLUMN effort.mean_completion_tokens IS 'Mean completion tokens per answer, reasoning included.';
COMMENT ON COLUMN effort.low IS 'Lower end of the 95% interval of that mean, over groups of items.';
COMMENT ON COLUMN effort.high IS 'Upper end of the 95% interval of that mean, over groups of items.';
COMMENT ON COLUMN effort.prompt_tokens IS 'Prompt tokens of answers that were not reused; NULL if none are reported.';
COMMENT ON COLUMN effort.completion_tokens IS 'Completion tokens of answers that were not reused; NULL if none are reported.';
COMMENT ON COLUMN effort.n_uncounted IS 'Number of replies, not reused, for which the endpoint reported no tokens, or a prompt of none.';
COMMENT ON COLUMN effort.mean_latency_ms IS 'Mean time from request to reply in milliseconds, over answers that were not reused.';

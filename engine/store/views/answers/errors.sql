CREATE OR REPLACE VIEW errors AS
SELECT u.run_id, u.model, u.dataset, u.prompt, u.probe, r.error_kind, count(*) AS n,
    first(r.error ORDER BY r.item_id, r.sample, r.rotation) AS example
FROM responses r
JOIN named_runs u ON u.run_id = r.run_id
WHERE r.error_kind IS NOT NULL
GROUP BY ALL
ORDER BY dataset, model, prompt, n DESC, error_kind, run_id;

COMMENT ON VIEW errors IS 'Questions of each run that got no reply, by kind of failure.';
COMMENT ON COLUMN errors.error_kind IS 'Kind of failure, such as timeout.';
COMMENT ON COLUMN errors.n IS 'Number of questions that failed this way.';
COMMENT ON COLUMN errors.example IS 'The message of one such failure.';

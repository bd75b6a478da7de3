-- What answered each run, as the endpoint named itself with each reply.
CREATE OR REPLACE VIEW served_by AS
SELECT r.run_id, m.name AS model, d.name AS dataset, r.served_model, r.fingerprint, r.provider,
    count(*) AS n, sum(r.cached_tokens)::BIGINT AS cached_tokens,
    sum(r.reasoning_tokens)::BIGINT AS reasoning_tokens,
    sum(r.cost_usd) FILTER (NOT r.is_reused) AS cost_usd, min(r.asked_at) AS asked_from, max(r.asked_at) AS asked_to,
    count(*) OVER (PARTITION BY r.run_id) > 1 AS is_changed, u.server, u.weights
FROM responses r
JOIN runs u ON u.run_id = r.run_id
JOIN models m ON m.model_id = u.model_id
JOIN datasets d ON d.dataset_id = u.dataset_id
WHERE u.endpoints IS NOT NULL AND r.outcome <> 'error'
GROUP BY r.run_id, m.name, d.name, r.served_model, r.fingerprint, r.provider, u.server, u.weights
ORDER BY dataset, model, run_id, asked_from;

COMMENT ON VIEW served_by IS
    'What answered each run: one row per model, fingerprint and provider that the endpoint named.';
COMMENT ON COLUMN served_by.model IS 'Name of the model as asked for.';
COMMENT ON COLUMN served_by.served_model IS 'The model that answered, as the endpoint names it.';
COMMENT ON COLUMN served_by.fingerprint IS 'The system fingerprint that the endpoint gives.';
COMMENT ON COLUMN served_by.provider IS 'The provider that a gateway names.';
COMMENT ON COLUMN served_by.cached_tokens IS 'Tokens sent that the endpoint had cached.';
COMMENT ON COLUMN served_by.reasoning_tokens IS 'Tokens received that are reasoning.';
COMMENT ON COLUMN served_by.cost_usd IS 'The cost in US dollars that the endpoint gave, without answers reused from earlier runs.';
COMMENT ON COLUMN served_by.asked_from IS 'When the first of these questions was asked (UTC).';
COMMENT ON COLUMN served_by.asked_to IS 'When the last of these questions was asked (UTC).';
COMMENT ON COLUMN served_by.is_changed IS 'Whether what answered changed within the run.';
COMMENT ON COLUMN served_by.server IS 'Software and version of the server, if it names them.';
COMMENT ON COLUMN served_by.weights IS 'JSON of the file of weights, if it was named.';

CREATE OR REPLACE VIEW named_runs AS
SELECT u.run_id, u.run_hash, m.name AS model, kind_of_run(m.kind, u.origin) AS kind,
    d.name AS dataset, u.prompt, u.probe, u.origin, u.n_planned
FROM runs u
JOIN models m ON m.model_id = u.model_id
JOIN datasets d ON d.dataset_id = u.dataset_id;

COMMENT ON VIEW named_runs IS
    'The runs with the names of their respondents and data sets, as other views give them.';

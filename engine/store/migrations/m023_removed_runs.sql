CREATE TABLE removed_runs (
    run_hash VARCHAR NOT NULL, model VARCHAR NOT NULL, dataset VARCHAR NOT NULL,
    prompt VARCHAR NOT NULL, probe VARCHAR, n INTEGER NOT NULL, reason VARCHAR NOT NULL,
    removed_at TIMESTAMP NOT NULL
);
COMMENT ON TABLE removed_runs IS
    'Mistaken runs that were removed with `sorites runs rm`, each with its reason.';
COMMENT ON COLUMN removed_runs.run_hash IS 'SHA-256 that identified the run.';
COMMENT ON COLUMN removed_runs.model IS 'Name of the respondent.';
COMMENT ON COLUMN removed_runs.dataset IS 'Name of the data set.';
COMMENT ON COLUMN removed_runs.prompt IS 'Name of the prompt style.';
COMMENT ON COLUMN removed_runs.probe IS 'Name of the probe; NULL for the plain question.';
COMMENT ON COLUMN removed_runs.n IS 'Number of answers it had, failed requests included.';
COMMENT ON COLUMN removed_runs.reason IS 'Why it was removed.';
COMMENT ON COLUMN removed_runs.removed_at IS 'When (UTC).';

CREATE TABLE fresh_runs (
    fresh_id INTEGER PRIMARY KEY, run_hash VARCHAR NOT NULL UNIQUE, public_run VARCHAR NOT NULL,
    seal VARCHAR NOT NULL, n_planned INTEGER NOT NULL, asked_at TIMESTAMP NOT NULL
);
COMMENT ON TABLE fresh_runs IS
    'The questions of a run put again on newly seeded items of the same recipe; the items stay elsewhere.';
COMMENT ON COLUMN fresh_runs.fresh_id IS 'Key inside this database.';
COMMENT ON COLUMN fresh_runs.run_hash IS 'SHA-256 that names the run on the fresh items.';
COMMENT ON COLUMN fresh_runs.public_run IS 'The run_hash of the run on the public items.';
COMMENT ON COLUMN fresh_runs.seal IS 'SHA-256 of the file that holds the seed: it may be published before the file is.';
COMMENT ON COLUMN fresh_runs.n_planned IS 'Number of answers that were asked for.';
COMMENT ON COLUMN fresh_runs.asked_at IS 'When they were taken in (UTC).';

CREATE TABLE fresh_outcomes (
    fresh_id INTEGER NOT NULL, idx INTEGER NOT NULL, sample SMALLINT NOT NULL,
    outcome VARCHAR NOT NULL, strict_outcome VARCHAR NOT NULL
);
COMMENT ON TABLE fresh_outcomes IS
    'What became of each answer on fresh items; nothing of the items or the replies.';
COMMENT ON COLUMN fresh_outcomes.fresh_id IS 'The run.';
COMMENT ON COLUMN fresh_outcomes.idx IS 'The index of the item, and of the public item at the same place of the recipe.';
COMMENT ON COLUMN fresh_outcomes.sample IS 'Which of several answers to the same question, from 0.';
COMMENT ON COLUMN fresh_outcomes.outcome IS 'right, wrong, no_answer, error or undecided, by the lenient reading.';
COMMENT ON COLUMN fresh_outcomes.strict_outcome IS 'The same by the strict reading.';

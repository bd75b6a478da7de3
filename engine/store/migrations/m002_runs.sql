CREATE TABLE models (
    model_id INTEGER PRIMARY KEY, name VARCHAR NOT NULL UNIQUE,
    kind VARCHAR NOT NULL CHECK (kind IN ('endpoint', 'baseline', 'ceiling', 'human', 'published')),
    endpoint VARCHAR
);
COMMENT ON TABLE models IS 'Who answered.';
COMMENT ON COLUMN models.model_id IS 'Key inside this database.';
COMMENT ON COLUMN models.name IS 'Name as given to --model, or as published.';
COMMENT ON COLUMN models.kind IS 'endpoint, baseline, ceiling (the solver), human or published.';
COMMENT ON COLUMN models.endpoint IS 'Base URL of the endpoint, without credentials.';

CREATE TABLE runs (
    run_id INTEGER PRIMARY KEY, run_hash VARCHAR NOT NULL UNIQUE, dataset_id INTEGER NOT NULL,
    model_id INTEGER NOT NULL, prompt VARCHAR NOT NULL, probe VARCHAR, split VARCHAR,
    samples INTEGER NOT NULL, settings VARCHAR NOT NULL,
    origin VARCHAR NOT NULL CHECK (origin IN ('measured', 'reproduced', 'regraded')),
    n_planned INTEGER NOT NULL, started_at TIMESTAMP, finished_at TIMESTAMP, command VARCHAR,
    source VARCHAR, engine_version VARCHAR NOT NULL
);
COMMENT ON TABLE runs IS 'One model put to one data set in one way.';
COMMENT ON COLUMN runs.run_id IS 'Key inside this database.';
COMMENT ON COLUMN runs.run_hash IS 'SHA-256 of all that decides what is asked: the key of the journal.';
COMMENT ON COLUMN runs.dataset_id IS 'What was asked.';
COMMENT ON COLUMN runs.model_id IS 'Who was asked.';
COMMENT ON COLUMN runs.prompt IS 'Name of the prompt style.';
COMMENT ON COLUMN runs.probe IS 'Name of the probe, such as no-context; NULL for the plain question.';
COMMENT ON COLUMN runs.split IS 'The split that was asked; NULL for the whole set.';
COMMENT ON COLUMN runs.samples IS 'Answers asked for, per item and rotation.';
COMMENT ON COLUMN runs.settings IS 'JSON of the settings sent to the model.';
COMMENT ON COLUMN runs.origin IS
    'measured here; reproduced: others'' answers and verdicts; regraded: others'' answers, our verdicts.';
COMMENT ON COLUMN runs.n_planned IS 'Number of answers that the whole run asks for.';
COMMENT ON COLUMN runs.started_at IS 'When the run began (UTC).';
COMMENT ON COLUMN runs.finished_at IS 'When its last answer came (UTC); NULL while it is unfinished.';
COMMENT ON COLUMN runs.command IS 'The command that makes it again.';
COMMENT ON COLUMN runs.source IS 'Where others'' answers come from.';
COMMENT ON COLUMN runs.engine_version IS 'Version of Sorites that asked or imported.';

CREATE TABLE messages (message_id INTEGER NOT NULL, hash VARCHAR NOT NULL, messages VARCHAR NOT NULL);
COMMENT ON TABLE messages IS 'Exact messages as sent, each stored once.';
COMMENT ON COLUMN messages.message_id IS 'Key inside this database.';
COMMENT ON COLUMN messages.hash IS 'SHA-256 (hexadecimal) of the JSON.';
COMMENT ON COLUMN messages.messages IS 'JSON: a list of objects with role and content.';

CREATE TABLE responses (
    run_id INTEGER NOT NULL, item_id INTEGER NOT NULL, sample SMALLINT NOT NULL,
    rotation SMALLINT NOT NULL, message_id INTEGER, raw VARCHAR, reasoning VARCHAR,
    strict VARCHAR, lenient VARCHAR, outcome VARCHAR NOT NULL, strict_outcome VARCHAR NOT NULL,
    rule VARCHAR NOT NULL, finish_reason VARCHAR, error_kind VARCHAR, error VARCHAR,
    latency_ms DOUBLE, prompt_tokens INTEGER, completion_tokens INTEGER, asked_at TIMESTAMP
);
COMMENT ON TABLE responses IS 'One row an answer: exactly what came back, and how it was graded.';
COMMENT ON COLUMN responses.run_id IS 'The run.';
COMMENT ON COLUMN responses.item_id IS 'The item.';
COMMENT ON COLUMN responses.sample IS 'Which of several answers to the same question, from 0.';
COMMENT ON COLUMN responses.rotation IS 'Which rotation of the options was shown, from 0.';
COMMENT ON COLUMN responses.message_id IS 'The messages sent; NULL where others did not publish them.';
COMMENT ON COLUMN responses.raw IS 'The reply, unaltered. Never to be interpreted as HTML, SQL or code.';
COMMENT ON COLUMN responses.reasoning IS 'Reasoning that the endpoint returned beside the reply.';
COMMENT ON COLUMN responses.strict IS 'The answer read only where the prompt asked for it; NULL: none.';
COMMENT ON COLUMN responses.lenient IS 'The answer read wherever the reply states exactly one; NULL: none.';
COMMENT ON COLUMN responses.outcome IS 'right, wrong, no_answer or error, by the lenient reading.';
COMMENT ON COLUMN responses.strict_outcome IS 'The same by the strict reading.';
COMMENT ON COLUMN responses.rule IS 'The rule of extraction that applied.';
COMMENT ON COLUMN responses.finish_reason IS 'Why the endpoint stopped.';
COMMENT ON COLUMN responses.error_kind IS 'Kind of failure, where no reply came.';
COMMENT ON COLUMN responses.error IS 'The failure in words.';
COMMENT ON COLUMN responses.latency_ms IS 'Time from request to reply, in milliseconds.';
COMMENT ON COLUMN responses.prompt_tokens IS 'Tokens sent, as the endpoint counts.';
COMMENT ON COLUMN responses.completion_tokens IS 'Tokens received, as the endpoint counts.';
COMMENT ON COLUMN responses.asked_at IS 'When it was asked (UTC).';

CREATE TABLE _journal (
    run_hash VARCHAR NOT NULL, worker VARCHAR NOT NULL, bytes BIGINT NOT NULL,
    PRIMARY KEY (run_hash, worker)
);
COMMENT ON TABLE _journal IS 'How much of each journal file has been ingested.';
COMMENT ON COLUMN _journal.run_hash IS 'The run, which names the journal''s folder.';
COMMENT ON COLUMN _journal.worker IS 'The worker, which names the file.';
COMMENT ON COLUMN _journal.bytes IS 'Length in bytes of the part that has been ingested.';

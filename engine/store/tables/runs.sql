-- Runs: who was asked what, and what came back.

-- Respondents.
CREATE TABLE models (
    model_id INTEGER PRIMARY KEY, -- Key inside this database only.
    name VARCHAR NOT NULL UNIQUE, -- Name given to --model, or published name.
    -- endpoint (asked here), baseline, oracle, human or published (asked only by others).
    kind VARCHAR NOT NULL CHECK (kind IN ('endpoint', 'baseline', 'oracle', 'human', 'published'))
);

-- One row per run: one respondent evaluated on one data set with one configuration.
CREATE TABLE runs (
    run_id INTEGER PRIMARY KEY, -- Key inside this database.
    run_hash VARCHAR NOT NULL UNIQUE, -- SHA-256 of everything that decides what is asked; names the journal.
    dataset_id INTEGER NOT NULL, -- The data set.
    model_id INTEGER NOT NULL, -- The respondent.
    prompt VARCHAR NOT NULL, -- Name of the prompt style.
    probe VARCHAR, -- Name of the probe, such as no-context; NULL for the plain question.
    split VARCHAR, -- The split asked; NULL for the whole set.
    samples INTEGER NOT NULL, -- Number of answers per item and rotation.
    settings VARCHAR NOT NULL, -- JSON of the settings sent to the model.
    -- measured: asked and graded here; reproduced: answers and verdicts by others; regraded:
    -- answers by others, our verdicts.
    origin VARCHAR NOT NULL CHECK (origin IN ('measured', 'reproduced', 'regraded')),
    n_planned INTEGER NOT NULL, -- Number of answers the complete run asks for.
    started_at TIMESTAMP, -- When the run began (UTC).
    finished_at TIMESTAMP, -- When its last answer came (UTC); NULL if unfinished.
    command VARCHAR, -- The command that reproduces it.
    source VARCHAR, -- Source of answers published by others.
    engine_version VARCHAR NOT NULL, -- Version of Sorites that asked or imported.
    language VARCHAR, -- The language asked; NULL for the whole data set.
    rotated BOOLEAN DEFAULT false, -- Whether every item was asked in all circular orders of its options.
    -- Base URLs of the endpoints asked, without credentials; NULL if no endpoint was asked here.
    endpoints VARCHAR[],
    -- Whether the questions were sent in batches; NULL if only some were, if unknown, or if no
    -- endpoint was asked here.
    is_batched BOOLEAN,
    server VARCHAR, -- Software and version of the server, if it names them.
    -- JSON of the file of weights: SHA-256, size, architecture, quantisation and chat template;
    -- NULL if not named.
    weights VARCHAR
);

-- Messages exactly as sent, each stored once.
CREATE TABLE messages (
    message_id INTEGER NOT NULL, -- Key inside this database.
    hash VARCHAR NOT NULL, -- SHA-256 (hexadecimal) of the JSON.
    messages VARCHAR NOT NULL -- JSON: a list of objects with role and content.
);

-- One row per answer: the reply exactly as received, and its grade.
CREATE TABLE responses (
    run_id INTEGER NOT NULL, -- The run.
    item_id INTEGER NOT NULL, -- The item.
    sample SMALLINT NOT NULL, -- Which of several answers to the same question, from 0.
    -- Which rotation of the options was shown, from 0: position p had the option at p + rotation.
    rotation SMALLINT NOT NULL,
    message_id INTEGER, -- The messages sent; NULL if others did not publish them.
    -- The reply, unaltered; of an answer by likelihood, the stated answer with the highest score.
    -- Never to be interpreted as HTML, SQL or code.
    raw VARCHAR,
    reasoning VARCHAR, -- Reasoning the endpoint returned separately from the reply.
    -- The answer read only where the prompt asked for it, as the item's own key; NULL if none.
    strict VARCHAR,
    -- The answer read wherever the reply states exactly one, as the item's own key, or the text
    -- given for a withheld option; NULL if none.
    lenient VARCHAR,
    -- right, wrong, no_answer, declined, cut_off, contradictory, error or undecided, by the lenient
    -- reading.
    outcome VARCHAR NOT NULL,
    strict_outcome VARCHAR NOT NULL, -- The same by the strict reading.
    rule VARCHAR NOT NULL, -- The extraction rule that applied.
    finish_reason VARCHAR, -- Why the endpoint stopped.
    error_kind VARCHAR, -- Kind of failure, if no reply came.
    error VARCHAR, -- The failure message.
    latency_ms DOUBLE, -- Time from request to reply, in milliseconds.
    prompt_tokens INTEGER, -- Prompt tokens, as the endpoint counts them.
    completion_tokens INTEGER, -- Completion tokens, as the endpoint counts them.
    asked_at TIMESTAMP, -- When it was asked (UTC).
    -- The mistake in an answer that is a formula, a structure or a set of options; NULL if there is
    -- none.
    mistake VARCHAR,
    -- JSON evidence of the mistake: a structure on which the formulas differ, the false premise or
    -- the wrong symbol.
    evidence VARCHAR,
    is_reused BOOLEAN DEFAULT false, -- Whether the reply came from the cache of earlier runs, at no cost.
    served_model VARCHAR, -- The model that answered, as the endpoint names it.
    fingerprint VARCHAR, -- The system fingerprint that the endpoint gives.
    provider VARCHAR, -- The provider that a gateway names.
    cached_tokens INTEGER, -- Tokens sent that the endpoint had cached.
    reasoning_tokens INTEGER, -- Tokens received that are reasoning.
    cost_usd DOUBLE, -- The cost in US dollars that the endpoint gives.
    -- JSON: per token its text, its log-probability, and an object of the alternatives with theirs;
    -- NULL if not asked for.
    logprobs VARCHAR,
    -- JSON of an answer by likelihood: the log-probability of each stated answer by its key; NULL
    -- for answers by text.
    scores VARCHAR
);

-- Mistaken runs that were removed with `sorites runs rm`, each with its reason.
CREATE TABLE removed_runs (
    run_hash VARCHAR NOT NULL, -- SHA-256 that identified the run.
    model VARCHAR NOT NULL, -- Name of the respondent.
    dataset VARCHAR NOT NULL, -- Name of the data set.
    prompt VARCHAR NOT NULL, -- Name of the prompt style.
    probe VARCHAR, -- Name of the probe; NULL for the plain question.
    n INTEGER NOT NULL, -- Number of answers it had, failed requests included.
    reason VARCHAR NOT NULL, -- Why it was removed.
    removed_at TIMESTAMP NOT NULL -- When (UTC).
);

-- How much of each journal file has been ingested.
CREATE TABLE _journal (
    run_hash VARCHAR, -- The run, which names the journal's folder.
    worker VARCHAR, -- The worker, which names the file.
    bytes BIGINT NOT NULL, -- Length in bytes of the part that has been ingested.
    -- SHA-256 of the ingested part; if the file now begins otherwise, all of it is read again.
    sha256 VARCHAR,
    faults VARCHAR[], -- The lines of the ingested part that were left out, and why.
    PRIMARY KEY (run_hash, worker)
);

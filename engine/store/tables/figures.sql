-- Finished figures, and what a database knows of itself.

-- Figures whose answers are not in this database: reported by papers, or reproduced elsewhere.
CREATE TABLE figures (
    -- measured, reproduced, regraded or reported.
    origin VARCHAR NOT NULL CHECK (origin IN ('measured', 'reproduced', 'regraded', 'reported')),
    family VARCHAR NOT NULL, -- The family of items.
    dataset VARCHAR NOT NULL, -- Name of the data set.
    model VARCHAR NOT NULL, -- Name of the respondent.
    prompt VARCHAR, -- The prompt style.
    breakdown VARCHAR NOT NULL, -- overall, or the trait of the breakdown.
    cell VARCHAR NOT NULL, -- The value of that trait; all for overall.
    metric VARCHAR NOT NULL, -- Name of the metric, such as accuracy.
    "value" DOUBLE NOT NULL, -- The value: a share from 0 to 1, except for vocabulary_size and kl_divergence.
    n INTEGER, -- Number of answers; NULL if the source does not give it.
    low DOUBLE, -- Lower end of the 95% interval; NULL if n is unknown.
    high DOUBLE, -- Upper end of the 95% interval; NULL if n is unknown.
    source VARCHAR NOT NULL, -- Paper and table, or the file it was computed from.
    command VARCHAR, -- The command that makes it again.
    note VARCHAR -- A note for readers.
);

-- Bootstrap intervals of the metrics on rotated runs, written together with their answers.
CREATE TABLE intervals (
    run_id INTEGER NOT NULL, -- The run.
    language VARCHAR, -- Language of the items; NULL for all items of the run.
    trait VARCHAR NOT NULL, -- Name of the trait; overall for all items.
    cell VARCHAR NOT NULL, -- Value of the trait, as text; all for overall.
    metric VARCHAR NOT NULL, -- accuracy, circular or partial_circular.
    n INTEGER NOT NULL, -- Number of answers.
    low DOUBLE NOT NULL, -- Lower end of the 95% interval.
    high DOUBLE NOT NULL -- Upper end of the 95% interval.
);

-- In a snapshot, one row that identifies it; empty in the database itself.
CREATE TABLE stamp (
    published_at TIMESTAMP NOT NULL, -- When it was published (UTC).
    engine_version VARCHAR NOT NULL, -- Version of Sorites that published it.
    content VARCHAR NOT NULL -- SHA-256 over the contents; equal hashes mean equal contents.
);

-- The migrations applied to this database; number 0 is the views.
CREATE TABLE _migrations (
    number INTEGER PRIMARY KEY, -- Order of application.
    name VARCHAR NOT NULL, -- Name of the SQL file.
    sha256 VARCHAR NOT NULL, -- SHA-256 of its text.
    applied_at TIMESTAMP NOT NULL -- When (UTC).
);

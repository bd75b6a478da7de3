-- What audits and readers found in data sets, and runs on fresh items.

-- The latest audit of each data set: how well shortcuts score without inference.
CREATE TABLE audits (
    dataset_id INTEGER NOT NULL, -- The data set.
    name VARCHAR NOT NULL, -- Name of the check.
    scope VARCHAR NOT NULL, -- all, or a subset such as depth=3.
    accuracy DOUBLE NOT NULL, -- Share of items the shortcut gets right, 0 to 1.
    n INTEGER NOT NULL, -- Number of items scored.
    low DOUBLE, -- Lower end of the 95% interval.
    high DOUBLE, -- Upper end of the 95% interval.
    limit_value DOUBLE, -- What the lower bound may not exceed; NULL if the shortcut is only reported.
    passed BOOLEAN NOT NULL, -- Whether the lower bound is within the limit.
    basis VARCHAR, -- The items scored: the set itself or a fresh sample of its recipe.
    ran_at TIMESTAMP NOT NULL, -- When (UTC).
    -- Number of independent items that are as informative, given that items of a group are alike;
    -- NULL in audits of former versions.
    effective_n DOUBLE,
    -- Probability of such an accuracy at the limit, adjusted for all checks of the audit (Holm);
    -- NULL without a limit.
    p DOUBLE,
    bound DOUBLE -- Lower bound of the accuracy; those of all checks hold together with 95% confidence (Holm).
);

-- Faults of single items found in the latest audit of each data set of statements or formulas.
CREATE TABLE audit_findings (
    dataset_id INTEGER NOT NULL, -- The data set.
    -- The finding: one-premise, fewer-options, repeated-options, equivalent-options, falsehood-option,
    -- wrong-language or theorem.
    name VARCHAR NOT NULL,
    item_id INTEGER NOT NULL, -- The item.
    options VARCHAR, -- The keys of the options concerned, separated by commas; NULL if none.
    detail VARCHAR NOT NULL, -- The finding in a sentence or a formula.
    ran_at TIMESTAMP NOT NULL -- When (UTC).
);

-- Items that ask the same as others, found in the latest audit of each data set, compared in three
-- ways.
CREATE TABLE repetitions (
    dataset_id INTEGER NOT NULL, -- The data set.
    -- exact: word for word; reordered: sentences and options in any order; renamed: formulas up to
    -- the names of atoms and the order of premises.
    respect VARCHAR NOT NULL,
    n INTEGER NOT NULL, -- Number of items compared.
    n_distinct INTEGER NOT NULL, -- Number of different items.
    n_repeated INTEGER NOT NULL, -- Number of items that repeat an earlier one.
    n_across_splits INTEGER NOT NULL, -- Number of different items that occur in several splits.
    largest INTEGER NOT NULL, -- Number of copies of the most frequent item.
    ran_at TIMESTAMP NOT NULL -- When (UTC).
);

-- How readers who did not know the answers judged questions: the validity sample of LogicAsker,
-- §4.4.
CREATE TABLE validity_readings (
    item_id INTEGER NOT NULL, -- The question.
    reader VARCHAR NOT NULL, -- The reader.
    reader_kind VARCHAR NOT NULL CHECK (reader_kind IN ('person', 'model')), -- person or model.
    grammatical BOOLEAN NOT NULL, -- Whether every sentence is correct English.
    one_reading BOOLEAN NOT NULL, -- Whether the question can be understood in exactly one way.
    answer VARCHAR, -- The answer the reader derived; NULL if none.
    remark VARCHAR, -- The reader's remark.
    source VARCHAR NOT NULL, -- Name of the imported file.
    imported_at TIMESTAMP NOT NULL, -- When it was imported (UTC).
    seconds DOUBLE -- Seconds that the reader took for the question; NULL if not measured.
);

-- Runs repeated on newly seeded items of the same recipe; the items themselves are not stored here.
CREATE TABLE fresh_runs (
    fresh_id INTEGER PRIMARY KEY, -- Key inside this database.
    run_hash VARCHAR NOT NULL UNIQUE, -- SHA-256 that identifies the run on the fresh items.
    public_run VARCHAR NOT NULL, -- The run_hash of the run on the public items.
    seal VARCHAR NOT NULL, -- SHA-256 of the file that holds the seed; it can be published before the file is.
    n_planned INTEGER NOT NULL, -- Number of answers asked for.
    asked_at TIMESTAMP NOT NULL -- When they were imported (UTC).
);

-- Outcome of each answer on fresh items; the items and replies are not stored here.
CREATE TABLE fresh_outcomes (
    fresh_id INTEGER NOT NULL, -- The run.
    idx INTEGER NOT NULL, -- Index of the fresh item, and of the public item it is paired with.
    sample SMALLINT NOT NULL, -- Which of several answers to the same question, from 0.
    -- right, wrong, no_answer, declined, cut_off, contradictory, error or undecided, by the lenient
    -- reading.
    outcome VARCHAR NOT NULL,
    strict_outcome VARCHAR NOT NULL -- The same by the strict reading.
);

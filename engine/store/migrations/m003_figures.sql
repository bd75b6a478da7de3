CREATE TABLE audits (
    dataset_id INTEGER NOT NULL, name VARCHAR NOT NULL, scope VARCHAR NOT NULL,
    accuracy DOUBLE NOT NULL, n INTEGER NOT NULL, low DOUBLE, high DOUBLE, limit_value DOUBLE,
    passed BOOLEAN NOT NULL, basis VARCHAR, ran_at TIMESTAMP NOT NULL
);
COMMENT ON TABLE audits IS 'The last audit of each data set: how well shortcuts do without inference.';
COMMENT ON COLUMN audits.dataset_id IS 'The data set.';
COMMENT ON COLUMN audits.name IS 'Name of the check.';
COMMENT ON COLUMN audits.scope IS 'all, or a part such as depth=3.';
COMMENT ON COLUMN audits.accuracy IS 'Share of items the shortcut gets right, 0 to 1.';
COMMENT ON COLUMN audits.n IS 'Number of items it was scored on.';
COMMENT ON COLUMN audits.low IS 'Lower end of the 95% interval.';
COMMENT ON COLUMN audits.high IS 'Upper end of the 95% interval.';
COMMENT ON COLUMN audits.limit_value IS 'The most it may score.';
COMMENT ON COLUMN audits.passed IS 'Whether it scored no more than that.';
COMMENT ON COLUMN audits.basis IS 'What it was scored on: the set itself or a fresh sample of its recipe.';
COMMENT ON COLUMN audits.ran_at IS 'When (UTC).';

CREATE TABLE figures (
    origin VARCHAR NOT NULL CHECK (origin IN ('measured', 'reproduced', 'regraded', 'reported')),
    family VARCHAR NOT NULL, dataset VARCHAR NOT NULL, model VARCHAR NOT NULL, prompt VARCHAR,
    breakdown VARCHAR NOT NULL, cell VARCHAR NOT NULL, metric VARCHAR NOT NULL,
    "value" DOUBLE NOT NULL, n INTEGER, low DOUBLE, high DOUBLE, source VARCHAR NOT NULL,
    command VARCHAR, note VARCHAR
);
COMMENT ON TABLE figures IS
    'Finished figures whose answers are not in this database: reported by papers, or reproduced elsewhere.';
COMMENT ON COLUMN figures.origin IS 'measured, reproduced, regraded or reported.';
COMMENT ON COLUMN figures.family IS 'The family of items.';
COMMENT ON COLUMN figures.dataset IS 'Name of the data set.';
COMMENT ON COLUMN figures.model IS 'Who answered.';
COMMENT ON COLUMN figures.prompt IS 'How it was asked.';
COMMENT ON COLUMN figures.breakdown IS 'overall, or the trait by which results are broken down.';
COMMENT ON COLUMN figures.cell IS 'The value of that trait; all where the breakdown is overall.';
COMMENT ON COLUMN figures.metric IS 'Name of the metric, such as accuracy.';
COMMENT ON COLUMN figures."value" IS 'Its value, a share of 0 to 1.';
COMMENT ON COLUMN figures.n IS 'Number of answers; NULL where the source does not say.';
COMMENT ON COLUMN figures.low IS 'Lower end of the 95% interval, where n is known.';
COMMENT ON COLUMN figures.high IS 'Upper end of the 95% interval, where n is known.';
COMMENT ON COLUMN figures.source IS 'Paper and table, or the file it was computed from.';
COMMENT ON COLUMN figures.command IS 'The command that makes it again.';
COMMENT ON COLUMN figures.note IS 'A remark for readers.';

CREATE TABLE stamp (published_at TIMESTAMP NOT NULL, engine_version VARCHAR NOT NULL, content VARCHAR NOT NULL);
COMMENT ON TABLE stamp IS 'In a snapshot, one row that says which one it is; empty in the database itself.';
COMMENT ON COLUMN stamp.published_at IS 'When it was published (UTC).';
COMMENT ON COLUMN stamp.engine_version IS 'Version of Sorites that published it.';
COMMENT ON COLUMN stamp.content IS 'SHA-256 over what it holds: equal content, equal stamp.';

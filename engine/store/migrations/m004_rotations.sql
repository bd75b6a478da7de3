ALTER TABLE runs ADD COLUMN language VARCHAR;
ALTER TABLE runs ADD COLUMN rotated BOOLEAN DEFAULT false;
COMMENT ON COLUMN runs.language IS
    'The language of the items asked, where the data set has others too; NULL for all of it.';
COMMENT ON COLUMN runs.rotated IS 'Whether every item was asked in all circular orders of its options.';

CREATE TABLE intervals (
    run_id INTEGER NOT NULL, "language" VARCHAR, trait VARCHAR NOT NULL, cell VARCHAR NOT NULL,
    metric VARCHAR NOT NULL, n INTEGER NOT NULL, low DOUBLE NOT NULL, high DOUBLE NOT NULL
);
COMMENT ON TABLE intervals IS
    'Bootstrap intervals of the metrics on rotated runs, written with the answers they are of.';
COMMENT ON COLUMN intervals.run_id IS 'The run.';
COMMENT ON COLUMN intervals."language" IS 'Language of the items; NULL over all that the run asks.';
COMMENT ON COLUMN intervals.trait IS 'Name of the trait; overall for all items.';
COMMENT ON COLUMN intervals.cell IS 'Its value, as text; all where the trait is overall.';
COMMENT ON COLUMN intervals.metric IS 'accuracy, circular or partial_circular.';
COMMENT ON COLUMN intervals.n IS 'Number of answers that it is over.';
COMMENT ON COLUMN intervals.low IS 'Lower end of the 95% interval.';
COMMENT ON COLUMN intervals.high IS 'Upper end of the 95% interval.';

COMMENT ON COLUMN responses.strict IS
    'The answer read only where the prompt asked for it, as the item''s own key; NULL: none.';
COMMENT ON COLUMN responses.lenient IS
    'The answer read wherever the reply states exactly one, as the item''s own key, or the text given for a withheld option; NULL: none.';
COMMENT ON COLUMN responses.rotation IS
    'Which rotation of the options was shown, from 0: position p had the option at p + rotation.';
COMMENT ON COLUMN figures."value" IS
    'Its value: a share of 0 to 1, but for vocabulary_size and kl_divergence.';

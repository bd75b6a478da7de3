CREATE TABLE validity_readings (
    item_id INTEGER NOT NULL, reader VARCHAR NOT NULL,
    reader_kind VARCHAR NOT NULL CHECK (reader_kind IN ('person', 'model')),
    grammatical BOOLEAN NOT NULL, one_reading BOOLEAN NOT NULL, answer VARCHAR, remark VARCHAR,
    source VARCHAR NOT NULL, imported_at TIMESTAMP NOT NULL
);
COMMENT ON TABLE validity_readings IS
    'What readers who did not know the answers found of questions: the validity sample of LogicAsker, §4.4.';
COMMENT ON COLUMN validity_readings.item_id IS 'The question.';
COMMENT ON COLUMN validity_readings.reader IS 'Who read it.';
COMMENT ON COLUMN validity_readings.reader_kind IS 'person or model.';
COMMENT ON COLUMN validity_readings.grammatical IS 'Whether every sentence is correct English.';
COMMENT ON COLUMN validity_readings.one_reading IS
    'Whether the question can be understood, and in one way only.';
COMMENT ON COLUMN validity_readings.answer IS
    'The answer that the reader derived; NULL where none could be derived.';
COMMENT ON COLUMN validity_readings.remark IS 'What the reader noted.';
COMMENT ON COLUMN validity_readings.source IS 'Name of the file that it was read from.';
COMMENT ON COLUMN validity_readings.imported_at IS 'When it was imported (UTC).';

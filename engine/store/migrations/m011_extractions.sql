CREATE TABLE extractions (
    run_id INTEGER NOT NULL, item_id INTEGER NOT NULL, sample SMALLINT NOT NULL,
    rotation SMALLINT NOT NULL, extractor VARCHAR NOT NULL, prompt VARCHAR NOT NULL,
    raw VARCHAR, error_kind VARCHAR, error VARCHAR, answer VARCHAR, outcome VARCHAR NOT NULL,
    mistake VARCHAR, evidence VARCHAR, extracted_at TIMESTAMP NOT NULL
);
COMMENT ON TABLE extractions IS
    'What a model took for the answer in replies in which our rules read none; it stands beside their verdict and replaces nothing.';
COMMENT ON COLUMN extractions.run_id IS 'The run.';
COMMENT ON COLUMN extractions.item_id IS 'The item.';
COMMENT ON COLUMN extractions.sample IS 'Which of several answers to the same question, from 0.';
COMMENT ON COLUMN extractions.rotation IS 'Which rotation of the options was shown, from 0.';
COMMENT ON COLUMN extractions.extractor IS 'The model that read the reply.';
COMMENT ON COLUMN extractions.prompt IS 'Name and hash of the wording that it was asked in.';
COMMENT ON COLUMN extractions.raw IS 'What the extractor said, unaltered; NULL where no reply came.';
COMMENT ON COLUMN extractions.error_kind IS 'Kind of failure, where no reply came.';
COMMENT ON COLUMN extractions.error IS 'The failure in words.';
COMMENT ON COLUMN extractions.answer IS
    'The answer that our rules read in what the extractor said; NULL: none.';
COMMENT ON COLUMN extractions.outcome IS
    'right, wrong, no_answer, undecided or error, by the same rules as of every answer.';
COMMENT ON COLUMN extractions.mistake IS 'What is wrong with the answer; NULL: nothing, or no such answer.';
COMMENT ON COLUMN extractions.evidence IS 'JSON that shows the mistake.';
COMMENT ON COLUMN extractions.extracted_at IS 'When (UTC).';

CREATE TABLE extraction_judgements (
    run_id INTEGER NOT NULL, item_id INTEGER NOT NULL, sample SMALLINT NOT NULL,
    rotation SMALLINT NOT NULL, extractor VARCHAR NOT NULL, prompt VARCHAR NOT NULL,
    judge VARCHAR NOT NULL, judge_kind VARCHAR NOT NULL CHECK (judge_kind IN ('person', 'model')),
    is_faithful BOOLEAN NOT NULL, remark VARCHAR, judged_at TIMESTAMP NOT NULL
);
COMMENT ON TABLE extraction_judgements IS
    'Whether what a model extracted is what the reply states, as a model or a person judged without knowing whether it is right.';
COMMENT ON COLUMN extraction_judgements.run_id IS 'The run.';
COMMENT ON COLUMN extraction_judgements.item_id IS 'The item.';
COMMENT ON COLUMN extraction_judgements.sample IS 'Which of several answers to the same question, from 0.';
COMMENT ON COLUMN extraction_judgements.rotation IS 'Which rotation of the options was shown, from 0.';
COMMENT ON COLUMN extraction_judgements.extractor IS 'The model that read the reply.';
COMMENT ON COLUMN extraction_judgements.prompt IS 'Name and hash of the wording that it was asked in.';
COMMENT ON COLUMN extraction_judgements.judge IS 'Who judged.';
COMMENT ON COLUMN extraction_judgements.judge_kind IS 'person or model.';
COMMENT ON COLUMN extraction_judgements.is_faithful IS 'Whether the answer extracted is the one that the reply states.';
COMMENT ON COLUMN extraction_judgements.remark IS 'What the judge noted.';
COMMENT ON COLUMN extraction_judgements.judged_at IS 'When (UTC).';

CREATE TABLE former_grades (
    run_id INTEGER NOT NULL, item_id INTEGER NOT NULL, sample SMALLINT NOT NULL,
    rotation SMALLINT NOT NULL, strict VARCHAR, lenient VARCHAR, outcome VARCHAR NOT NULL,
    strict_outcome VARCHAR NOT NULL, rule VARCHAR NOT NULL, mistake VARCHAR,
    rules VARCHAR NOT NULL, replaced_by VARCHAR NOT NULL, replaced_at TIMESTAMP NOT NULL
);
COMMENT ON TABLE former_grades IS 'Grades that `sorites regrade` replaced; the replies stayed.';
COMMENT ON COLUMN former_grades.run_id IS 'The run.';
COMMENT ON COLUMN former_grades.item_id IS 'The item.';
COMMENT ON COLUMN former_grades.sample IS 'Which of several answers to the same question, from 0.';
COMMENT ON COLUMN former_grades.rotation IS 'Which rotation of the options was shown, from 0.';
COMMENT ON COLUMN former_grades.strict IS 'The answer as it was read strictly; NULL: none.';
COMMENT ON COLUMN former_grades.lenient IS 'The answer as it was read leniently; NULL: none.';
COMMENT ON COLUMN former_grades.outcome IS 'Its outcome then, by the lenient reading.';
COMMENT ON COLUMN former_grades.strict_outcome IS 'Its outcome then, by the strict reading.';
COMMENT ON COLUMN former_grades.rule IS 'The rule of extraction that applied then.';
COMMENT ON COLUMN former_grades.mistake IS 'The mistake that was found then.';
COMMENT ON COLUMN former_grades.rules IS
    'The rules that gave this grade: their version, or that of Sorites that asked.';
COMMENT ON COLUMN former_grades.replaced_by IS 'Version of the rules that read it anew.';
COMMENT ON COLUMN former_grades.replaced_at IS 'When (UTC).';

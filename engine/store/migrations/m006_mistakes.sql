ALTER TABLE responses ADD COLUMN mistake VARCHAR;
ALTER TABLE responses ADD COLUMN evidence VARCHAR;
COMMENT ON COLUMN responses.mistake IS
    'What is wrong with an answer that is a formula, a structure or a set of options; NULL: nothing, or no such answer.';
COMMENT ON COLUMN responses.evidence IS
    'JSON that shows the mistake: a structure that tells a formula from the right one, the false premise, the symbol at fault.';
COMMENT ON COLUMN responses.outcome IS
    'right, wrong, no_answer, error, or undecided where no procedure settled the answer; by the lenient reading.';

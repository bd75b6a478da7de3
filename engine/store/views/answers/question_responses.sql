-- A failed request is not an answer: it is counted in `errors`, beside the scores, never in them.
-- The contamination probe asks for the text of a withheld option, not for an answer. Its replies
-- appear only in the view contamination.
CREATE OR REPLACE VIEW question_responses AS
SELECT run_id, item_id, sample, rotation, strict, lenient, outcome, strict_outcome
FROM responses
WHERE outcome <> 'error'
    AND run_id IN (SELECT run_id FROM runs WHERE probe IS DISTINCT FROM 'withheld-option');

COMMENT ON VIEW question_responses IS 'The responses to the question itself, which the metrics count.';
COMMENT ON COLUMN question_responses.rotation IS 'Which rotation of the options was shown, from 0.';
COMMENT ON COLUMN question_responses.strict IS 'The answer by the strict reading; NULL if none.';
COMMENT ON COLUMN question_responses.lenient IS 'The answer by the lenient reading; NULL if none.';
COMMENT ON COLUMN question_responses.outcome IS 'right, wrong, no_answer, declined, cut_off, contradictory, error or undecided, by the lenient reading.';
COMMENT ON COLUMN question_responses.strict_outcome IS 'The same by the strict reading.';

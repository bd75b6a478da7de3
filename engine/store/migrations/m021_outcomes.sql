-- The outcomes of replies without an answer: no_answer is now split; `regrade` splits stored ones.
COMMENT ON COLUMN responses.outcome IS
    'right, wrong, no_answer, declined, cut_off, contradictory, error or undecided, by the lenient reading.';
COMMENT ON COLUMN extractions.outcome IS
    'right, wrong, no_answer, declined, cut_off, contradictory, error or undecided, by the same rules as for every answer.';
COMMENT ON COLUMN fresh_outcomes.outcome IS
    'right, wrong, no_answer, declined, cut_off, contradictory, error or undecided, by the lenient reading.';

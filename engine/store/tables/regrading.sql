-- Replies read again by later rules, by a model or by people.

-- Grades that `sorites regrade` replaced; the replies are unchanged.
CREATE TABLE former_grades (
    run_id INTEGER NOT NULL, -- The run.
    item_id INTEGER NOT NULL, -- The item.
    sample SMALLINT NOT NULL, -- Which of several answers to the same question, from 0.
    rotation SMALLINT NOT NULL, -- Which rotation of the options was shown, from 0.
    strict VARCHAR, -- The former strict answer; NULL if none.
    lenient VARCHAR, -- The former lenient answer; NULL if none.
    outcome VARCHAR NOT NULL, -- The former outcome, by the lenient reading.
    strict_outcome VARCHAR NOT NULL, -- The former outcome, by the strict reading.
    rule VARCHAR NOT NULL, -- The extraction rule that applied.
    mistake VARCHAR, -- The former mistake.
    rules VARCHAR NOT NULL, -- Version of the grading rules, or of the Sorites that asked.
    replaced_by VARCHAR NOT NULL, -- Version of the grading rules that replaced this grade.
    replaced_at TIMESTAMP NOT NULL -- When (UTC).
);

-- Answers a model extracted from replies in which our rules read none; they supplement our verdicts
-- and replace none.
CREATE TABLE extractions (
    run_id INTEGER NOT NULL, -- The run.
    item_id INTEGER NOT NULL, -- The item.
    sample SMALLINT NOT NULL, -- Which of several answers to the same question, from 0.
    rotation SMALLINT NOT NULL, -- Which rotation of the options was shown, from 0.
    extractor VARCHAR NOT NULL, -- The model that read the reply.
    prompt VARCHAR NOT NULL, -- Name and hash of the extraction prompt.
    raw VARCHAR, -- The extractor's reply, unaltered; NULL if none came.
    error_kind VARCHAR, -- Kind of failure, if no reply came.
    error VARCHAR, -- The failure message.
    answer VARCHAR, -- The answer that our rules read in the extractor's reply; NULL if none.
    -- right, wrong, no_answer, declined, cut_off, contradictory, error or undecided, by the same
    -- rules as for every answer.
    outcome VARCHAR NOT NULL,
    mistake VARCHAR, -- The mistake in the answer; NULL if there is none.
    evidence VARCHAR, -- JSON evidence of the mistake.
    extracted_at TIMESTAMP NOT NULL -- When (UTC).
);

-- Whether an extracted answer is what the reply states, judged by a model or a person who did not
-- know the gold answer.
CREATE TABLE extraction_judgements (
    run_id INTEGER NOT NULL, -- The run.
    item_id INTEGER NOT NULL, -- The item.
    sample SMALLINT NOT NULL, -- Which of several answers to the same question, from 0.
    rotation SMALLINT NOT NULL, -- Which rotation of the options was shown, from 0.
    extractor VARCHAR NOT NULL, -- The model that read the reply.
    prompt VARCHAR NOT NULL, -- Name and hash of the extraction prompt.
    judge VARCHAR NOT NULL, -- The judge.
    judge_kind VARCHAR NOT NULL CHECK (judge_kind IN ('person', 'model')), -- person or model.
    is_faithful BOOLEAN NOT NULL, -- Whether the extracted answer is the one the reply states.
    remark VARCHAR, -- The judge's remark.
    judged_at TIMESTAMP NOT NULL -- When (UTC).
);

-- LogicSkills, Appendix E. Adjudicated: the latest judgement by a person, or else that of a model.
CREATE OR REPLACE VIEW extraction_faithfulness AS
WITH judged AS (
    SELECT * FROM extraction_judgements
    UNION ALL BY NAME
    SELECT * REPLACE ('adjudicated' AS judge, 'adjudicated' AS judge_kind)
    FROM extraction_judgements
    QUALIFY row_number() OVER (
        PARTITION BY run_id, item_id, sample, rotation, extractor, prompt
        ORDER BY judge_kind = 'person' DESC, judged_at DESC, judge) = 1
),
counts AS (
    SELECT u.dataset_id, i.question_type, t.extractor, t.prompt, t.judge, t.judge_kind,
        count(*) AS n, count(*) FILTER (t.is_faithful) AS n_faithful
    FROM judged t JOIN runs u USING (run_id) JOIN items i ON i.item_id = t.item_id
    GROUP BY ROLLUP (i.question_type), u.dataset_id, t.extractor, t.prompt, t.judge, t.judge_kind
)
SELECT d.name AS dataset, c.question_type, c.extractor, c.prompt AS extraction_prompt, c.judge,
    c.judge_kind, c.n, c.n_faithful, c.n_faithful / c.n AS value,
    wilson_low(c.n_faithful, c.n) AS low, wilson_high(c.n_faithful, c.n) AS high
FROM counts c JOIN datasets d ON d.dataset_id = c.dataset_id
ORDER BY dataset, extractor, extraction_prompt, judge_kind, judge, question_type NULLS FIRST;

COMMENT ON VIEW extraction_faithfulness IS
    'How often a model''s extraction is what the reply states, by judge and as adjudicated by people.';
COMMENT ON COLUMN extraction_faithfulness.question_type IS 'Kind of question; NULL over all kinds.';
COMMENT ON COLUMN extraction_faithfulness.extractor IS 'The model that read the replies.';
COMMENT ON COLUMN extraction_faithfulness.extraction_prompt IS
    'Name and hash of the wording that it was asked in.';
COMMENT ON COLUMN extraction_faithfulness.judge IS 'The judge; adjudicated: people if any judged, else models.';
COMMENT ON COLUMN extraction_faithfulness.judge_kind IS 'person, model or adjudicated.';
COMMENT ON COLUMN extraction_faithfulness.n IS 'Number of extractions judged.';
COMMENT ON COLUMN extraction_faithfulness.n_faithful IS 'How many of them match what the reply states.';
COMMENT ON COLUMN extraction_faithfulness."value" IS 'n_faithful / n.';
COMMENT ON COLUMN extraction_faithfulness.low IS 'Lower end of the 95% Wilson interval.';
COMMENT ON COLUMN extraction_faithfulness.high IS 'Upper end of the 95% Wilson interval.';

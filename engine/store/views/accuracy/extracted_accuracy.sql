-- Answers read by our rules stay; extracted answers count only if the rules read none.
CREATE OR REPLACE VIEW extracted_accuracy AS
WITH ways AS (SELECT DISTINCT run_id, extractor, prompt FROM extractions),
by_group AS (
    SELECT w.run_id, w.extractor, w.prompt, i.group_no, count(*) AS n,
        count(*) FILTER (r.outcome IN ('no_answer', 'declined', 'contradictory')) AS n_unread,
        count(e.outcome) AS n_asked,
        count(*) FILTER (NOT is_unread(e.outcome) AND e.outcome <> 'error') AS n_extracted,
        count(*) FILTER (r.outcome = 'right') AS n_right,
        count(*) FILTER (r.outcome = 'right' OR e.outcome = 'right') AS n_right_extracted
    FROM ways w
    JOIN question_responses r ON r.run_id = w.run_id
    JOIN items i ON i.item_id = r.item_id
    LEFT JOIN extractions e ON e.run_id = w.run_id AND e.extractor = w.extractor
        AND e.prompt = w.prompt AND e.item_id = r.item_id AND e.sample = r.sample
        AND e.rotation = r.rotation AND r.outcome IN ('no_answer', 'declined', 'contradictory')
    GROUP BY ALL
),
counts AS (
    SELECT run_id, extractor, prompt, effective_trials(n_right_extracted, n) AS trials,
        sum(n)::BIGINT AS n, sum(n_unread)::BIGINT AS n_unread, sum(n_asked)::BIGINT AS n_asked,
        sum(n_extracted)::BIGINT AS n_extracted, sum(n_right)::BIGINT AS n_right,
        sum(n_right_extracted)::BIGINT AS n_right_extracted
    FROM by_group GROUP BY ALL
)
SELECT c.run_id, u.model, u.dataset, u.prompt, u.origin, c.extractor,
    c.prompt AS extraction_prompt, c.n, c.n_unread, c.n_asked, c.n_extracted,
    c.n_right / c.n AS value, c.n_right_extracted / c.n AS extracted_value,
    wilson_low(c.n_right_extracted * (c.trials / c.n), c.trials) AS low,
    wilson_high(c.n_right_extracted * (c.trials / c.n), c.trials) AS high
FROM counts c
JOIN named_runs u ON u.run_id = c.run_id
ORDER BY dataset, origin, model, prompt, extractor, extraction_prompt, run_id;

COMMENT ON VIEW extracted_accuracy IS
    'Accuracy by our rules alone, and with a model''s extraction where the rules read no answer.';
COMMENT ON COLUMN extracted_accuracy.extractor IS 'The model that read the replies.';
COMMENT ON COLUMN extracted_accuracy.extraction_prompt IS 'Name and hash of the wording that it was asked in.';
COMMENT ON COLUMN extracted_accuracy.n_unread IS 'Number of replies in which our rules read no answer.';
COMMENT ON COLUMN extracted_accuracy.n_asked IS 'How many of them the extractor was given.';
COMMENT ON COLUMN extracted_accuracy.n_extracted IS 'In how many of them it found a readable answer.';
COMMENT ON COLUMN extracted_accuracy."value" IS 'Accuracy by our rules alone.';
COMMENT ON COLUMN extracted_accuracy.extracted_value IS 'Accuracy with the extracted answers.';
COMMENT ON COLUMN extracted_accuracy.low IS
    'Lower end of the 95% Wilson interval of extracted_value, for the effective sample size over groups of items.';
COMMENT ON COLUMN extracted_accuracy.high IS
    'Upper end of the 95% Wilson interval of extracted_value, for the effective sample size over groups of items.';

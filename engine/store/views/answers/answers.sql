CREATE OR REPLACE VIEW answers AS
WITH counts AS (
    SELECT r.run_id, i.gold, coalesce(r.lenient, r.outcome) AS answer, count(*) AS n
    FROM question_responses r JOIN items i ON i.item_id = r.item_id
    GROUP BY ALL
)
SELECT c.run_id, u.model, u.kind, u.dataset, u.prompt, u.probe, u.origin, c.gold,
    c.answer, c.n, c.n / sum(c.n) OVER (PARTITION BY c.run_id, c.gold) AS share
FROM counts c
JOIN named_runs u ON u.run_id = c.run_id
ORDER BY dataset, origin, model, prompt, gold, answer, run_id;

COMMENT ON VIEW answers IS 'The confusion table of each run: answers by gold answer.';
COMMENT ON COLUMN answers.answer IS 'The answer by the lenient reading; the outcome, such as no_answer, if there is none.';
COMMENT ON COLUMN answers.share IS 'Share of the run''s answers to items with that gold answer.';

CREATE OR REPLACE VIEW contamination AS
WITH counts AS (
    SELECT run_id, count(*) AS n, count(DISTINCT item_id) AS n_items,
        count(*) FILTER (outcome = 'right') AS n_matched,
        count(*) FILTER (strict_outcome = 'right') AS n_verbatim,
        count(*) FILTER (outcome NOT IN ('right', 'wrong')) AS n_unanswered
    FROM responses
    WHERE run_id IN (SELECT run_id FROM runs WHERE probe = 'withheld-option')
    GROUP BY run_id
)
SELECT
    c.run_id, u.run_hash, m.name AS model, kind_of_run(m.kind, u.origin) AS kind,
    d.name AS dataset, u.prompt, u.split,
    u.language, u.origin, c.n, c.n_items, c.n_matched, c.n_verbatim, c.n_unanswered,
    c.n_matched / c.n AS value,
    wilson_low(c.n_matched * c.n_items / c.n, c.n_items) AS low,
    wilson_high(c.n_matched * c.n_items / c.n, c.n_items) AS high,
    u.n_planned
FROM counts c
JOIN runs u ON u.run_id = c.run_id
JOIN models m ON m.model_id = u.model_id
JOIN datasets d ON d.dataset_id = u.dataset_id
ORDER BY dataset, origin, value DESC, model, run_id;

COMMENT ON VIEW contamination IS
    'The contamination probe: how often a model gives a withheld wrong option word for word, which only memory can explain.';
COMMENT ON COLUMN contamination.split IS 'The split that was asked; NULL for the whole set.';
COMMENT ON COLUMN contamination.language IS 'The language asked; NULL for the whole set.';
COMMENT ON COLUMN contamination.n IS 'Number of replies.';
COMMENT ON COLUMN contamination.n_matched IS
    'Number of replies that match the option, ignoring letter case, spacing, surrounding marks and a final full stop.';
COMMENT ON COLUMN contamination.n_verbatim IS 'Number of replies that match the option character for character.';
COMMENT ON COLUMN contamination.n_unanswered IS 'Number of questions without a reply.';
COMMENT ON COLUMN contamination."value" IS 'The exact-match rate, n_matched / n.';
COMMENT ON COLUMN contamination.low IS 'Lower end of the 95% Wilson interval, for n_items trials.';
COMMENT ON COLUMN contamination.high IS 'Upper end of the 95% Wilson interval, for n_items trials.';
COMMENT ON COLUMN contamination.n_planned IS 'Number of replies the complete run asks for.';

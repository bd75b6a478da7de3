-- A generator stores with each item the candidates it discarded before it. Items of a group drawn
-- together each store the same candidates, which count once.
CREATE OR REPLACE VIEW rejections AS
WITH of_groups AS (
    SELECT i.dataset_id, i.question_type, i.group_no, r.reason, max(r.n) AS n
    FROM items i,
    LATERAL (
        SELECT value->>0 AS reason, (value->>1)::BIGINT AS n
        FROM json_each(i.certificate::JSON, '$.rejected')
        WHERE value->>0 IS NOT NULL -- null: the candidates were not counted
    ) r
    GROUP BY i.dataset_id, i.question_type, i.group_no, r.reason
)
SELECT d.name AS dataset, g.question_type, g.reason, sum(g.n)::BIGINT AS n,
    count(*)::BIGINT AS n_items
FROM of_groups g
JOIN datasets d ON d.dataset_id = g.dataset_id
GROUP BY ALL
ORDER BY dataset, question_type, n DESC, reason;

COMMENT ON VIEW rejections IS 'Candidates that the generator of a data set rejected, by reason.';
COMMENT ON COLUMN rejections.question_type IS 'Kind of question being generated.';
COMMENT ON COLUMN rejections.reason IS 'Why the candidates were rejected.';
COMMENT ON COLUMN rejections.n IS 'Number of candidates rejected for that reason.';
COMMENT ON COLUMN rejections.n_items IS
    'Number of items whose generation met it; items drawn together count as one.';

-- A generator stores with each item the candidates that it discarded on the way to it.
CREATE OR REPLACE VIEW rejections AS
SELECT d.name AS dataset, i.question_type, r.reason, sum(r.n)::BIGINT AS n,
    count(DISTINCT i.item_id)::BIGINT AS n_items
FROM items i
JOIN datasets d ON d.dataset_id = i.dataset_id,
LATERAL (
    SELECT value->>0 AS reason, (value->>1)::BIGINT AS n
    FROM json_each(i.certificate::JSON, '$.rejected')
) r
GROUP BY ALL
ORDER BY dataset, question_type, n DESC, reason;

COMMENT ON VIEW rejections IS 'Candidates that the generator of a data set rejected, by reason.';
COMMENT ON COLUMN rejections.dataset IS 'Name of the data set.';
COMMENT ON COLUMN rejections.question_type IS 'Kind of question that was being made.';
COMMENT ON COLUMN rejections.reason IS 'Why the candidates were rejected.';
COMMENT ON COLUMN rejections.n IS 'Number of candidates rejected for that reason.';
COMMENT ON COLUMN rejections.n_items IS 'Number of items on the way to which that happened.';

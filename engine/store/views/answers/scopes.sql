-- NULL if the set has one split or language. With several, a run that asked all of them must be
-- distinguished from one that asked a part.
CREATE OR REPLACE VIEW scopes AS
WITH sets AS (
    SELECT dataset_id, count(DISTINCT split) > 1 AS has_splits,
        count(DISTINCT language) > 1 AS has_languages
    FROM items GROUP BY dataset_id
)
SELECT u.run_id, coalesce(u.split, CASE WHEN s.has_splits THEN 'all' END) AS split,
    CASE WHEN s.has_languages THEN coalesce(u.language, 'all') END AS language
FROM runs u LEFT JOIN sets s ON s.dataset_id = u.dataset_id;

COMMENT ON VIEW scopes IS 'The part of its data set that each run asked.';

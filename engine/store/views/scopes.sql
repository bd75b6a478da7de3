-- Where a set has one split or one language, nothing is said of it; where a run asked all of several,
-- that has to be told apart from one that asked a part.
CREATE OR REPLACE VIEW scopes AS
WITH sets AS (
    SELECT dataset_id, count(DISTINCT split) > 1 AS has_splits,
        count(DISTINCT language) > 1 AS has_languages
    FROM items GROUP BY dataset_id
)
SELECT u.run_id, coalesce(u.split, CASE WHEN s.has_splits THEN 'all' END) AS split,
    CASE WHEN s.has_languages THEN coalesce(u.language, 'all') END AS language
FROM runs u LEFT JOIN sets s ON s.dataset_id = u.dataset_id;

COMMENT ON VIEW scopes IS 'Which part of its data set each run asked.';
COMMENT ON COLUMN scopes.run_id IS 'The run.';
COMMENT ON COLUMN scopes.split IS 'The split that was asked; all of several; NULL where there is one.';
COMMENT ON COLUMN scopes.language IS 'The language that was asked; all of several; NULL where there is one.';

-- Snapshots of many answers materialise this view (engine/store/snapshot/materialised.py).
CREATE OR REPLACE VIEW set_sizes AS
SELECT dataset_id, split, "language", count(*) AS n, sum(k)::BIGINT AS n_orders
FROM (
    SELECT dataset_id, split, "language", hash, any_value(len(options)) AS k
    FROM items GROUP BY dataset_id, split, "language", hash
)
GROUP BY dataset_id, split, "language";

COMMENT ON VIEW set_sizes IS 'How many different questions each split and language of a data set has.';
COMMENT ON COLUMN set_sizes.split IS 'The split.';
COMMENT ON COLUMN set_sizes."language" IS 'The language.';
COMMENT ON COLUMN set_sizes.n IS 'Number of different questions.';
COMMENT ON COLUMN set_sizes.n_orders IS 'Number of circular orders of their options, over all questions.';

CREATE OR REPLACE VIEW reported_distributions AS
SELECT dataset, max(n) AS n,
    max(value) FILTER (metric = 'vocabulary_size')::BIGINT AS vocabulary_size,
    max(value) FILTER (metric = 'kl_divergence') AS kl_divergence, min(source) AS source
FROM figures
WHERE breakdown = 'distribution'
GROUP BY dataset
ORDER BY kl_divergence, dataset;

COMMENT ON VIEW reported_distributions IS
    'Distance of the language of published test sets from general English, as reported.';
COMMENT ON COLUMN reported_distributions.n IS 'Number of items.';
COMMENT ON COLUMN reported_distributions.vocabulary_size IS 'Number of different words.';
COMMENT ON COLUMN reported_distributions.kl_divergence IS
    'KL divergence of its words from those of Wikipedia, as the paper defines it.';
COMMENT ON COLUMN reported_distributions.source IS 'Paper and table.';

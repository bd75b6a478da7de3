-- The accuracy of a run over all rotations comes from the view circular, over the same items as the
-- two circular metrics, so that CIR <= PC <= ACC holds in every row.
-- A run in this database replaces a bundled figure with the same origin and name, and the same
-- language if the figure has one.
CREATE OR REPLACE VIEW leaderboard AS
WITH rotations AS (
    SELECT run_id, model, kind, dataset, prompt, probe, origin, n_items AS n, unnest([
        {metric: 'circular', value: circular, low: circular_low, high: circular_high},
        {metric: 'partial_circular', value: partial_circular, low: partial_circular_low,
         high: partial_circular_high}
    ], recursive := true)
    FROM circular
),
measured AS (
    SELECT a.run_id, a.model, a.kind, a.dataset, a.prompt, a.probe, a.origin, 'accuracy' AS metric,
        coalesce(o.accuracy, a.value) AS value, coalesce(o.n_answers, a.n) AS n,
        -- CASE, because DuckDB 1 cannot read if() as DuckDB 2 stores it
        CASE WHEN o.run_id IS NULL THEN a.low ELSE o.accuracy_low END AS low,
        CASE WHEN o.run_id IS NULL THEN a.high ELSE o.accuracy_high END AS high
    FROM accuracy a LEFT JOIN circular o ON o.run_id = a.run_id
    UNION ALL
    SELECT run_id, model, kind, dataset, prompt, probe, origin, 'consistency', value, n, low, high
    FROM consistency
    UNION ALL
    SELECT run_id, model, kind, dataset, prompt, probe, origin, metric, value, n, low, high
    FROM rotations
),
kept AS (
    SELECT f.model, coalesce(kind_of_run(m.kind, f.origin), 'published') AS kind, f.dataset, f.prompt,
        NULL::VARCHAR AS probe, f.origin, f.metric, f.value, f.n::BIGINT AS n, f.low, f.high,
        f.source, CASE WHEN f.breakdown = 'language' THEN f.cell END AS language,
        NULL::BOOLEAN AS rotated,
        NULL::VARCHAR AS split, NULL::BOOLEAN AS is_whole, NULL::VARCHAR AS run_hash
    FROM figures f
    LEFT JOIN models m ON m.name = f.model
    WHERE f.breakdown IN ('overall', 'language')
        AND f.metric NOT IN ('vocabulary_size', 'kl_divergence') -- statistics of text, not scores
),
standing AS (
    SELECT s.model, s.kind, s.dataset, s.prompt, s.probe, s.origin, s.metric, s.value, s.n, s.low,
        s.high, coalesce(u.source, 'run ' || left(u.run_hash, 12)) AS source, a.language, u.rotated,
        a.split, a.n >= a.n_planned AS is_whole, u.run_hash
    FROM measured s JOIN runs u ON u.run_id = s.run_id JOIN accuracy a ON a.run_id = s.run_id
    UNION ALL
    SELECT k.* FROM kept k
    WHERE NOT EXISTS (
        FROM measured s JOIN accuracy a ON a.run_id = s.run_id
        WHERE s.origin = k.origin AND s.dataset = k.dataset AND s.model = k.model
            AND s.prompt IS NOT DISTINCT FROM k.prompt AND s.metric = k.metric
            AND (k.language IS NULL OR a.language = k.language)
    )
)
SELECT model, kind, dataset, prompt, probe, origin, metric, value, n, low, high, source, language,
    rotated, split, is_whole, run_hash
FROM standing
ORDER BY dataset, origin, metric, value DESC, model, prompt, probe, language, split, source, run_hash;

COMMENT ON VIEW leaderboard IS 'Every score on a data set, or on one of its languages, of runs here and of bundled figures.';
COMMENT ON COLUMN leaderboard.prompt IS 'How it was asked.';
COMMENT ON COLUMN leaderboard.origin IS
    'measured, reproduced, regraded or reported; never rank them together.';
COMMENT ON COLUMN leaderboard.metric IS
    'accuracy, consistency, circular, partial_circular, or what the source reports.';
COMMENT ON COLUMN leaderboard."value" IS 'The score, 0 to 1.';
COMMENT ON COLUMN leaderboard.n IS
    'Number of answers (groups for consistency, different items for the circular metrics); NULL if unknown.';
COMMENT ON COLUMN leaderboard.low IS 'Lower end of the 95% interval; NULL if n is unknown.';
COMMENT ON COLUMN leaderboard.high IS 'Upper end of the 95% interval; NULL if n is unknown.';
COMMENT ON COLUMN leaderboard.source IS 'The run, or the source of the figure.';
COMMENT ON COLUMN leaderboard.rotated IS
    'Whether every item was asked in all circular orders of its options; NULL if unknown.';
COMMENT ON COLUMN leaderboard.split IS
    'The split asked; all for several; NULL if the data set has one split, and for bundled figures.';
COMMENT ON COLUMN leaderboard.is_whole IS
    'Whether the run is complete; NULL for bundled figures.';
COMMENT ON COLUMN leaderboard.run_hash IS 'The run; NULL for bundled figures.';

-- The board of each run, and its label. Each board shows the most complete run of each configuration;
-- ties go to the latest.
CREATE OR REPLACE VIEW board_runs AS
WITH asked AS (
    SELECT a.run_id, a.run_hash, a.dataset, a.origin,
        coalesce(a.probe, CASE WHEN a.rotated THEN 'rotations' ELSE 'passage' END) AS setting,
        -- Published answers count as one set, as in the bundled figures for the same file.
        CASE WHEN a.origin = 'measured' THEN a.split END AS split,
        a.language, a.model, a.kind, nullif(a.prompt, 'none') AS prompt, a.value, a.low, a.high, a.n,
        a.n_planned, u.settings, u.samples, u.endpoints, u.is_batched,
        row_number() OVER (
            PARTITION BY a.dataset, a.origin, setting, a.split, a.language, a.model, a.prompt,
                u.settings, u.samples, u.endpoints, u.is_batched,
                CASE WHEN a.kind = 'human' THEN a.run_id END -- each sheet asks its own questions
            ORDER BY a.n DESC, a.run_id DESC
        ) = 1 AS stands
    FROM accuracy a JOIN runs u ON u.run_id = a.run_id
),
looks AS ( -- runs with the same look differ in nothing that a board shows
    SELECT *, dense_rank() OVER (
        ORDER BY dataset, origin, setting, split, language, model, prompt
    ) AS look
    FROM asked
),
facts AS (
    SELECT l.run_id, l.look, 0 AS place, replace(e.key, '_', ' ') AS name,
        coalesce(e.value ->> '$', 'null') AS value
    FROM looks l, json_each(l.settings) e WHERE e.key <> 'prompt'
    UNION ALL
    SELECT run_id, look, 1, 'wording', settings ->> '$.prompt' FROM looks
    UNION ALL
    SELECT run_id, look, 2, 'samples', samples::VARCHAR FROM looks
    UNION ALL
    SELECT run_id, look, 3, 'endpoint', array_to_string(endpoints, ', ') FROM looks
    UNION ALL
    SELECT run_id, look, 4, 'asked', CASE is_batched WHEN true THEN 'in batches'
        WHEN false THEN 'one by one' ELSE 'not known how' END FROM looks
),
known AS (FROM facts WHERE value <> ''),
sizes AS (SELECT look, count(*) AS n_runs FROM looks GROUP BY look HAVING count(*) > 1),
differing AS (
    SELECT look, place, name FROM known JOIN sizes USING (look) GROUP BY look, place, name, n_runs
    HAVING count(DISTINCT value) > 1 OR count(*) < n_runs
),
worded AS (
    SELECT l.run_id,
        string_agg(d.name || ' ' || coalesce(k.value, 'not set'), ', ' ORDER BY d.place, d.name)
            AS words
    FROM looks l JOIN differing d ON d.look = l.look
    LEFT JOIN known k ON k.run_id = l.run_id AND k.name = d.name
    GROUP BY l.run_id
),
configurations AS (
    SELECT run_id, '{' || string_agg(to_json(name) || ':' || to_json(value), ',' ORDER BY name) || '}'
            AS configuration
    FROM known WHERE place = 0 AND name <> 'engine' GROUP BY run_id
)
SELECT l.dataset, l.origin, l.setting, l.split, l.language, l.model, l.kind, l.prompt,
    CASE WHEN NOT l.stands
            OR count(*) FILTER (l.stands) OVER (PARTITION BY l.look, w.words) > 1
        THEN concat_ws(', ', w.words, 'run ' || left(l.run_hash, 12)) ELSE w.words END AS label,
    coalesce(c.configuration, '{}') AS configuration, l.stands, l.value, l.low, l.high, l.n,
    l.n_planned, l.run_id, l.run_hash
FROM looks l
LEFT JOIN worded w ON w.run_id = l.run_id
LEFT JOIN configurations c ON c.run_id = l.run_id
ORDER BY dataset, origin, setting, split, language, model, prompt, run_id;

COMMENT ON VIEW board_runs IS
    'The board each run belongs to, whether it is shown there, and what distinguishes it from similar runs.';
COMMENT ON COLUMN board_runs.origin IS 'measured, reproduced or regraded; each has its own boards.';
COMMENT ON COLUMN board_runs.setting IS
    'passage (the plain question), rotations (all circular orders of the options), or the name of the probe.';
COMMENT ON COLUMN board_runs.split IS
    'The split asked; all for several; NULL if the data set has one split or the answers were published by others.';
COMMENT ON COLUMN board_runs.prompt IS 'Name of the prompt style; NULL for respondents that need none.';
COMMENT ON COLUMN board_runs.label IS
    'Run label: the settings that distinguish it from runs with the same model and prompt on the board; NULL if there are no such runs.';
COMMENT ON COLUMN board_runs.configuration IS
    'JSON of the settings that runs on other data sets can share.';
COMMENT ON COLUMN board_runs.stands IS
    'Whether the board shows it: the most complete run of each configuration, ties going to the latest.';
COMMENT ON COLUMN board_runs."value" IS 'Accuracy, 0 to 1.';
COMMENT ON COLUMN board_runs.low IS 'Lower end of its 95% interval.';
COMMENT ON COLUMN board_runs.high IS 'Upper end of its 95% interval.';

-- Every board, one row per run or figure. Terminal, dashboard and site show these rows in this order.
-- A board compares one metric on one data set, for one origin, setting, split and language. A run here
-- replaces a bundled figure with the same board, model and prompt.
CREATE OR REPLACE VIEW board AS
WITH sizes AS ( -- a run of fewer answers than its part of the data set asks for is of a sample
    SELECT u.run_id, any_value(u.samples) * CASE WHEN bool_or(u.rotated) THEN sum(p.n_orders)
        ELSE sum(p.n) END AS n_part
    FROM runs u JOIN set_sizes p ON p.dataset_id = u.dataset_id
        AND p.split = coalesce(u.split, p.split)
        AND p."language" = coalesce(u."language", p."language")
    WHERE u.origin = 'measured'
    GROUP BY u.run_id
),
here AS (
    SELECT b.dataset, b.origin, b.setting, b.split, b.language, b.model, b.kind, b.prompt, b.label,
        -- Over rotations, accuracy covers the same items as the other two scores.
        coalesce(o.accuracy, b.value) AS value,
        CASE WHEN o.run_id IS NULL THEN b.low ELSE o.accuracy_low END AS low,
        CASE WHEN o.run_id IS NULL THEN b.high ELSE o.accuracy_high END AS high, b.n, b.n_planned,
        a.n_error AS n_failed, b.n_planned < z.n_part AND b.kind <> 'human' AS is_sample,
        o.circular, o.circular_low, o.circular_high, o.partial_circular, o.partial_circular_low,
        o.partial_circular_high, o.n_items AS n_questions,
        a.response_rate, a.response_rate_low, a.response_rate_high,
        p.strict_response_rate, p.strict_response_rate_low, p.strict_response_rate_high,
        p.response_accuracy, p.response_accuracy_low, p.response_accuracy_high,
        p.n_satisfy AS n_read, p.strict_response_accuracy, p.strict_response_accuracy_low,
        p.strict_response_accuracy_high, p.n_strict_satisfy AS n_strictly_read,
        i.informedness, i.informedness_low, i.informedness_high, i.n AS n_informed,
        i.d_prime, i.d_prime_low, i.d_prime_high, i.answered, i.chance,
        c.value AS consistency, c.low AS consistency_low, c.high AS consistency_high,
        c.n AS n_groups, coalesce(u.source, 'run ' || left(b.run_hash, 12)) AS source, u.command,
        NULL::VARCHAR AS note, b.configuration, b.run_id, b.run_hash
    FROM board_runs b
    JOIN runs u ON u.run_id = b.run_id
    JOIN accuracy a ON a.run_id = b.run_id
    LEFT JOIN circular o ON o.run_id = b.run_id
    LEFT JOIN response_accuracy p ON p.run_id = b.run_id
    LEFT JOIN consistency c ON c.run_id = b.run_id
    LEFT JOIN answer_bias i ON i.run_id = b.run_id
    LEFT JOIN sizes z ON z.run_id = b.run_id
    WHERE b.stands
),
printed AS (
    SELECT f.dataset, f.origin, CASE WHEN f.breakdown = 'language' THEN f.cell END AS language,
        f.model, coalesce(kind_of_run(m.kind, f.origin), 'published') AS kind, f.prompt, f.metric,
        f.value, f.low, f.high, f.n::BIGINT AS n, f.source, f.command, f.note
    FROM figures f LEFT JOIN models m ON m.name = f.model
    WHERE f.breakdown IN ('overall', 'language')
        AND f.metric IN ('accuracy', 'no_context_accuracy', 'circular', 'partial_circular')
),
kept AS (
    SELECT p.dataset, p.origin, CASE WHEN p.metric = 'no_context_accuracy' THEN 'no-context'
            -- if the published table has the circular metrics, all of it was asked in all orders
            WHEN p.dataset IN (SELECT dataset FROM printed WHERE metric = 'circular')
            THEN 'rotations' ELSE 'passage' END AS setting,
        p.language, p.model, p.kind, p.prompt, p.value, p.low, p.high, p.n, c.value AS circular,
        c.low AS circular_low, c.high AS circular_high, q.value AS partial_circular,
        q.low AS partial_circular_low, q.high AS partial_circular_high, p.source, p.command, p.note
    FROM printed p
    LEFT JOIN printed c ON p.metric = 'accuracy' AND c.metric = 'circular'
        AND c.dataset = p.dataset AND c.origin = p.origin AND c.model = p.model
        AND c.prompt IS NOT DISTINCT FROM p.prompt AND c.language IS NOT DISTINCT FROM p.language
    LEFT JOIN printed q ON p.metric = 'accuracy' AND q.metric = 'partial_circular'
        AND q.dataset = p.dataset AND q.origin = p.origin AND q.model = p.model
        AND q.prompt IS NOT DISTINCT FROM p.prompt AND q.language IS NOT DISTINCT FROM p.language
    WHERE p.metric IN ('accuracy', 'no_context_accuracy')
),
rows AS (
    FROM here
    UNION ALL BY NAME
    FROM kept k WHERE NOT EXISTS (
        FROM here h
        WHERE h.dataset = k.dataset AND h.origin = k.origin AND h.setting = k.setting
            AND h.model = k.model AND h.prompt IS NOT DISTINCT FROM k.prompt
            AND (k.language IS NULL OR h.language = k.language)
    )
),
placed AS (
    SELECT *, coalesce(n < 0.95 * n_planned, false) AS is_incomplete,
        dense_rank() OVER (ORDER BY dataset, origin, setting, split, language) AS board_no,
        row_number() OVER (
            PARTITION BY dataset, origin, setting, split, language
            -- models that have finished, then baselines and references, then unfinished runs
            ORDER BY is_incomplete, kind NOT IN ('endpoint', 'published'),
                CASE WHEN setting = 'rotations' THEN partial_circular ELSE value END
                    DESC NULLS LAST,
                model, prompt, run_hash, source
        ) AS place,
        -- the oracle and people are references and are not ranked
        CASE WHEN kind NOT IN ('oracle', 'human') AND NOT is_incomplete THEN
            CASE WHEN setting = 'rotations' THEN partial_circular_low ELSE low END END AS rank_low,
        CASE WHEN rank_low IS NOT NULL THEN
            CASE WHEN setting = 'rotations' THEN partial_circular_high ELSE high END END AS rank_high
    FROM rows
),
ranks AS (
    SELECT s.board_no, s.place, 1 + count(*) FILTER (r.rank_low > s.rank_high) AS rank_best,
        count(*) - count(*) FILTER (r.rank_high < s.rank_low) AS rank_worst
    FROM placed s JOIN placed r ON r.board_no = s.board_no AND r.rank_high IS NOT NULL
    WHERE s.rank_high IS NOT NULL GROUP BY s.board_no, s.place HAVING count(*) > 1
)
SELECT p.dataset, p.origin, p.setting, p.split, p.language, p.place, r.rank_best, r.rank_worst,
    p.model, p.kind, p.prompt, p.label, p.value, p.low, p.high, p.n, p.n_planned,
    coalesce(p.n >= p.n_planned, true) AS is_whole, p.is_incomplete,
    coalesce(p.is_sample, false) AS is_sample, coalesce(p.n_failed, 0) AS n_failed, p.circular, p.circular_low, p.circular_high,
    p.partial_circular, p.partial_circular_low, p.partial_circular_high, p.n_questions,
    p.response_rate, p.response_rate_low, p.response_rate_high, p.strict_response_rate,
    p.strict_response_rate_low, p.strict_response_rate_high, p.response_accuracy,
    p.response_accuracy_low, p.response_accuracy_high, p.n_read, p.strict_response_accuracy,
    p.strict_response_accuracy_low, p.strict_response_accuracy_high, p.n_strictly_read,
    p.informedness, p.informedness_low, p.informedness_high, p.n_informed,
    p.d_prime, p.d_prime_low, p.d_prime_high, p.answered, p.chance,
    p.consistency, p.consistency_low, p.consistency_high, p.n_groups, p.source, p.command, p.note, p.configuration,
    p.run_id, p.run_hash
FROM placed p LEFT JOIN ranks r ON r.board_no = p.board_no AND r.place = p.place
ORDER BY p.dataset NOT IN (SELECT name FROM datasets), p.dataset,
    list_position(['measured', 'reproduced', 'regraded', 'reported'], p.origin),
    list_position(['rotations', 'passage', 'no-context'], p.setting) NULLS LAST, p.setting,
    coalesce(p.language, 'en') <> 'en', p.language, p.split, p.place;

COMMENT ON VIEW board IS 'The boards: models in order of score, then baselines and other references, then incomplete runs, for each data set, origin, setting, split and language.';
COMMENT ON COLUMN board.origin IS 'measured, reproduced, regraded or reported; one per board.';
COMMENT ON COLUMN board.setting IS 'passage (the plain question), rotations (all circular orders of the options), or the name of the probe.';
COMMENT ON COLUMN board.split IS 'The split asked; all for several; NULL if the data set has one split or the answers were published by others.';
COMMENT ON COLUMN board.place IS 'Row of the board, from 1, which is no rank: by partial_circular over rotations, else by value; incomplete runs come last.';
COMMENT ON COLUMN board.rank_best IS 'Best rank the intervals allow; NULL for reference rows, incomplete runs and a row that is alone.';
COMMENT ON COLUMN board.rank_worst IS 'Worst rank the intervals allow.';
COMMENT ON COLUMN board.prompt IS 'Name of the prompt style; NULL for respondents that need none.';
COMMENT ON COLUMN board.label IS 'Run label: the settings that distinguish it from runs with the same model and prompt on the board.';
COMMENT ON COLUMN board."value" IS 'Accuracy, 0 to 1.';
COMMENT ON COLUMN board.low IS 'Lower end of its 95% interval.';
COMMENT ON COLUMN board.high IS 'Upper end of its 95% interval.';
COMMENT ON COLUMN board.n IS 'Number of answers; NULL if unknown.';
COMMENT ON COLUMN board.n_planned IS 'Number of answers the complete run asks for; NULL for bundled figures.';
COMMENT ON COLUMN board.is_whole IS 'Whether the run is complete; true for bundled figures.';
COMMENT ON COLUMN board.is_incomplete IS 'Whether fewer than 95% of the questions have replies, so that the run is not ranked.';
COMMENT ON COLUMN board.n_failed IS 'Number of failed requests, which are not in n.';
COMMENT ON COLUMN board.circular IS 'Circular: share of items right in every rotation.';
COMMENT ON COLUMN board.circular_low IS 'Lower end of its 95% interval.';
COMMENT ON COLUMN board.circular_high IS 'Upper end of its 95% interval.';
COMMENT ON COLUMN board.partial_circular IS 'PartialCircular: mean over items of accuracy times certainty.';
COMMENT ON COLUMN board.partial_circular_low IS 'Lower end of its 95% interval.';
COMMENT ON COLUMN board.partial_circular_high IS 'Upper end of its 95% interval.';
COMMENT ON COLUMN board.n_questions IS 'Number of different items in a run over all rotations.';
COMMENT ON COLUMN board.response_rate IS 'Share of questions with a readable answer.';
COMMENT ON COLUMN board.response_rate_low IS 'Lower end of its 95% interval.';
COMMENT ON COLUMN board.response_rate_high IS 'Upper end of its 95% interval.';
COMMENT ON COLUMN board.strict_response_rate IS 'Share of skill questions answered in the requested format.';
COMMENT ON COLUMN board.strict_response_rate_low IS 'Lower end of its 95% interval.';
COMMENT ON COLUMN board.strict_response_rate_high IS 'Upper end of its 95% interval.';
COMMENT ON COLUMN board.response_accuracy IS 'Share of readable answers to skill questions that are right.';
COMMENT ON COLUMN board.response_accuracy_low IS 'Lower end of its 95% interval.';
COMMENT ON COLUMN board.response_accuracy_high IS 'Upper end of its 95% interval.';
COMMENT ON COLUMN board.n_read IS 'Number of those answers.';
COMMENT ON COLUMN board.strict_response_accuracy IS 'Share of answers to skill questions in the requested format that are right.';
COMMENT ON COLUMN board.strict_response_accuracy_low IS 'Lower end of its 95% interval.';
COMMENT ON COLUMN board.strict_response_accuracy_high IS 'Upper end of its 95% interval.';
COMMENT ON COLUMN board.n_strictly_read IS 'Number of those answers.';
COMMENT ON COLUMN board.is_sample IS
    'Whether the run asks only a sample of its split and language, as with --limit.';
COMMENT ON COLUMN board.informedness IS
    'Accuracy without the preference for an answer: 0 for any constant answer, 1 if all are right (see answer_bias).';
COMMENT ON COLUMN board.informedness_low IS 'Lower end of its 95% interval.';
COMMENT ON COLUMN board.informedness_high IS 'Upper end of its 95% interval.';
COMMENT ON COLUMN board.n_informed IS 'Number of answers behind it.';
COMMENT ON COLUMN board.d_prime IS
    'Sensitivity d'' of two-way questions, over their readable answers (see answer_bias); NULL for others.';
COMMENT ON COLUMN board.d_prime_low IS 'Lower end of its 95% interval.';
COMMENT ON COLUMN board.d_prime_high IS 'Upper end of its 95% interval.';
COMMENT ON COLUMN board.answered IS 'Share of its answers that are each answer, most frequent first.';
COMMENT ON COLUMN board.chance IS
    'Accuracy of guessing among the answers of each item; NULL if some items have no such answers, and for bundled figures.';
COMMENT ON COLUMN board.consistency IS 'Share of complete groups with every item right.';
COMMENT ON COLUMN board.consistency_low IS 'Lower end of its 95% interval.';
COMMENT ON COLUMN board.consistency_high IS 'Upper end of its 95% interval.';
COMMENT ON COLUMN board.n_groups IS 'Number of complete groups.';
COMMENT ON COLUMN board.source IS 'The run, or the source of the figure.';
COMMENT ON COLUMN board.command IS 'The command that reproduces it; NULL if unknown.';
COMMENT ON COLUMN board.note IS 'A note from the figure''s source.';
COMMENT ON COLUMN board.configuration IS 'JSON of the settings that runs on other data sets can share; NULL for bundled figures.';
COMMENT ON COLUMN board.run_id IS 'The run; NULL for bundled figures.';
COMMENT ON COLUMN board.run_hash IS 'SHA-256 that identifies the run in every database; NULL for bundled figures.';

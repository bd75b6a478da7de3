-- An unbiased respondent chooses each position about as often as the gold option is there.
CREATE OR REPLACE VIEW position_bias AS
WITH choices AS (
    SELECT r.run_id, len(i.options) AS k, i.group_no, r.outcome,
        shown_position(i.gold, r.rotation, len(i.options)) AS right_at,
        shown_position(r.lenient, r.rotation, len(i.options)) AS chosen_at
    FROM question_responses r
    JOIN items i ON i.item_id = r.item_id
    WHERE length(i.gold) = 1 AND i.gold BETWEEN 'A' AND 'Y'
),
places AS (
    SELECT run_id, k, group_no, unnest([right_at, chosen_at]) AS place,
        unnest(['right', 'chosen']) AS what, outcome
    FROM choices
),
groups AS (
    SELECT run_id, k, group_no, place,
        count(*) FILTER (what = 'right') AS n_gold,
        count(*) FILTER (what = 'chosen') AS n_chosen,
        count(*) FILTER (what = 'chosen' AND outcome = 'right') AS n_right,
        sum(n_gold) OVER alike AS n, row_number() OVER (alike ORDER BY place) = 1 AS is_first
    FROM places WHERE place IS NOT NULL GROUP BY run_id, k, group_no, place
    WINDOW alike AS (PARTITION BY run_id, k, group_no)
),
sums AS (
    SELECT run_id, k, place, sum(n_gold)::BIGINT AS n_gold, sum(n_chosen)::BIGINT AS n_chosen,
        sum(n_right)::BIGINT AS n_right, sum(n_chosen * n_chosen) AS squares,
        sum(n_chosen * n) AS products, sum(n_gold * n) AS of_n, count(*) FILTER (is_first) AS n_first
    FROM groups GROUP BY run_id, k, place
),
counts AS (
    SELECT *, sum(n_gold) OVER asked AS n,
        trials_of_sums(
            n_chosen, n, squares, products, sum(of_n) OVER asked, sum(n_first) OVER asked
        ) AS trials
    FROM sums WINDOW asked AS (PARTITION BY run_id, k)
)
SELECT c.run_id, u.model, u.kind, u.dataset, u.prompt, u.probe, u.origin, c.k,
    chr((ascii('A') + c.place)::INTEGER) AS position,
    c.n::BIGINT AS n, c.n_gold, c.n_chosen, c.n_right,
    c.n_gold / c.n AS share_right, c.n_chosen / c.n AS share_chosen,
    wilson_low(c.n_chosen * (c.trials / c.n), c.trials) AS low,
    wilson_high(c.n_chosen * (c.trials / c.n), c.trials) AS high,
    c.n_right / nullif(c.n_gold, 0) AS found
FROM counts c
JOIN named_runs u ON u.run_id = c.run_id
ORDER BY dataset, origin, model, prompt, probe, c.k, position, run_id;

COMMENT ON VIEW position_bias IS
    'How often each run chose each position of the options, against how often the gold option was there.';
COMMENT ON COLUMN position_bias.k IS 'Number of options.';
COMMENT ON COLUMN position_bias.position IS 'The letter under which the option was shown.';
COMMENT ON COLUMN position_bias.n IS 'Number of questions asked with k options.';
COMMENT ON COLUMN position_bias.n_gold IS 'How many of them had the gold option at the position.';
COMMENT ON COLUMN position_bias.n_chosen IS 'In how many of them the position was chosen.';
COMMENT ON COLUMN position_bias.n_right IS 'In how many of them it was chosen and right.';
COMMENT ON COLUMN position_bias.share_right IS 'n_gold / n.';
COMMENT ON COLUMN position_bias.share_chosen IS 'n_chosen / n; a missing answer counts for no position.';
COMMENT ON COLUMN position_bias.low IS
    'Lower end of the 95% Wilson interval of share_chosen, for the effective sample size over groups of items.';
COMMENT ON COLUMN position_bias.high IS
    'Upper end of the 95% Wilson interval of share_chosen, for the effective sample size over groups of items.';
COMMENT ON COLUMN position_bias.found IS 'n_right / n_gold: how often the gold option at the position is chosen.';

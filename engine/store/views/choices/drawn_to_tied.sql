-- Types 1.1, 1.3, 2.3 and 3.1, as in the paper: the others have no distractor tied to both sentences.
CREATE OR REPLACE VIEW drawn_to_tied AS
WITH arguments AS (
    SELECT run_id, group_no, sum(n)::BIGINT AS n, sum(n_chosen)::BIGINT AS n_drawn
    FROM distractor_groups
    WHERE is_tied_to_both AND role <> 'gold'
    GROUP BY run_id, group_no
),
counts AS (
    SELECT run_id, sum(n)::BIGINT AS n, sum(n_drawn)::BIGINT AS n_drawn,
        effective_trials(n_drawn, n) AS trials
    FROM arguments GROUP BY run_id
)
SELECT c.run_id, u.model, u.kind, u.dataset, u.prompt, u.probe, u.origin, c.n,
    c.n_drawn, c.n_drawn / c.n AS share,
    wilson_low(c.n_drawn * (c.trials / c.n), c.trials) AS low,
    wilson_high(c.n_drawn * (c.trials / c.n), c.trials) AS high
FROM counts c
JOIN named_runs u ON u.run_id = c.run_id
ORDER BY dataset, origin, model, prompt, probe, run_id;

COMMENT ON VIEW drawn_to_tied IS
    'How often each run chose a distractor tied to both sentences, in questions on arguments.';
COMMENT ON COLUMN drawn_to_tied.n IS 'Number of such options in the questions asked; guessing chooses a quarter of them.';
COMMENT ON COLUMN drawn_to_tied.n_drawn IS 'How many of them were chosen.';
COMMENT ON COLUMN drawn_to_tied.share IS 'n_drawn / n.';
COMMENT ON COLUMN drawn_to_tied.low IS
    'Lower end of the 95% Wilson interval of share, for the effective sample size over groups of items.';
COMMENT ON COLUMN drawn_to_tied.high IS
    'Upper end of the 95% Wilson interval of share, for the effective sample size over groups of items.';

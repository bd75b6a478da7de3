-- Type 1.2 has no wrong option that is tied to both sentences, and so no part in this.
CREATE OR REPLACE VIEW drawn_to_tied AS
WITH counts AS (
    SELECT run_id, model, kind, dataset, prompt, probe, origin, sum(n)::BIGINT AS n,
        sum(n_chosen)::BIGINT AS n_drawn
    FROM distractor_selection
    WHERE is_tied_to_both AND role <> 'gold'
    GROUP BY ALL
)
SELECT *, n_drawn / n AS share, wilson_low(n_drawn, n) AS low, wilson_high(n_drawn, n) AS high
FROM counts
ORDER BY dataset, origin, model, prompt, probe;

COMMENT ON VIEW drawn_to_tied IS
    'How often each run chose, in questions on arguments, the wrong option tied to both sentences.';
COMMENT ON COLUMN drawn_to_tied.run_id IS 'The run.';
COMMENT ON COLUMN drawn_to_tied.model IS 'Who answered.';
COMMENT ON COLUMN drawn_to_tied.kind IS 'endpoint, baseline, ceiling, human or published.';
COMMENT ON COLUMN drawn_to_tied.dataset IS 'Name of the data set.';
COMMENT ON COLUMN drawn_to_tied.prompt IS 'Name of the prompt style.';
COMMENT ON COLUMN drawn_to_tied.probe IS 'Name of the probe; NULL for the plain question.';
COMMENT ON COLUMN drawn_to_tied.origin IS 'measured, reproduced or regraded.';
COMMENT ON COLUMN drawn_to_tied.n IS 'Questions asked that have such an option; by chance a quarter of it is chosen.';
COMMENT ON COLUMN drawn_to_tied.n_drawn IS 'Of these, those in which it was chosen.';
COMMENT ON COLUMN drawn_to_tied.share IS 'n_drawn / n.';
COMMENT ON COLUMN drawn_to_tied.low IS 'Lower end of the 95% Wilson interval of share.';
COMMENT ON COLUMN drawn_to_tied.high IS 'Upper end of the 95% Wilson interval of share.';

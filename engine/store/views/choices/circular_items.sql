-- Choices are counted in one number, five bits for each of up to 25 options, in one pass over the
-- answers. Collecting them in lists takes nearly twice as long (benchmarks/circular.py).
CREATE OR REPLACE VIEW circular_items AS
WITH counts AS (
    SELECT
        run_id, item_id, sample, count(*) AS n,
        count(*) FILTER (outcome = 'right') AS n_right,
        count(lenient) AS n_answered,
        count(*) FILTER (outcome = 'right' AND rotation = 0) AS original,
        sum(1::HUGEINT << (5 * (ascii(lenient) - ascii('A')))) AS chosen
    FROM responses
    WHERE outcome <> 'error' AND run_id IN (SELECT run_id FROM runs WHERE rotated)
    GROUP BY run_id, item_id, sample
),
complete AS (
    SELECT c.*, len(i.options) AS k FROM counts c JOIN items i ON i.item_id = c.item_id
    WHERE c.n = len(i.options)
),
certain AS (SELECT *, certainty(chosen, k) AS certainty FROM complete)
SELECT
    run_id, item_id, sample, k, n_right, k - n_answered AS n_unanswered, certainty, original,
    n_right / k AS accuracy, (n_right = k)::INTEGER AS circular,
    partial_circular(n_right, k, certainty) AS partial_circular
FROM certain;

COMMENT ON VIEW circular_items IS
    'Each item asked in every rotation of a run: how far its answers agree and are right.';
COMMENT ON COLUMN circular_items.sample IS 'Which of several answers to the same questions, from 0.';
COMMENT ON COLUMN circular_items.k IS 'Number of options, which is the number of rotations.';
COMMENT ON COLUMN circular_items.n_right IS 'Number of rotations answered correctly.';
COMMENT ON COLUMN circular_items.n_unanswered IS 'Number of rotations without a readable answer.';
COMMENT ON COLUMN circular_items.certainty IS
    'One minus the entropy, to base k, of the options chosen; an unanswered rotation agrees with no other.';
COMMENT ON COLUMN circular_items.original IS '1 if the original order (rotation 0) was answered correctly, else 0.';
COMMENT ON COLUMN circular_items.accuracy IS 'n_right / k.';
COMMENT ON COLUMN circular_items.circular IS 'Circular: 1 if every rotation was answered correctly, else 0.';
COMMENT ON COLUMN circular_items.partial_circular IS 'PartialCircular: accuracy times certainty.';

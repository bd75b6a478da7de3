-- Pairs of question types, compared by argument: mirror pairs, in which support runs the other way, and
-- pairs with the same structure, which ask about other propositions. Samples and orders of options are
-- averaged first. The interval is the paired one over arguments, with half a pair added to each cell
-- (Bonett and Price, 2012).
CREATE OR REPLACE VIEW type_pairs AS
WITH kinds AS (
    FROM (VALUES ('mirror', '2.3', '3.1'), ('mirror', '1.1', '1.3'),
        ('same structure', '2.1', '2.2'), ('same structure', '3.2', '3.3'))
        AS kinds(pair, first_type, second_type)
),
asked AS (
    SELECT r.run_id, i.group_no, i.question_type, avg((r.outcome = 'right')::INTEGER) AS share
    FROM question_responses r JOIN items i ON i.item_id = r.item_id
    WHERE i.logic = 'support'
    GROUP BY ALL
),
pairs AS (
    SELECT a.run_id, k.pair, k.first_type, k.second_type, count(*) AS n,
        avg(a.share ORDER BY a.group_no) AS first_share,
        avg(b.share ORDER BY a.group_no) AS second_share,
        sum(a.share - b.share ORDER BY a.group_no) / (count(*) + 2) AS centre,
        (sum((a.share - b.share) ** 2 ORDER BY a.group_no) + 2) / (count(*) + 2) AS discordant
    FROM kinds k
    JOIN asked a ON a.question_type = k.first_type
    JOIN asked b ON b.question_type = k.second_type AND b.run_id = a.run_id
        AND b.group_no = a.group_no
    GROUP BY a.run_id, k.pair, k.first_type, k.second_type
)
SELECT p.run_id, u.model, u.kind, u.dataset, u.prompt, u.probe, u.origin, p.pair,
    p.first_type, p.second_type, p.n::BIGINT AS n, p.first_share, p.second_share,
    p.first_share - p.second_share AS difference,
    greatest(-1, p.centre
        - 1.959963984540054 * sqrt((p.discordant - p.centre ** 2) / (p.n + 2))) AS low,
    least(1, p.centre
        + 1.959963984540054 * sqrt((p.discordant - p.centre ** 2) / (p.n + 2))) AS high
FROM pairs p
JOIN named_runs u ON u.run_id = p.run_id
ORDER BY dataset, origin, model, prompt, probe, pair, first_type, run_id;

COMMENT ON VIEW type_pairs IS
    'Types of question on arguments compared within each argument: mirror pairs and pairs with the same structure.';
COMMENT ON COLUMN type_pairs.pair IS
    'mirror (support runs the other way) or same structure (asking about other propositions).';
COMMENT ON COLUMN type_pairs.first_type IS 'The type of question compared.';
COMMENT ON COLUMN type_pairs.second_type IS 'The type it is compared with.';
COMMENT ON COLUMN type_pairs.n IS 'Number of arguments with questions of both types asked.';
COMMENT ON COLUMN type_pairs.first_share IS 'Accuracy on the first type.';
COMMENT ON COLUMN type_pairs.second_share IS 'Accuracy on the second type.';
COMMENT ON COLUMN type_pairs.difference IS 'first_share minus second_share.';
COMMENT ON COLUMN type_pairs.low IS 'Lower end of the 95% interval of the difference, paired.';
COMMENT ON COLUMN type_pairs.high IS 'Upper end of the 95% interval of the difference, paired.';

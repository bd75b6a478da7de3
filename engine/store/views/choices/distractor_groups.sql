-- The certificate of a question on an argument records how each option is tied to the sentences shown.
-- Grouping by it lets a query for the tied options skip all other answers. In 2.3 and 3.1 the sentences are
-- unrelated. In other types one supports the other, and an option above or below both is tied to the
-- farther sentence through the nearer.
CREATE OR REPLACE VIEW distractor_groups AS
WITH options AS (
    SELECT item_id, group_no, question_type, unnest(options) AS option,
        unnest(range(len(options))) AS place, certificate
    FROM items
    WHERE length(gold) = 1 AND gold BETWEEN 'A' AND 'Y'
),
tied AS (
    SELECT item_id, group_no, question_type, option.key AS key, option.role AS role,
        json_extract_string(certificate, '$.ties[' || place || '][0]') AS to_first,
        json_extract_string(certificate, '$.ties[' || place || '][1]') AS to_second
    FROM options
)
SELECT r.run_id, t.question_type, t.role, t.group_no,
    t.to_first <> 'has nothing to do with'
        AND t.to_second <> 'has nothing to do with'
        AND (t.question_type IN ('2.3', '3.1')
            OR starts_with(t.to_first, 'supports') <> starts_with(t.to_second, 'supports'))
        AS is_tied_to_both,
    count(*) AS n, count(*) FILTER (r.lenient = t.key) AS n_chosen
FROM question_responses r
JOIN tied t ON t.item_id = r.item_id
GROUP BY ALL;

COMMENT ON VIEW distractor_groups IS
    'The counts behind distractor_selection, for each group of items, such as the questions on one argument.';
COMMENT ON COLUMN distractor_groups.question_type IS 'Kind of question.';
COMMENT ON COLUMN distractor_groups.role IS 'gold, or the kind of distractor.';
COMMENT ON COLUMN distractor_groups.group_no IS 'The group within its data set.';
COMMENT ON COLUMN distractor_groups.is_tied_to_both IS
    'For questions on arguments: whether the option is related to each of the two sentences, and to none only through the other.';
COMMENT ON COLUMN distractor_groups.n IS 'Number of options with this role in the questions asked.';
COMMENT ON COLUMN distractor_groups.n_chosen IS 'How many of them were chosen, by the lenient reading.';

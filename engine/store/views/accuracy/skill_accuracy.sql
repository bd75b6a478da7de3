-- Figures 4 and 5 and Table 7 of LogicAsker. The category is part of a skill's id, not a column of
-- items. No other breakdown has response accuracy.
CREATE OR REPLACE VIEW skill_accuracy AS
WITH traits AS (
    SELECT item_id, group_no, gold, unnest([
        {trait: 'logic', cell: logic}, {trait: 'category', cell: split_part(skill, '.', 2)},
        {trait: 'logic and category', cell: logic || ' ' || split_part(skill, '.', 2)},
        {trait: 'rule', cell: rule}, {trait: 'skill', cell: skill}, {trait: 'kind', cell: role},
        {trait: 'length', cell: depth::VARCHAR},
        {trait: 'kind and length', cell: role || ' ' || depth}
    ], recursive := true)
    FROM items WHERE skill IS NOT NULL
),
cells AS ( -- numbered, because millions of answers are grouped by them
    SELECT trait, cell, row_number() OVER () AS cell_no
    FROM (SELECT DISTINCT trait, cell FROM traits WHERE cell IS NOT NULL)
),
answers AS (
    SELECT s.run_id, c.cell_no, c.group_no, c.gold, sum(s.n)::BIGINT AS n, count(*) AS n_items,
        sum(s.n_right + s.n_wrong)::BIGINT AS n_satisfy, sum(s.n_right)::BIGINT AS n_correct,
        sum(s.n_expected::DECIMAL(18, 9)) AS n_expected
    FROM item_scores s
    JOIN (SELECT t.* EXCLUDE (trait, cell), c.cell_no FROM traits t JOIN cells c USING (trait, cell)) c
        ON c.item_id = s.item_id
    GROUP BY s.run_id, c.cell_no, c.group_no, c.gold
),
balances AS (
    SELECT run_id, cell_no, avg(n_correct / n ORDER BY gold) AS balanced, max(n) / sum(n) AS most,
        sum(n_expected)::DOUBLE / sum(n) AS expected
    FROM (
        SELECT run_id, cell_no, gold, sum(n) AS n, sum(n_correct) AS n_correct,
            sum(n_expected) AS n_expected
        FROM answers GROUP BY ALL
    )
    GROUP BY run_id, cell_no
),
given AS (
    SELECT r.run_id, c.cell_no, histogram(coalesce(r.lenient, replace(r.outcome, '_', ' '))) AS given
    FROM question_responses r
    JOIN (SELECT t.item_id, c.cell_no FROM traits t JOIN cells c USING (trait, cell)) c
        ON c.item_id = r.item_id
    GROUP BY r.run_id, c.cell_no
),
groups AS (
    SELECT run_id, cell_no, group_no, sum(n)::BIGINT AS n, sum(n_items)::BIGINT AS n_items,
        sum(n_satisfy)::BIGINT AS n_satisfy, sum(n_correct)::BIGINT AS n_correct
    FROM answers GROUP BY ALL
),
counts AS (
    SELECT run_id, cell_no, trait, cell, sum(n)::BIGINT AS n, sum(n_items)::BIGINT AS n_items,
        sum(n_satisfy)::BIGINT AS n_satisfy, sum(n_correct)::BIGINT AS n_correct,
        effective_trials(n_correct, n) AS trials,
        effective_trials(n_correct, n_satisfy) AS satisfying_trials
    FROM groups JOIN cells USING (cell_no) GROUP BY run_id, cell_no, trait, cell
)
SELECT c.run_id, u.model, u.kind, u.dataset, u.prompt, u.probe, u.origin, c.trait,
    c.cell, c.n, c.n_items, c.n_satisfy, c.n_correct, c.n_correct / c.n AS accuracy,
    wilson_low(c.n_correct * (c.trials / c.n), c.trials) AS low,
    wilson_high(c.n_correct * (c.trials / c.n), c.trials) AS high,
    c.n_satisfy / c.n AS response_rate,
    c.n_correct / nullif(c.n_satisfy, 0) AS response_accuracy,
    wilson_low(c.n_correct * (c.satisfying_trials / c.n_satisfy), c.satisfying_trials)
        AS response_accuracy_low,
    wilson_high(c.n_correct * (c.satisfying_trials / c.n_satisfy), c.satisfying_trials)
        AS response_accuracy_high,
    b.balanced AS balanced_accuracy, b.most AS most_frequent, b.expected, g.given
FROM counts c
JOIN given g ON g.run_id = c.run_id AND g.cell_no = c.cell_no
JOIN balances b ON b.run_id = c.run_id AND b.cell_no = c.cell_no
JOIN named_runs u ON u.run_id = c.run_id
ORDER BY dataset, origin, model, prompt, probe, trait, try_cast(cell AS INTEGER), cell, run_id;

COMMENT ON VIEW skill_accuracy IS
    'Accuracy and response accuracy of each run on skill questions, by place in the tree of skills, kind and length.';
COMMENT ON COLUMN skill_accuracy.trait IS
    'logic, category, logic and category, rule, skill, kind (correct, contradiction, unrelated, fallacy), length, or kind and length.';
COMMENT ON COLUMN skill_accuracy.n IS 'Number of answers, errors included.';
COMMENT ON COLUMN skill_accuracy.n_satisfy IS
    'Number of replies with an answer by the lenient reading (N_satisfy).';
COMMENT ON COLUMN skill_accuracy.n_correct IS 'How many of them are right (N_correct).';
COMMENT ON COLUMN skill_accuracy.accuracy IS 'n_correct / n: a missing answer is not right.';
COMMENT ON COLUMN skill_accuracy.low IS
    'Lower end of the 95% Wilson interval of accuracy, for the effective sample size over groups of items.';
COMMENT ON COLUMN skill_accuracy.high IS
    'Upper end of the 95% Wilson interval of accuracy, for the effective sample size over groups of items.';
COMMENT ON COLUMN skill_accuracy.response_rate IS 'n_satisfy / n.';
COMMENT ON COLUMN skill_accuracy.response_accuracy IS
    'n_correct / n_satisfy; NULL if n_satisfy is 0.';
COMMENT ON COLUMN skill_accuracy.response_accuracy_low IS
    'Lower end of its 95% Wilson interval, for the effective sample size over groups of items.';
COMMENT ON COLUMN skill_accuracy.response_accuracy_high IS
    'Upper end of its 95% Wilson interval, for the effective sample size over groups of items.';
COMMENT ON COLUMN skill_accuracy.balanced_accuracy IS
    'Accuracy averaged over the gold answers.';
COMMENT ON COLUMN skill_accuracy.most_frequent IS
    'Share of the most frequent gold answer: the score of always giving it.';
COMMENT ON COLUMN skill_accuracy.expected IS
    'Accuracy expected from that of the whole run on items with the same right answers; always giving one answer never falls below it.';
COMMENT ON COLUMN skill_accuracy.given IS
    'How often each answer was given, by the lenient reading; replies without one by their outcome.';

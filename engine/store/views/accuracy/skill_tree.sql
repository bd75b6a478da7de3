-- The tree of LogicAsker (Figure 1) with the accuracy at each node: a logic, its categories, their
-- rules, the kinds of question on a rule (the skills, which are the leaves) and the forms of these
-- questions. Nodes are named by prefixes of the skills' ids; published questions have no form.
CREATE OR REPLACE VIEW skill_tree AS
WITH combinations AS (
    SELECT r.run_id, i.group_no, string_split(i.skill, '.') AS places, i.rule, i.skill, i.root_form AS form,
        i.role AS question, count(*) AS n, count(DISTINCT r.item_id) AS n_items,
        count(*) FILTER (r.outcome IN ('right', 'wrong')) AS n_satisfy,
        count(*) FILTER (r.outcome = 'right') AS n_correct
    FROM question_responses r JOIN items i ON i.item_id = r.item_id
    WHERE i.skill IS NOT NULL
    GROUP BY ALL
),
separated AS (
    SELECT run_id, group_no, n, n_items, n_satisfy, n_correct, unnest([
        {level: 'logic', part: places[1], parent: '', cell: places[1]},
        {level: 'category', part: places[1] || '.' || places[2], parent: places[1],
         cell: places[2]},
        {level: 'rule', part: array_to_string(places[:3], '.'),
         parent: array_to_string(places[:2], '.'), cell: rule},
        {level: 'skill', part: skill, parent: array_to_string(places[:3], '.'), cell: question},
        {level: 'form', part: skill || ':' || form, parent: skill, cell: form}
    ], recursive := true)
    FROM combinations
),
groups AS (
    SELECT run_id, level, part, parent, min(cell) AS cell, sum(n)::BIGINT AS n,
        sum(n_items)::BIGINT AS n_items, sum(n_satisfy)::BIGINT AS n_satisfy,
        sum(n_correct)::BIGINT AS n_correct
    FROM separated WHERE part IS NOT NULL GROUP BY run_id, level, part, parent, group_no
),
counts AS (
    SELECT run_id, level, part, parent, min(cell) AS cell, sum(n)::BIGINT AS n,
        sum(n_items)::BIGINT AS n_items, sum(n_satisfy)::BIGINT AS n_satisfy,
        sum(n_correct)::BIGINT AS n_correct, effective_trials(n_correct, n) AS trials
    FROM groups GROUP BY run_id, level, part, parent
)
SELECT c.run_id, u.model, u.dataset, u.prompt, u.probe, u.origin, c.level, c.part,
    c.parent, c.cell, c.n, c.n_items, c.n_satisfy, c.n_correct, c.n_correct / c.n AS accuracy,
    wilson_low(c.n_correct * (c.trials / c.n), c.trials) AS low,
    wilson_high(c.n_correct * (c.trials / c.n), c.trials) AS high,
    c.n_satisfy / c.n AS response_rate,
    c.n_correct / nullif(c.n_satisfy, 0) AS response_accuracy
FROM counts c
JOIN named_runs u ON u.run_id = c.run_id
ORDER BY dataset, origin, model, prompt, probe, part, level, run_id;

COMMENT ON VIEW skill_tree IS
    'Accuracy of each run at each node of the tree of skills, from a whole logic down to one form of a skill.';
COMMENT ON COLUMN skill_tree.level IS 'Level of the node, from the root: logic, category, rule, skill (one skill) or form.';
COMMENT ON COLUMN skill_tree.part IS
    'The node: a prefix of a skill''s id, the id itself, or the id with a colon and a form.';
COMMENT ON COLUMN skill_tree.parent IS 'The node above it; empty for a logic.';
COMMENT ON COLUMN skill_tree.cell IS
    'Its name among its siblings: the logic, category, rule, kind of question or form.';
COMMENT ON COLUMN skill_tree.n IS 'Number of answers, errors included.';
COMMENT ON COLUMN skill_tree.n_satisfy IS
    'Number of replies with an answer by the lenient reading (N_satisfy).';
COMMENT ON COLUMN skill_tree.n_correct IS 'How many of them are right (N_correct).';
COMMENT ON COLUMN skill_tree.accuracy IS 'n_correct / n: a missing answer is not right.';
COMMENT ON COLUMN skill_tree.low IS
    'Lower end of the 95% Wilson interval of accuracy, for the effective sample size over groups of items.';
COMMENT ON COLUMN skill_tree.high IS
    'Upper end of the 95% Wilson interval of accuracy, for the effective sample size over groups of items.';
COMMENT ON COLUMN skill_tree.response_rate IS 'n_satisfy / n.';
COMMENT ON COLUMN skill_tree.response_accuracy IS
    'n_correct / n_satisfy; NULL if n_satisfy is 0.';

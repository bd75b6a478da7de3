-- One pass over the answers counts every combination of traits within each group of items; the traits
-- are then separated. An item lies in one combination, so that numbers of items add up.
CREATE OR REPLACE VIEW trait_groups AS
WITH combinations AS (
    SELECT
        r.run_id, i.group_no, i.split, i.role, i.gold, i.depth, i.height, i.root_form, i.query_shape,
        i.question_type, i.rule, i.leaf, i.logic, i.language, i.structure, i.domain,
        i.shown_accurate, i.n_premises, i.n_atoms, i.n_distractors,
        count(*) AS n,
        count(DISTINCT r.item_id) AS n_items,
        count(*) FILTER (r.outcome = 'right') AS n_right
    FROM question_responses r JOIN items i ON i.item_id = r.item_id
    GROUP BY ALL
),
separated AS (
    SELECT run_id, group_no, n, n_items, n_right, unnest([
        {trait: 'split', cell: split}, {trait: 'role', cell: role}, {trait: 'gold', cell: gold},
        {trait: 'depth', cell: depth::VARCHAR}, {trait: 'height', cell: height::VARCHAR},
        {trait: 'root_form', cell: root_form}, {trait: 'query_shape', cell: query_shape},
        {trait: 'question_type', cell: question_type}, {trait: 'rule', cell: rule},
        {trait: 'leaf', cell: leaf}, {trait: 'logic', cell: logic},
        {trait: 'language', cell: language}, {trait: 'structure', cell: structure},
        {trait: 'domain', cell: domain},
        {trait: 'shown_accurate', cell: shown_accurate::VARCHAR},
        {trait: 'n_premises', cell: n_premises::VARCHAR},
        {trait: 'n_atoms', cell: n_atoms::VARCHAR},
        {trait: 'n_distractors', cell: n_distractors::VARCHAR}
    ], recursive := true)
    FROM combinations
)
SELECT run_id, trait, cell, group_no, sum(n)::BIGINT AS n, sum(n_items)::BIGINT AS n_items,
    sum(n_right)::BIGINT AS n_right
FROM separated WHERE cell IS NOT NULL GROUP BY run_id, trait, cell, group_no;

COMMENT ON VIEW trait_groups IS
    'Answers of each run within each value of each trait, by group of items: what intervals and tests are made from.';
COMMENT ON COLUMN trait_groups.run_id IS 'The run.';
COMMENT ON COLUMN trait_groups.trait IS 'Name of the trait, as in the table items.';
COMMENT ON COLUMN trait_groups.cell IS 'Its value, as text.';
COMMENT ON COLUMN trait_groups.group_no IS 'The group of items.';
COMMENT ON COLUMN trait_groups.n IS 'Number of answers.';
COMMENT ON COLUMN trait_groups.n_items IS 'Number of different items.';
COMMENT ON COLUMN trait_groups.n_right IS 'Answers that are right.';

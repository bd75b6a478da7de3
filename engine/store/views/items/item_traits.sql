-- Most traits, such as depth and argument form, are the same throughout a group of items. Their
-- answers are counted once per group; those of other traits, item by item.
CREATE OR REPLACE VIEW item_traits AS
WITH cells AS (
    SELECT item_id, dataset_id, group_no, unnest([
        {trait: 'split', cell: split}, {trait: 'role', cell: role}, {trait: 'gold', cell: gold},
        {trait: 'depth', cell: depth::VARCHAR}, {trait: 'height', cell: height::VARCHAR},
        {trait: 'root_form', cell: root_form}, {trait: 'query_shape', cell: query_shape},
        {trait: 'question_type', cell: question_type}, {trait: 'rule', cell: rule},
        {trait: 'skill', cell: skill}, {trait: 'logic', cell: logic},
        {trait: 'language', cell: language}, {trait: 'structure', cell: structure},
        {trait: 'domain', cell: domain},
        {trait: 'shown_accurate', cell: shown_accurate::VARCHAR},
        {trait: 'n_premises', cell: n_premises::VARCHAR},
        {trait: 'n_atoms', cell: n_atoms::VARCHAR},
        {trait: 'n_distractors', cell: n_distractors::VARCHAR},
        {trait: 'distractors', cell: distractors}, {trait: 'contrast', cell: contrast}
    ], recursive := true)
    FROM items
),
groups AS (
    SELECT dataset_id, group_no, trait, min(cell) AS cell,
        min(cell) = max(cell) AND count(cell) = count(*) AS is_shared
    FROM cells GROUP BY dataset_id, group_no, trait
)
SELECT dataset_id, group_no, NULL::INTEGER AS item_id, trait, cell FROM groups WHERE is_shared
UNION ALL
SELECT c.dataset_id, c.group_no, c.item_id, c.trait, c.cell
FROM cells c
JOIN groups g ON g.dataset_id = c.dataset_id AND g.group_no = c.group_no AND g.trait = c.trait
WHERE c.cell IS NOT NULL AND NOT g.is_shared;

COMMENT ON VIEW item_traits IS
    'Traits of all items: one row per group if all its items have the value, else one per item.';
COMMENT ON COLUMN item_traits.item_id IS 'The item; NULL if its whole group has the value.';

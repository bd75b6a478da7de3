-- One row per language: an item and its symbolic twin are compared, never averaged.
-- Scores are summed as decimals, as in circular.
CREATE OR REPLACE VIEW circular_by_trait AS
WITH combinations AS (
    SELECT s.run_id, i.language, i.split, i.gold, i.question_type, i.rule, i.skill, i.logic,
        i.structure, i.domain, i.depth, i.height, i.n_premises, i.n_atoms, count(*) AS n,
        count(DISTINCT s.item_id) AS n_items,
        sum(s.accuracy::DECIMAL(18, 15)) AS accuracy, sum(s.circular) AS circular,
        sum(s.partial_circular::DECIMAL(18, 15)) AS partial_circular
    FROM circular_items s JOIN items i ON i.item_id = s.item_id
    GROUP BY ALL
),
separated AS (
    SELECT run_id, language, n, n_items, accuracy, circular, partial_circular, unnest(choice_traits(
        split, gold, question_type, rule, skill, logic, structure, "domain", depth, height,
        n_premises, n_atoms
    ) || [{trait: 'overall', cell: 'all'}], recursive := true)
    FROM combinations
),
scores AS (
    SELECT run_id, language, trait, cell, sum(n)::BIGINT AS n,
        sum(n_items)::BIGINT AS n_items, sum(accuracy) / sum(n) AS accuracy,
        sum(circular) / sum(n) AS circular, sum(partial_circular) / sum(n) AS partial_circular
    FROM separated WHERE cell IS NOT NULL GROUP BY ALL
),
ends AS (
    SELECT run_id, language, trait, cell,
        max(low) FILTER (metric = 'accuracy') AS accuracy_low,
        max(high) FILTER (metric = 'accuracy') AS accuracy_high,
        max(low) FILTER (metric = 'circular') AS circular_low,
        max(high) FILTER (metric = 'circular') AS circular_high,
        max(low) FILTER (metric = 'partial_circular') AS partial_circular_low,
        max(high) FILTER (metric = 'partial_circular') AS partial_circular_high
    FROM intervals WHERE language IS NOT NULL GROUP BY ALL
)
SELECT s.run_id, u.model, u.kind, u.dataset, u.prompt, u.probe, u.origin, s.language,
    s.trait, s.cell, s.n, s.accuracy, e.accuracy_low, e.accuracy_high, s.circular, e.circular_low,
    e.circular_high, s.partial_circular, e.partial_circular_low, e.partial_circular_high,
    s.n_items
FROM scores s
JOIN named_runs u ON u.run_id = s.run_id
LEFT JOIN ends e ON e.run_id = s.run_id AND e.language = s.language AND e.trait = s.trait
    AND e.cell = s.cell
ORDER BY dataset, origin, model, prompt, probe, s.language, s.trait, try_cast(s.cell AS INTEGER), s.cell, run_id;

COMMENT ON VIEW circular_by_trait IS
    'Accuracy, Circular and PartialCircular of each rotated run by language and value of each trait.';
COMMENT ON COLUMN circular_by_trait.language IS 'Language of the items: en, carroll or symbolic.';
COMMENT ON COLUMN circular_by_trait.trait IS 'Name of the trait, as in the table items; overall for all items.';
COMMENT ON COLUMN circular_by_trait.cell IS 'Its value, as text; all for overall.';
COMMENT ON COLUMN circular_by_trait.n IS 'Number of items, each counted once per sample.';
COMMENT ON COLUMN circular_by_trait.accuracy IS 'Share of all rotations answered correctly.';
COMMENT ON COLUMN circular_by_trait.accuracy_low IS 'Lower end of its 95% interval.';
COMMENT ON COLUMN circular_by_trait.accuracy_high IS 'Upper end of its 95% interval.';
COMMENT ON COLUMN circular_by_trait.circular IS 'Circular: share of items right in every rotation.';
COMMENT ON COLUMN circular_by_trait.circular_low IS 'Lower end of its 95% interval.';
COMMENT ON COLUMN circular_by_trait.circular_high IS 'Upper end of its 95% interval.';
COMMENT ON COLUMN circular_by_trait.partial_circular IS 'PartialCircular: mean of accuracy times certainty.';
COMMENT ON COLUMN circular_by_trait.partial_circular_low IS 'Lower end of its 95% interval.';
COMMENT ON COLUMN circular_by_trait.partial_circular_high IS 'Upper end of its 95% interval.';

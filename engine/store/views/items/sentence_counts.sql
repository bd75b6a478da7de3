-- The contents of an inventory of sentences, by type and class. A pair counts once.
CREATE OR REPLACE VIEW sentence_counts AS
SELECT
    v.name AS inventory, v.seed, s.type, s.class, count(*) AS n,
    count(DISTINCT s.surface) AS n_distinct, count(*) / v.n AS share
FROM sentences s JOIN inventories v ON v.inventory_id = s.inventory_id
WHERE s.language = 'en'
GROUP BY v.name, v.seed, v.n, s.type, s.class
ORDER BY inventory, type, class;

COMMENT ON VIEW sentence_counts IS 'Pairs of each inventory of sentences, by type and class.';
COMMENT ON COLUMN sentence_counts.inventory IS 'Name of the inventory.';
COMMENT ON COLUMN sentence_counts.seed IS 'Its seed.';
COMMENT ON COLUMN sentence_counts.type IS 'Type of sentence.';
COMMENT ON COLUMN sentence_counts.class IS 'contingent, valid or contradictory.';
COMMENT ON COLUMN sentence_counts.n IS 'Number of pairs.';
COMMENT ON COLUMN sentence_counts.n_distinct IS
    'Number of different English sentences among them; the simplest types have few.';
COMMENT ON COLUMN sentence_counts.share IS 'n / all pairs of the inventory.';

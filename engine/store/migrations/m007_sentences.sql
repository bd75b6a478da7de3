CREATE TABLE inventories (
    inventory_id INTEGER PRIMARY KEY, name VARCHAR NOT NULL UNIQUE, version INTEGER NOT NULL,
    params VARCHAR NOT NULL, seed BIGINT NOT NULL, n INTEGER NOT NULL,
    n_unsettled INTEGER NOT NULL, content_hash VARCHAR NOT NULL, engine_version VARCHAR NOT NULL,
    created_at TIMESTAMP NOT NULL
);
COMMENT ON TABLE inventories IS 'One row an inventory of sentences: what makes it again, and what it holds.';
COMMENT ON COLUMN inventories.inventory_id IS 'Key inside this database; not the same elsewhere.';
COMMENT ON COLUMN inventories.name IS 'The name people type.';
COMMENT ON COLUMN inventories.version IS 'Version of what made it.';
COMMENT ON COLUMN inventories.params IS 'Canonical JSON of its parameters.';
COMMENT ON COLUMN inventories.seed IS 'Seed of the whole inventory.';
COMMENT ON COLUMN inventories.n IS 'Number of pairs: sentences in one language.';
COMMENT ON COLUMN inventories.n_unsettled IS
    'Sentences drawn besides and left out, as no procedure settled whether they can be true and can be false.';
COMMENT ON COLUMN inventories.content_hash IS
    'SHA-256 over the sentences in order, one a line: equal inventories, equal hash.';
COMMENT ON COLUMN inventories.engine_version IS 'Version of Sorites that wrote it.';
COMMENT ON COLUMN inventories.created_at IS 'When it was written (UTC).';

CREATE TABLE sentences (
    sentence_id INTEGER NOT NULL, inventory_id INTEGER NOT NULL, idx INTEGER NOT NULL,
    language VARCHAR NOT NULL, counterpart INTEGER NOT NULL, surface VARCHAR NOT NULL,
    formula VARCHAR NOT NULL, tree VARCHAR NOT NULL,
    symbols STRUCT(atom VARCHAR, "text" VARCHAR, negation VARCHAR, paraphrase VARCHAR)[] NOT NULL,
    type VARCHAR NOT NULL, depth INTEGER NOT NULL,
    class VARCHAR NOT NULL CHECK (class IN ('contingent', 'valid', 'contradictory'))
);
COMMENT ON TABLE sentences IS
    'One row a sentence of two-variable logic in one language; its counterpart in the other has the same formula and tree.';
COMMENT ON COLUMN sentences.sentence_id IS 'Key inside this database, dense within an inventory.';
COMMENT ON COLUMN sentences.inventory_id IS 'The inventory it belongs to.';
COMMENT ON COLUMN sentences.idx IS 'Number of the pair, from 0: with the seed it makes the pair again.';
COMMENT ON COLUMN sentences.language IS 'en or carroll.';
COMMENT ON COLUMN sentences.counterpart IS 'The sentence_id of the same sentence in the other language.';
COMMENT ON COLUMN sentences.surface IS 'The sentence as it is read.';
COMMENT ON COLUMN sentences.formula IS 'The one formula that it reads as.';
COMMENT ON COLUMN sentences.tree IS 'What it was built as: the outline of quantifiers, connectives and letters.';
COMMENT ON COLUMN sentences.symbols IS
    'What each letter of the formula stands for in this language: text, its denial and, of nouns, the plural.';
COMMENT ON COLUMN sentences.type IS 'Type of sentence, such as quantified_all_some_back.';
COMMENT ON COLUMN sentences.depth IS
    'How deep it is nested: 1 for a single clause, 1 more a connective or a relative clause.';
COMMENT ON COLUMN sentences.class IS
    'contingent, valid or contradictory in first-order logic, as the solvers derived it.';

CREATE TABLE datasets (
    dataset_id INTEGER PRIMARY KEY, name VARCHAR NOT NULL UNIQUE, family VARCHAR NOT NULL,
    recipe VARCHAR, version INTEGER NOT NULL, params VARCHAR NOT NULL, seed BIGINT NOT NULL,
    source VARCHAR NOT NULL CHECK (source IN ('generated', 'imported')), n INTEGER NOT NULL,
    content_hash VARCHAR NOT NULL, engine_version VARCHAR NOT NULL, created_at TIMESTAMP NOT NULL,
    note VARCHAR
);
COMMENT ON TABLE datasets IS 'One row a data set: what makes it again, and what it holds.';
COMMENT ON COLUMN datasets.dataset_id IS 'Key inside this database; not the same elsewhere.';
COMMENT ON COLUMN datasets.name IS 'The name people type.';
COMMENT ON COLUMN datasets.family IS 'The module that made the items, such as justlogic.';
COMMENT ON COLUMN datasets.recipe IS 'Which of the family''s recipes, such as sound or faithful.';
COMMENT ON COLUMN datasets.version IS 'Version of the generator (or importer).';
COMMENT ON COLUMN datasets.params IS 'Canonical JSON of the generator''s parameters.';
COMMENT ON COLUMN datasets.seed IS 'Seed of the whole set.';
COMMENT ON COLUMN datasets.source IS 'generated here, or imported from what others published.';
COMMENT ON COLUMN datasets.n IS 'Number of items.';
COMMENT ON COLUMN datasets.content_hash IS
    'SHA-256 over the item hashes in order of index, one a line: equal sets, equal hash.';
COMMENT ON COLUMN datasets.engine_version IS 'Version of Sorites that wrote the set.';
COMMENT ON COLUMN datasets.created_at IS 'When it was written (UTC).';
COMMENT ON COLUMN datasets.note IS 'A remark for readers, such as the file it was read from.';

CREATE TABLE items (
    item_id INTEGER NOT NULL, dataset_id INTEGER NOT NULL, hash VARCHAR NOT NULL,
    idx INTEGER NOT NULL, group_no INTEGER NOT NULL, role VARCHAR NOT NULL,
    split VARCHAR NOT NULL, passage VARCHAR[] NOT NULL, question VARCHAR NOT NULL,
    options STRUCT(key VARCHAR, "text" VARCHAR, role VARCHAR)[] NOT NULL,
    answer_kind VARCHAR NOT NULL, gold VARCHAR NOT NULL,
    symbols STRUCT(atom VARCHAR, "text" VARCHAR, negation VARCHAR, paraphrase VARCHAR,
                   "domain" VARCHAR, world BOOLEAN)[] NOT NULL,
    premises VARCHAR[] NOT NULL, query VARCHAR[] NOT NULL, intended VARCHAR NOT NULL,
    certificate VARCHAR NOT NULL, published_label VARCHAR, source_id VARCHAR,
    depth INTEGER, height INTEGER, root_form VARCHAR, forms VARCHAR[] NOT NULL,
    query_shape VARCHAR, question_type VARCHAR, rule VARCHAR, leaf VARCHAR,
    logic VARCHAR NOT NULL, language VARCHAR NOT NULL, structure VARCHAR, "domain" VARCHAR,
    shown_accurate BOOLEAN, n_premises INTEGER NOT NULL, n_atoms INTEGER NOT NULL,
    n_distractors INTEGER NOT NULL
);
COMMENT ON TABLE items IS
    'One row an item: what is asked, what is true and why, and the traits results are broken down by.';
COMMENT ON COLUMN items.item_id IS 'Key inside this database, dense within a data set.';
COMMENT ON COLUMN items.dataset_id IS 'The data set it belongs to.';
COMMENT ON COLUMN items.hash IS 'SHA-256 (hexadecimal) of what is asked and its gold answer.';
COMMENT ON COLUMN items.idx IS 'Index in the data set: group times members plus role.';
COMMENT ON COLUMN items.group_no IS 'The group (exchange triple, twin) it belongs to.';
COMMENT ON COLUMN items.role IS 'Its part in the group.';
COMMENT ON COLUMN items.split IS 'train, validation or test; whole groups share a split.';
COMMENT ON COLUMN items.passage IS 'The sentences shown, in order.';
COMMENT ON COLUMN items.question IS 'The question shown.';
COMMENT ON COLUMN items.options IS 'The answers a model may choose: key, text, and gold or kind of distractor.';
COMMENT ON COLUMN items.answer_kind IS 'label, set, formula or structure: grading goes by this.';
COMMENT ON COLUMN items.gold IS 'The right answer, as the solvers derived it.';
COMMENT ON COLUMN items.symbols IS
    'What each atom stands for: clause, its negation, its paraphrase, domain, and whether it is so in the world.';
COMMENT ON COLUMN items.premises IS 'The premises as formulas, in the order of the passage.';
COMMENT ON COLUMN items.query IS 'The formula (or formulas) asked about.';
COMMENT ON COLUMN items.intended IS 'The answer that the construction aimed at.';
COMMENT ON COLUMN items.certificate IS
    'JSON: proof steps of the query or its negation, or two valuations (atoms made true) that leave it open.';
COMMENT ON COLUMN items.published_label IS 'The label others gave to an imported item.';
COMMENT ON COLUMN items.source_id IS 'The identifier of an imported item in its source.';
COMMENT ON COLUMN items.depth IS 'Number of argument steps of the minimal proof.';
COMMENT ON COLUMN items.height IS 'Longest chain of argument steps of the minimal proof.';
COMMENT ON COLUMN items.root_form IS 'The argument form that concludes the query.';
COMMENT ON COLUMN items.forms IS 'The argument forms of the proof.';
COMMENT ON COLUMN items.query_shape IS 'Shape of the query: atom, conditional, disjunction, plain or negated.';
COMMENT ON COLUMN items.question_type IS 'Kind of question, where a family has several.';
COMMENT ON COLUMN items.rule IS 'The rule, law or fallacy asked about, where a family has them.';
COMMENT ON COLUMN items.leaf IS 'The leaf of the family''s tree of skills.';
COMMENT ON COLUMN items.logic IS 'propositional or predicate.';
COMMENT ON COLUMN items.language IS 'en, carroll or symbolic.';
COMMENT ON COLUMN items.structure IS 'Shape of the argument, where a family has several.';
COMMENT ON COLUMN items."domain" IS 'What the sentences are about.';
COMMENT ON COLUMN items.shown_accurate IS 'Whether the statement shown is true in the world.';
COMMENT ON COLUMN items.n_premises IS 'Number of premises.';
COMMENT ON COLUMN items.n_atoms IS 'Number of distinct atoms.';
COMMENT ON COLUMN items.n_distractors IS 'Number of premises that the minimal proof does not use.';

CREATE TABLE verifications (
    item_id INTEGER NOT NULL, verdict VARCHAR NOT NULL, agreed BOOLEAN NOT NULL,
    methods VARCHAR NOT NULL, solver VARCHAR, minimal_premises INTEGER[], steps INTEGER,
    height INTEGER, problem VARCHAR, verified_at TIMESTAMP NOT NULL
);
COMMENT ON TABLE verifications IS 'The last verification of each item; it replaces an earlier one.';
COMMENT ON COLUMN verifications.item_id IS 'The item.';
COMMENT ON COLUMN verifications.verdict IS 'The label as derived again from the stored logic.';
COMMENT ON COLUMN verifications.agreed IS 'Whether everything stored was found to hold.';
COMMENT ON COLUMN verifications.methods IS 'The ways by which the label was derived, separated by commas.';
COMMENT ON COLUMN verifications.solver IS 'Name and version of the outside solver.';
COMMENT ON COLUMN verifications.minimal_premises IS 'Indexes of a minimal set of premises that decides the query.';
COMMENT ON COLUMN verifications.steps IS 'Argument steps of the minimal proof.';
COMMENT ON COLUMN verifications.height IS 'Longest chain of the minimal proof.';
COMMENT ON COLUMN verifications.problem IS 'What does not hold, in a sentence.';
COMMENT ON COLUMN verifications.verified_at IS 'When (UTC).';

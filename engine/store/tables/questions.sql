-- Data sets, their items, and inventories of sentences.

-- One row per data set: how to generate it again, and what it holds.
CREATE TABLE datasets (
    dataset_id INTEGER PRIMARY KEY, -- Key inside this database only.
    name VARCHAR NOT NULL UNIQUE, -- The name people type.
    family VARCHAR NOT NULL, -- The family that generated the items, such as justlogic.
    recipe VARCHAR, -- The recipe of the family, such as sound or faithful.
    version INTEGER NOT NULL, -- Version of the generator or importer.
    params VARCHAR NOT NULL, -- Canonical JSON of the generator's parameters.
    seed BIGINT NOT NULL, -- Seed of the data set.
    -- generated here, or imported from what others published.
    source VARCHAR NOT NULL CHECK (source IN ('generated', 'imported')),
    n INTEGER NOT NULL, -- Number of items.
    -- SHA-256 over the item hashes in index order, one per line; equal hashes mean equal sets.
    content_hash VARCHAR NOT NULL,
    engine_version VARCHAR NOT NULL, -- Version of Sorites that wrote the set.
    created_at TIMESTAMP NOT NULL, -- When it was written (UTC).
    note VARCHAR -- A note for readers, such as the file it was read from.
);

-- One row per item: the question, its gold answer and certificate, and the traits results are
-- broken down by.
CREATE TABLE items (
    item_id INTEGER NOT NULL, -- Key inside this database only, dense within a data set.
    dataset_id INTEGER NOT NULL, -- The data set.
    hash VARCHAR NOT NULL, -- SHA-256 (hexadecimal) of the question and its gold answer.
    idx INTEGER NOT NULL, -- Index in the data set: group number times group size, plus place in the group.
    group_no INTEGER NOT NULL, -- The group the item belongs to, such as a triple or a pair.
    role VARCHAR NOT NULL, -- Role in the group.
    split VARCHAR NOT NULL, -- train, validation or test; whole groups share a split.
    passage VARCHAR[] NOT NULL, -- The sentences shown, in order.
    question VARCHAR NOT NULL, -- The question shown.
    -- The options: key, text, and gold or kind of distractor.
    options STRUCT(key VARCHAR, "text" VARCHAR, role VARCHAR)[] NOT NULL,
    answer_kind VARCHAR NOT NULL, -- label, set, formula or structure; decides how replies are graded.
    gold VARCHAR NOT NULL, -- The gold answer, as the solvers derived it.
    -- What each atom stands for: its clause, negation, paraphrase and domain, and whether it is
    -- true in the real world.
    symbols STRUCT(
        atom VARCHAR, "text" VARCHAR, negation VARCHAR, paraphrase VARCHAR, "domain" VARCHAR,
        world BOOLEAN
    )[] NOT NULL,
    -- The premises as formulas, in passage order; for ArgQA, the support relations of the whole
    -- argument.
    premises VARCHAR[] NOT NULL,
    query VARCHAR[] NOT NULL, -- The formula or formulas in question.
    intended VARCHAR NOT NULL, -- The answer the construction aimed at.
    -- JSON that shows why the gold answer is right. Its kind: proof (the steps of a proof, or two
    -- valuations that leave the query open), choice (for each option the premises it follows from,
    -- or a valuation that refutes it), entailment (structures that leave the query open, or a
    -- derivation), support (how propositions are tied in an argument) or structure (structures, and
    -- the premises needed, for first-order tasks).
    certificate VARCHAR NOT NULL,
    published_label VARCHAR, -- The label an imported item was published with.
    source_id VARCHAR, -- Identifier of an imported item in its source.
    -- How deep a question is: argument steps of the minimal proof (JustLogic), propositions needed
    -- for what follows (DivLogicEval), rule applications (LogicAsker), nesting of the sentence or
    -- of the deepest premise, and for validity the fewest premises needed (LogicSkills), sentences
    -- shown to which the gold option is tied (ArgQA). Comparable only within a task.
    depth INTEGER,
    -- Longest chain of argument steps in the minimal proof; NULL if the family stores no proof.
    height INTEGER,
    -- The argument form or rule whose conclusion is the query; for LogicSkills, the type of the
    -- sentence or conclusion.
    root_form VARCHAR,
    forms VARCHAR[] NOT NULL, -- The argument forms of the proof; empty if the family stores no proof.
    query_shape VARCHAR, -- Shape of the query: atom, conditional, disjunction, plain or negated.
    question_type VARCHAR, -- Kind of question, for families with several.
    rule VARCHAR, -- The rule, law or fallacy that the question tests, for families that have them.
    skill VARCHAR, -- The skill, as its id in the family's tree of skills.
    logic VARCHAR NOT NULL, -- propositional or predicate.
    language VARCHAR NOT NULL, -- en, carroll or symbolic.
    -- Shape of the argument, or how its options combine, for families with several; for LogicAsker,
    -- the edit that distinguishes the question from a sound argument.
    structure VARCHAR,
    "domain" VARCHAR, -- Subject matter of the sentences.
    shown_accurate BOOLEAN, -- Whether the statement is true in the real world.
    n_premises INTEGER NOT NULL, -- Number of premises.
    n_atoms INTEGER NOT NULL, -- Number of distinct atoms.
    n_distractors INTEGER NOT NULL, -- Number of premises outside the minimal proof.
    distractors VARCHAR, -- Kind and number of the distractor premises asked for, such as broken 4.
    -- The matched contrast: items with the same contrast and role are of one skeleton and differ in
    -- the dial that its name begins with.
    contrast VARCHAR
);

-- The latest verification of each item.
CREATE TABLE verifications (
    item_id INTEGER NOT NULL, -- The item.
    verdict VARCHAR NOT NULL, -- The label derived again from the stored logic.
    agreed BOOLEAN NOT NULL, -- Whether everything stored holds.
    methods VARCHAR NOT NULL, -- The methods that derived the label, separated by commas.
    solver VARCHAR, -- Name and version of the external solver.
    minimal_premises INTEGER[], -- Indexes of a minimal set of premises that decides the query.
    steps INTEGER, -- Argument steps of the minimal proof.
    height INTEGER, -- Longest chain of the minimal proof.
    problem VARCHAR, -- One sentence on what does not hold.
    verified_at TIMESTAMP NOT NULL -- Time of the verification (UTC).
);

-- One row per inventory of sentences: how to generate it again, and what it holds.
CREATE TABLE inventories (
    inventory_id INTEGER PRIMARY KEY, -- Key inside this database; not the same elsewhere.
    name VARCHAR NOT NULL UNIQUE, -- The name people type.
    version INTEGER NOT NULL, -- Version of the generator.
    params VARCHAR NOT NULL, -- Canonical JSON of the parameters.
    seed BIGINT NOT NULL, -- Seed of the inventory.
    n INTEGER NOT NULL, -- Number of pairs, which is the number of sentences in each language.
    -- Number of further sentences drawn and left out because no procedure settled whether they can
    -- be true and can be false.
    n_unsettled INTEGER NOT NULL,
    -- SHA-256 over the sentences in order, one per line; equal hashes mean equal inventories.
    content_hash VARCHAR NOT NULL,
    engine_version VARCHAR NOT NULL, -- Version of Sorites that wrote it.
    created_at TIMESTAMP NOT NULL -- When it was written (UTC).
);

-- One row per sentence of two-variable logic in one language; its counterpart in the other language
-- has the same formula and tree.
CREATE TABLE sentences (
    sentence_id INTEGER NOT NULL, -- Key inside this database only, dense within an inventory.
    inventory_id INTEGER NOT NULL, -- The inventory.
    idx INTEGER NOT NULL, -- Number of the pair, from 0; with the seed it generates the pair again.
    language VARCHAR NOT NULL, -- en or carroll.
    counterpart INTEGER NOT NULL, -- The sentence_id of the same sentence in the other language.
    surface VARCHAR NOT NULL, -- The sentence as shown.
    formula VARCHAR NOT NULL, -- The only formula the sentence can be read as.
    tree VARCHAR NOT NULL, -- Its construction: an outline of quantifiers, connectives and letters.
    -- What each letter of the formula stands for in this language: the text, its negation and, for
    -- nouns, the plural.
    symbols STRUCT(
        atom VARCHAR, "text" VARCHAR, negation VARCHAR, paraphrase VARCHAR
    )[] NOT NULL,
    type VARCHAR NOT NULL, -- Type of sentence, such as quantified_all_some_back.
    -- Nesting depth: 1 for a single clause, plus 1 for each connective or relative clause.
    depth INTEGER NOT NULL,
    -- contingent, valid or contradictory in first-order logic, as the solvers derived it.
    class VARCHAR NOT NULL CHECK (class IN ('contingent', 'valid', 'contradictory'))
);

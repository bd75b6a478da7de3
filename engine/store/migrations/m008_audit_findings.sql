CREATE TABLE audit_findings (
    dataset_id INTEGER NOT NULL, name VARCHAR NOT NULL, item_id INTEGER NOT NULL, "options" VARCHAR,
    detail VARCHAR NOT NULL, ran_at TIMESTAMP NOT NULL
);
COMMENT ON TABLE audit_findings IS
    'What the last audit of each data set of statements or formulas found wrong with single items.';
COMMENT ON COLUMN audit_findings.dataset_id IS 'The data set.';
COMMENT ON COLUMN audit_findings.name IS
    'What was found: one-premise, fewer-options, repeated-options, equivalent-options, falsehood-option, wrong-language or theorem.';
COMMENT ON COLUMN audit_findings.item_id IS 'The item.';
COMMENT ON COLUMN audit_findings."options" IS 'The keys of the options concerned, with commas between them; NULL: none.';
COMMENT ON COLUMN audit_findings.detail IS 'The finding in a sentence or a formula.';
COMMENT ON COLUMN audit_findings.ran_at IS 'When (UTC).';

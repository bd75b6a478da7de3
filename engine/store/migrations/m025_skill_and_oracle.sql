-- The glossary's words: skill, not leaf; oracle, not ceiling. A CHECK cannot be altered, so the table
-- of models is written anew.
ALTER TABLE items RENAME COLUMN leaf TO skill;
UPDATE figures SET breakdown = 'skill' WHERE breakdown = 'leaf';
UPDATE intervals SET trait = 'skill' WHERE trait = 'leaf';

CREATE TABLE former_models AS SELECT * FROM models;
DROP TABLE models;
CREATE TABLE models (
    model_id INTEGER PRIMARY KEY, name VARCHAR NOT NULL UNIQUE,
    kind VARCHAR NOT NULL CHECK (kind IN ('endpoint', 'baseline', 'oracle', 'human', 'published'))
);
INSERT INTO models BY NAME
SELECT * REPLACE (if(kind = 'ceiling', 'oracle', kind) AS kind) FROM former_models ORDER BY model_id;
DROP TABLE former_models;
COMMENT ON TABLE models IS 'Respondents.';
COMMENT ON COLUMN models.model_id IS 'Key inside this database only.';
COMMENT ON COLUMN models.name IS 'Name given to --model, or published name.';
COMMENT ON COLUMN models.kind IS
    'endpoint (asked here), baseline, oracle, human or published (asked only by others).';

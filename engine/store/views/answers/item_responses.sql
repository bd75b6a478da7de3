CREATE OR REPLACE VIEW item_responses AS
SELECT
    r.run_id, u.run_hash, m.name AS model, kind_of_run(m.kind, u.origin) AS kind,
    d.name AS dataset, u.prompt, u.probe, u.origin,
    r.item_id, i.hash AS item, i.idx, i.group_no, i.role, i.split, r.sample, r.rotation, i.gold,
    r.lenient AS answer, r.strict AS strict_answer, r.outcome, r.strict_outcome,
    r.outcome = 'right' AS is_right, r.strict_outcome = 'right' AS is_strict_right,
    r.rule AS extraction_rule, r.raw, r.finish_reason, r.error_kind, r.latency_ms,
    r.prompt_tokens, r.completion_tokens, r.asked_at,
    i.depth, i.height, i.root_form, i.forms, i.query_shape, i.question_type, i.rule, i.skill,
    i.logic, i.language, i.structure, i.domain, i.shown_accurate, i.n_premises, i.n_atoms,
    i.n_distractors, i.distractors, i.contrast, r.mistake, r.evidence,
    -- the seed sent, derived as in Settings.of_sample
    CASE WHEN r.sample = 0 THEN try_cast(u.settings ->> '$.seed' AS BIGINT)
        WHEN u.settings ->> '$.seed' IS NOT NULL
        THEN ('0x' || left(sha256((u.settings ->> '$.seed') || ' ' || r.sample), 8))::BIGINT >> 1
    END AS seed
FROM responses r
JOIN runs u ON u.run_id = r.run_id
JOIN models m ON m.model_id = u.model_id
JOIN datasets d ON d.dataset_id = u.dataset_id
JOIN items i ON i.item_id = r.item_id;

COMMENT ON VIEW item_responses IS 'One row per answer, with its run, its respondent and the item''s traits.';
COMMENT ON COLUMN item_responses.item_id IS 'The item''s key inside this database.';
COMMENT ON COLUMN item_responses.item IS 'The item''s hash.';
COMMENT ON COLUMN item_responses.idx IS 'The item''s index in its data set.';
COMMENT ON COLUMN item_responses.group_no IS 'The item''s group.';
COMMENT ON COLUMN item_responses.role IS 'The item''s role in its group.';
COMMENT ON COLUMN item_responses.split IS 'The item''s split.';
COMMENT ON COLUMN item_responses.rotation IS
    'Which rotation of the options was shown, from 0; answers use the item''s own keys.';
COMMENT ON COLUMN item_responses.answer IS 'The answer by the lenient reading; NULL if none.';
COMMENT ON COLUMN item_responses.strict_answer IS 'The answer by the strict reading; NULL if none.';
COMMENT ON COLUMN item_responses.outcome IS 'right, wrong, no_answer, declined, cut_off, contradictory, error or undecided, by the lenient reading.';
COMMENT ON COLUMN item_responses.strict_outcome IS 'The same by the strict reading.';
COMMENT ON COLUMN item_responses.is_right IS 'Whether the outcome is right.';
COMMENT ON COLUMN item_responses.is_strict_right IS 'Whether the strict outcome is right.';
COMMENT ON COLUMN item_responses.extraction_rule IS 'The extraction rule that read the answer.';
COMMENT ON COLUMN item_responses.raw IS 'The reply, unaltered.';
COMMENT ON COLUMN item_responses.finish_reason IS 'Why the endpoint stopped.';
COMMENT ON COLUMN item_responses.error_kind IS 'Kind of failure, if no reply came.';
COMMENT ON COLUMN item_responses.latency_ms IS 'Time from request to reply, in milliseconds.';
COMMENT ON COLUMN item_responses.prompt_tokens IS 'Tokens sent.';
COMMENT ON COLUMN item_responses.completion_tokens IS 'Tokens received.';
COMMENT ON COLUMN item_responses.asked_at IS 'When it was asked (UTC).';
COMMENT ON COLUMN item_responses.depth IS 'Argument steps of the minimal proof.';
COMMENT ON COLUMN item_responses.height IS 'Longest chain of the minimal proof.';
COMMENT ON COLUMN item_responses.root_form IS 'The argument form whose conclusion is the query.';
COMMENT ON COLUMN item_responses.forms IS 'The argument forms of the proof.';
COMMENT ON COLUMN item_responses.query_shape IS 'Shape of the query.';
COMMENT ON COLUMN item_responses.question_type IS 'Kind of question.';
COMMENT ON COLUMN item_responses.rule IS 'The rule, law or fallacy asked about.';
COMMENT ON COLUMN item_responses.skill IS 'The skill, as its id in the family''s tree of skills.';
COMMENT ON COLUMN item_responses.logic IS 'propositional or predicate.';
COMMENT ON COLUMN item_responses.language IS 'en, carroll or symbolic.';
COMMENT ON COLUMN item_responses.structure IS 'Shape of the argument.';
COMMENT ON COLUMN item_responses."domain" IS 'Subject matter of the sentences.';
COMMENT ON COLUMN item_responses.shown_accurate IS 'Whether the statement is true in the real world.';
COMMENT ON COLUMN item_responses.n_premises IS 'Number of premises.';
COMMENT ON COLUMN item_responses.n_atoms IS 'Number of atoms.';
COMMENT ON COLUMN item_responses.n_distractors IS 'Number of premises outside the minimal proof.';
COMMENT ON COLUMN item_responses.distractors IS 'Kind and number of distractor premises asked for.';
COMMENT ON COLUMN item_responses.contrast IS 'The matched contrast the item belongs to.';
COMMENT ON COLUMN item_responses.mistake IS
    'The mistake in an answer that is a formula, a structure or a set of options.';
COMMENT ON COLUMN item_responses.evidence IS 'JSON evidence of the mistake, such as a structure.';
COMMENT ON COLUMN item_responses.seed IS
    'The seed sent with the request: --seed for sample 0, and for sample k the first 31 bits of SHA-256 of the text "seed k"; NULL if none was sent.';

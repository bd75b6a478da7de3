-- A file of replies graded by others is stored as published and as we grade it. If they used an
-- extractor, its output is graded too, under the prompt's name followed by ", as extracted".
CREATE OR REPLACE VIEW disagreements AS
SELECT
    o.run_id, m.name AS model, d.name AS dataset, o.prompt, o.source, i.item_id, i.hash AS item,
    i.idx, i.source_id, i.question_type, i.language, i.root_form, r.sample, i.passage, i.question,
    i.gold, t.lenient AS published_answer, t.outcome AS published_outcome, r.lenient AS answer,
    r.outcome, r.mistake, r.evidence, r.raw
FROM runs o
JOIN runs p ON p.dataset_id = o.dataset_id AND p.model_id = o.model_id AND p.source = o.source
    AND p.language IS NOT DISTINCT FROM o.language
    AND o.prompt IN (p.prompt, p.prompt || ', as extracted')
JOIN responses r ON r.run_id = o.run_id
JOIN responses t ON t.run_id = p.run_id AND t.item_id = r.item_id AND t.sample = r.sample
    AND t.rotation = r.rotation AND t.outcome <> r.outcome
JOIN items i ON i.item_id = r.item_id
JOIN models m ON m.model_id = o.model_id
JOIN datasets d ON d.dataset_id = o.dataset_id
WHERE o.origin = 'regraded' AND p.origin = 'reproduced'
ORDER BY dataset, model, o.prompt, o.source, i.idx, r.sample, r.rotation, o.run_id;

COMMENT ON VIEW disagreements IS
    'Replies graded by others on which our verdict differs, with the evidence for ours.';
COMMENT ON COLUMN disagreements.run_id IS 'The run with our verdicts.';
COMMENT ON COLUMN disagreements.prompt IS
    'Name of the prompt style; with ", as extracted" if we graded what their extractor returned.';
COMMENT ON COLUMN disagreements.source IS 'The file the replies come from.';
COMMENT ON COLUMN disagreements.item_id IS 'The item''s key inside this database.';
COMMENT ON COLUMN disagreements.item IS 'The item''s hash.';
COMMENT ON COLUMN disagreements.idx IS 'The item''s index in its data set.';
COMMENT ON COLUMN disagreements.source_id IS 'The item''s identifier in its source.';
COMMENT ON COLUMN disagreements.question_type IS 'Kind of question.';
COMMENT ON COLUMN disagreements."language" IS 'Language of the item.';
COMMENT ON COLUMN disagreements.root_form IS 'Type of the sentence, or form of the argument.';
COMMENT ON COLUMN disagreements.passage IS 'The sentences shown.';
COMMENT ON COLUMN disagreements.question IS 'The question shown.';
COMMENT ON COLUMN disagreements.published_answer IS 'The answer others extracted; NULL if none.';
COMMENT ON COLUMN disagreements.published_outcome IS 'Their verdict, such as right or wrong.';
COMMENT ON COLUMN disagreements.answer IS 'The answer by our lenient reading; NULL if none.';
COMMENT ON COLUMN disagreements.outcome IS 'Our verdict, such as right, wrong or no_answer.';
COMMENT ON COLUMN disagreements.mistake IS 'What is wrong with the answer, such as not_equivalent.';
COMMENT ON COLUMN disagreements.evidence IS
    'JSON evidence of the mistake: a structure on which the formulas differ, the false premise or the wrong symbol.';
COMMENT ON COLUMN disagreements.raw IS 'The text we graded, unaltered.';

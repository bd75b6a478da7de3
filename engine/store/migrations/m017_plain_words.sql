-- Table and column descriptions in plain words; no data changes.
COMMENT ON TABLE datasets IS 'One row per data set: how to generate it again, and what it holds.';
COMMENT ON COLUMN datasets.dataset_id IS 'Key inside this database only.';
COMMENT ON COLUMN datasets.family IS 'The family that generated the items, such as justlogic.';
COMMENT ON COLUMN datasets.recipe IS 'The recipe of the family, such as sound or faithful.';
COMMENT ON COLUMN datasets.version IS 'Version of the generator or importer.';
COMMENT ON COLUMN datasets.seed IS 'Seed of the data set.';
COMMENT ON COLUMN datasets.source IS 'generated here, or imported from what others published.';
COMMENT ON COLUMN datasets.content_hash IS
    'SHA-256 over the item hashes in index order, one per line; equal hashes mean equal sets.';
COMMENT ON COLUMN datasets.note IS 'A note for readers, such as the file it was read from.';
COMMENT ON TABLE items IS
    'One row per item: the question, its gold answer and certificate, and the traits results are broken down by.';
COMMENT ON COLUMN items.item_id IS 'Key inside this database only, dense within a data set.';
COMMENT ON COLUMN items.dataset_id IS 'The data set.';
COMMENT ON COLUMN items.hash IS 'SHA-256 (hexadecimal) of the question and its gold answer.';
COMMENT ON COLUMN items.idx IS
    'Index in the data set: group number times group size, plus place in the group.';
COMMENT ON COLUMN items.group_no IS
    'The group the item belongs to, such as an exchange triple or a pair.';
COMMENT ON COLUMN items.role IS 'Role in the group.';
COMMENT ON COLUMN items.options IS 'The options: key, text, and gold or kind of distractor.';
COMMENT ON COLUMN items.answer_kind IS
    'label, set, formula or structure; decides how replies are graded.';
COMMENT ON COLUMN items.gold IS 'The gold answer, as the solvers derived it.';
COMMENT ON COLUMN items.symbols IS
    'What each atom stands for: its clause, negation, paraphrase and domain, and whether it is true in the real world.';
COMMENT ON COLUMN items.query IS 'The formula or formulas in question.';
COMMENT ON COLUMN items.intended IS 'The answer the construction aimed at.';
COMMENT ON COLUMN items.published_label IS 'The label an imported item was published with.';
COMMENT ON COLUMN items.source_id IS 'Identifier of an imported item in its source.';
COMMENT ON COLUMN items.depth IS
    'How deep a question is: argument steps of the minimal proof (JustLogic), propositions needed for what follows (DivLogicEval), rule applications (LogicAsker), nesting of the sentence or of the deepest premise, and for validity the fewest premises needed (LogicSkills), sentences shown to which the gold option is tied (ArgQA). Comparable only within a task.';
COMMENT ON COLUMN items.height IS
    'Longest chain of argument steps in the minimal proof; NULL if the family stores no proof.';
COMMENT ON COLUMN items.root_form IS
    'The argument form or rule whose conclusion is the query; for LogicSkills, the type of the sentence or conclusion.';
COMMENT ON COLUMN items.forms IS
    'The argument forms of the proof; empty if the family stores no proof.';
COMMENT ON COLUMN items.question_type IS 'Kind of question, for families with several.';
COMMENT ON COLUMN items.rule IS
    'The rule, law or fallacy that the question tests, for families that have them.';
COMMENT ON COLUMN items.leaf IS 'The skill, as its id in the family''s tree of skills.';
COMMENT ON COLUMN items.structure IS
    'Shape of the argument, or how its options combine, for families with several; for LogicAsker, the edit that distinguishes the question from a sound argument.';
COMMENT ON COLUMN items.domain IS 'Subject matter of the sentences.';
COMMENT ON COLUMN items.shown_accurate IS 'Whether the statement is true in the real world.';
COMMENT ON COLUMN items.n_distractors IS 'Number of premises outside the minimal proof.';
COMMENT ON COLUMN items.premises IS
    'The premises as formulas, in passage order; for ArgQA, the support relations of the whole argument.';
COMMENT ON COLUMN items.certificate IS
    'JSON that shows why the gold answer is right. Its kind: proof (the steps of a proof, or two valuations that leave the query open), choice (for each option the premises it follows from, or a valuation that refutes it), entailment (structures that leave the query open, or a derivation), support (how propositions are tied in an argument) or structure (structures, and the premises needed, for first-order tasks).';
COMMENT ON TABLE verifications IS 'The latest verification of each item.';
COMMENT ON COLUMN verifications.verdict IS 'The label derived again from the stored logic.';
COMMENT ON COLUMN verifications.agreed IS 'Whether everything stored holds.';
COMMENT ON COLUMN verifications.methods IS
    'The methods that derived the label, separated by commas.';
COMMENT ON COLUMN verifications.solver IS 'Name and version of the external solver.';
COMMENT ON COLUMN verifications.problem IS 'One sentence on what does not hold.';
COMMENT ON COLUMN verifications.verified_at IS 'Time of the verification (UTC).';
COMMENT ON TABLE models IS 'Respondents.';
COMMENT ON COLUMN models.name IS 'Name given to --model, or published name.';
COMMENT ON COLUMN models.kind IS
    'endpoint (asked here), baseline, ceiling (the oracle), human or published (asked only by others).';
COMMENT ON TABLE runs IS
    'One row per run: one respondent evaluated on one data set with one configuration.';
COMMENT ON COLUMN runs.run_hash IS
    'SHA-256 of everything that decides what is asked; names the journal.';
COMMENT ON COLUMN runs.dataset_id IS 'The data set.';
COMMENT ON COLUMN runs.model_id IS 'The respondent.';
COMMENT ON COLUMN runs.split IS 'The split asked; NULL for the whole set.';
COMMENT ON COLUMN runs.samples IS 'Number of answers per item and rotation.';
COMMENT ON COLUMN runs.origin IS
    'measured: asked and graded here; reproduced: answers and verdicts by others; regraded: answers by others, our verdicts.';
COMMENT ON COLUMN runs.n_planned IS 'Number of answers the complete run asks for.';
COMMENT ON COLUMN runs.finished_at IS 'When its last answer came (UTC); NULL if unfinished.';
COMMENT ON COLUMN runs.command IS 'The command that reproduces it.';
COMMENT ON COLUMN runs.source IS 'Source of answers published by others.';
COMMENT ON COLUMN runs.language IS 'The language asked; NULL for the whole data set.';
COMMENT ON COLUMN runs.endpoints IS
    'Base URLs of the endpoints asked, without credentials; NULL if no endpoint was asked here.';
COMMENT ON COLUMN runs.is_batched IS
    'Whether the questions were sent in batches; NULL if only some were, if unknown, or if no endpoint was asked here.';
COMMENT ON TABLE messages IS 'Messages exactly as sent, each stored once.';
COMMENT ON TABLE responses IS 'One row per answer: the reply exactly as received, and its grade.';
COMMENT ON COLUMN responses.message_id IS 'The messages sent; NULL if others did not publish them.';
COMMENT ON COLUMN responses.raw IS 'The reply, unaltered. Never interpret it as HTML, SQL or code.';
COMMENT ON COLUMN responses.reasoning IS
    'Reasoning the endpoint returned separately from the reply.';
COMMENT ON COLUMN responses.strict IS
    'The answer read only where the prompt asked for it, as the item''s own key; NULL if none.';
COMMENT ON COLUMN responses.lenient IS
    'The answer read wherever the reply states exactly one, as the item''s own key, or the text given for a withheld option; NULL if none.';
COMMENT ON COLUMN responses.outcome IS
    'right, wrong, no_answer, error, or undecided if no procedure could judge the answer; by the lenient reading.';
COMMENT ON COLUMN responses.rule IS 'The extraction rule that applied.';
COMMENT ON COLUMN responses.error_kind IS 'Kind of failure, if no reply came.';
COMMENT ON COLUMN responses.error IS 'The failure message.';
COMMENT ON COLUMN responses.prompt_tokens IS 'Prompt tokens, as the endpoint counts them.';
COMMENT ON COLUMN responses.completion_tokens IS 'Completion tokens, as the endpoint counts them.';
COMMENT ON COLUMN responses.mistake IS
    'The mistake in an answer that is a formula, a structure or a set of options; NULL if there is none.';
COMMENT ON COLUMN responses.evidence IS
    'JSON evidence of the mistake: a structure on which the formulas differ, the false premise or the wrong symbol.';
COMMENT ON COLUMN responses.is_reused IS
    'Whether the reply came from the cache of earlier runs, at no cost.';
COMMENT ON TABLE audits IS
    'The latest audit of each data set: how well shortcuts score without inference.';
COMMENT ON COLUMN audits.scope IS 'all, or a subset such as depth=3.';
COMMENT ON COLUMN audits.n IS 'Number of items scored.';
COMMENT ON COLUMN audits.limit_value IS 'The highest accuracy allowed.';
COMMENT ON COLUMN audits.passed IS 'Whether the accuracy is within that limit.';
COMMENT ON COLUMN audits.basis IS
    'The items scored: the set itself or a fresh sample of its recipe.';
COMMENT ON TABLE figures IS
    'Figures whose answers are not in this database: reported by papers, or reproduced elsewhere.';
COMMENT ON COLUMN figures.model IS 'Name of the respondent.';
COMMENT ON COLUMN figures.prompt IS 'The prompt style.';
COMMENT ON COLUMN figures.breakdown IS 'overall, or the trait of the breakdown.';
COMMENT ON COLUMN figures.cell IS 'The value of that trait; all for overall.';
COMMENT ON COLUMN figures."value" IS
    'The value: a share from 0 to 1, except for vocabulary_size and kl_divergence.';
COMMENT ON COLUMN figures.n IS 'Number of answers; NULL if the source does not give it.';
COMMENT ON COLUMN figures.low IS 'Lower end of the 95% interval; NULL if n is unknown.';
COMMENT ON COLUMN figures.high IS 'Upper end of the 95% interval; NULL if n is unknown.';
COMMENT ON COLUMN figures.note IS 'A note for readers.';
COMMENT ON TABLE stamp IS
    'In a snapshot, one row that identifies it; empty in the database itself.';
COMMENT ON COLUMN stamp.content IS 'SHA-256 over the contents; equal hashes mean equal contents.';
COMMENT ON TABLE intervals IS
    'Bootstrap intervals of the metrics on rotated runs, written together with their answers.';
COMMENT ON COLUMN intervals.language IS 'Language of the items; NULL for all items of the run.';
COMMENT ON COLUMN intervals.cell IS 'Value of the trait, as text; all for overall.';
COMMENT ON COLUMN intervals.n IS 'Number of answers.';
COMMENT ON TABLE validity_readings IS
    'How readers who did not know the answers judged questions: the validity sample of LogicAsker, §4.4.';
COMMENT ON COLUMN validity_readings.reader IS 'The reader.';
COMMENT ON COLUMN validity_readings.one_reading IS
    'Whether the question can be understood in exactly one way.';
COMMENT ON COLUMN validity_readings.answer IS 'The answer the reader derived; NULL if none.';
COMMENT ON COLUMN validity_readings.remark IS 'The reader''s remark.';
COMMENT ON COLUMN validity_readings.source IS 'Name of the imported file.';
COMMENT ON TABLE inventories IS
    'One row per inventory of sentences: how to generate it again, and what it holds.';
COMMENT ON COLUMN inventories.version IS 'Version of the generator.';
COMMENT ON COLUMN inventories.params IS 'Canonical JSON of the parameters.';
COMMENT ON COLUMN inventories.seed IS 'Seed of the inventory.';
COMMENT ON COLUMN inventories.n IS
    'Number of pairs, which is the number of sentences in each language.';
COMMENT ON COLUMN inventories.n_unsettled IS
    'Number of further sentences drawn and left out because no procedure settled whether they can be true and can be false.';
COMMENT ON COLUMN inventories.content_hash IS
    'SHA-256 over the sentences in order, one per line; equal hashes mean equal inventories.';
COMMENT ON TABLE sentences IS
    'One row per sentence of two-variable logic in one language; its counterpart in the other language has the same formula and tree.';
COMMENT ON COLUMN sentences.sentence_id IS
    'Key inside this database only, dense within an inventory.';
COMMENT ON COLUMN sentences.inventory_id IS 'The inventory.';
COMMENT ON COLUMN sentences.idx IS
    'Number of the pair, from 0; with the seed it generates the pair again.';
COMMENT ON COLUMN sentences.surface IS 'The sentence as shown.';
COMMENT ON COLUMN sentences.formula IS 'The only formula the sentence can be read as.';
COMMENT ON COLUMN sentences.tree IS
    'Its construction: an outline of quantifiers, connectives and letters.';
COMMENT ON COLUMN sentences.symbols IS
    'What each letter of the formula stands for in this language: the text, its negation and, for nouns, the plural.';
COMMENT ON COLUMN sentences.depth IS
    'Nesting depth: 1 for a single clause, plus 1 for each connective or relative clause.';
COMMENT ON TABLE audit_findings IS
    'Faults of single items found in the latest audit of each data set of statements or formulas.';
COMMENT ON COLUMN audit_findings.name IS
    'The finding: one-premise, fewer-options, repeated-options, equivalent-options, falsehood-option, wrong-language or theorem.';
COMMENT ON COLUMN audit_findings.options IS
    'The keys of the options concerned, separated by commas; NULL if none.';
COMMENT ON TABLE former_grades IS
    'Grades that `sorites regrade` replaced; the replies are unchanged.';
COMMENT ON COLUMN former_grades.strict IS 'The former strict answer; NULL if none.';
COMMENT ON COLUMN former_grades.lenient IS 'The former lenient answer; NULL if none.';
COMMENT ON COLUMN former_grades.outcome IS 'The former outcome, by the lenient reading.';
COMMENT ON COLUMN former_grades.strict_outcome IS 'The former outcome, by the strict reading.';
COMMENT ON COLUMN former_grades.rule IS 'The extraction rule that applied.';
COMMENT ON COLUMN former_grades.mistake IS 'The former mistake.';
COMMENT ON COLUMN former_grades.rules IS
    'Version of the grading rules, or of the Sorites that asked.';
COMMENT ON COLUMN former_grades.replaced_by IS
    'Version of the grading rules that replaced this grade.';
COMMENT ON TABLE extractions IS
    'Answers a model extracted from replies in which our rules read none; they supplement our verdicts and replace none.';
COMMENT ON COLUMN extractions.prompt IS 'Name and hash of the extraction prompt.';
COMMENT ON COLUMN extractions.raw IS 'The extractor''s reply, unaltered; NULL if none came.';
COMMENT ON COLUMN extractions.answer IS
    'The answer that our rules read in the extractor''s reply; NULL if none.';
COMMENT ON COLUMN extractions.outcome IS
    'right, wrong, no_answer, undecided or error, by the same rules as for every answer.';
COMMENT ON COLUMN extractions.error_kind IS 'Kind of failure, if no reply came.';
COMMENT ON COLUMN extractions.error IS 'The failure message.';
COMMENT ON COLUMN extractions.mistake IS 'The mistake in the answer; NULL if there is none.';
COMMENT ON COLUMN extractions.evidence IS 'JSON evidence of the mistake.';
COMMENT ON TABLE extraction_judgements IS
    'Whether an extracted answer is what the reply states, judged by a model or a person who did not know the gold answer.';
COMMENT ON COLUMN extraction_judgements.judge IS 'The judge.';
COMMENT ON COLUMN extraction_judgements.prompt IS 'Name and hash of the extraction prompt.';
COMMENT ON COLUMN extraction_judgements.is_faithful IS
    'Whether the extracted answer is the one the reply states.';
COMMENT ON COLUMN extraction_judgements.remark IS 'The judge''s remark.';
COMMENT ON TABLE fresh_runs IS
    'Runs repeated on newly seeded items of the same recipe; the items themselves are not stored here.';
COMMENT ON COLUMN fresh_runs.run_hash IS 'SHA-256 that identifies the run on the fresh items.';
COMMENT ON COLUMN fresh_runs.seal IS
    'SHA-256 of the file that holds the seed; it can be published before the file is.';
COMMENT ON COLUMN fresh_runs.n_planned IS 'Number of answers asked for.';
COMMENT ON COLUMN fresh_runs.asked_at IS 'When they were imported (UTC).';
COMMENT ON TABLE fresh_outcomes IS
    'Outcome of each answer on fresh items; the items and replies are not stored here.';
COMMENT ON COLUMN fresh_outcomes.idx IS
    'Index of the fresh item, and of the public item it is paired with.';
COMMENT ON TABLE repetitions IS
    'Items that ask the same as others, found in the latest audit of each data set, compared in three ways.';
COMMENT ON COLUMN repetitions.respect IS
    'exact: word for word; reordered: sentences and options in any order; renamed: formulas up to the names of atoms and the order of premises.';
COMMENT ON COLUMN repetitions.n_distinct IS 'Number of different items.';
COMMENT ON COLUMN repetitions.n_repeated IS 'Number of items that repeat an earlier one.';
COMMENT ON COLUMN repetitions.n_across_splits IS
    'Number of different items that occur in several splits.';
COMMENT ON COLUMN repetitions.largest IS 'Number of copies of the most frequent item.';

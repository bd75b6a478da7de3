-- What these columns hold differs from family to family; of JustLogic alone it was said before.
COMMENT ON COLUMN items.depth IS
    'How deep a question is, as the card of its family says: argument steps of the minimal proof (JustLogic), propositions needed for what follows (DivLogicEval), applications of rules (LogicAsker), nesting of the sentence or of the deepest premise, of validity the fewest premises needed (LogicSkills), sentences shown to which the right option is tied (ArgQA). To be compared within a task alone.';
COMMENT ON COLUMN items.height IS
    'Longest chain of argument steps of the minimal proof; NULL where a family stores no proof.';
COMMENT ON COLUMN items.root_form IS
    'The argument form or rule that concludes the query; of LogicSkills the type of the sentence or conclusion.';
COMMENT ON COLUMN items.forms IS 'The argument forms of the proof; empty where a family stores no proof.';
COMMENT ON COLUMN items.structure IS
    'Shape of the argument, or how its options go together, where a family has several; of LogicAsker the edit that sets the question apart from a sound argument.';
COMMENT ON COLUMN items.premises IS
    'The premises as formulas, in the order of the passage; of ArgQA what supports what in the whole argument.';
COMMENT ON COLUMN items.certificate IS
    'JSON that shows why the answer is right: as the family has them proof steps, valuations, structures, or for each option what it follows from or what refutes it.';

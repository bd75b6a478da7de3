"""The verdict on a formula: right exactly if it is equivalent to the gold."""

from __future__ import annotations

import orjson

from engine.core.items import Mistake, Outcome
from engine.grade.formulas.equivalence import Equivalence, compare
from engine.grade.formulas.worlds import Vocabulary
from engine.grade.judgement import Judgement
from engine.logic import (
    Equals,
    Formula,
    constants,
    free_variables,
    postorder,
)
from engine.logic.first_order.structures import Structure, holds, signature, structure_text


def judge_formula(gold: Formula, answer: Formula, vocabulary: Vocabulary) -> Judgement:
    """Judge a formula against the gold: it must use the key and be true in the same structures."""
    if fault := _fault(answer, vocabulary):
        mistake, symbol = fault
        evidence = orjson.dumps({"symbol": symbol}).decode()
        return Judgement(Outcome.WRONG, mistake, evidence)
    comparison = compare(gold, answer, vocabulary)
    if comparison.verdict is Equivalence.EQUIVALENT:
        return Judgement(Outcome.RIGHT)
    if comparison.structure is None:
        return Judgement(Outcome.UNDECIDED)
    evidence = _telling(comparison.structure, gold)
    return Judgement(Outcome.WRONG, Mistake.NOT_EQUIVALENT, evidence)


def _fault(answer: Formula, vocabulary: Vocabulary) -> tuple[Mistake, str] | None:
    """A symbol missing from the key, or with another arity; or a free variable."""
    places = dict(vocabulary.predicates)
    used = signature([answer])
    foreign = [name for name, _ in used if name not in places]
    foreign += [term.name for term in constants(answer) if term.name not in vocabulary.names]
    foreign += ["=" for node in postorder(answer) if isinstance(node, Equals)]
    if foreign:
        return Mistake.UNKNOWN_SYMBOL, foreign[0]
    misplaced = [name for name, n in used if places[name] != n]
    if misplaced:
        return Mistake.WRONG_ARITY, misplaced[0]
    if free := sorted(variable.name for variable in free_variables(answer)):
        return Mistake.FREE_VARIABLE, free[0]
    return None


def _telling(structure: Structure, gold: Formula) -> str:
    """The structure that distinguishes the two, and which of them is true in it."""
    is_gold_true = "true" if holds(structure, gold) else "false"
    return f'{{"gold":{is_gold_true},"structure":{structure_text(structure)}}}'

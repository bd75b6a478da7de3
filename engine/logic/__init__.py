"""Formulas and truth, independent of language, families and storage.

What needs Z3 is imported from `engine.logic.first_order.solver` and
`engine.logic.propositional.session`: loading Z3 takes
longer than most uses of this package.
"""

from engine.logic.notation.parser import parse
from engine.logic.notation.printer import show
from engine.logic.occurrences import atoms, constants, free_variables, is_propositional
from engine.logic.propositional.elimination import ClauseSet, satisfiable
from engine.logic.propositional.literals import negate, proposition
from engine.logic.propositional.valuations import least_models, least_valuation
from engine.logic.simplify import simplify
from engine.logic.status import entailment
from engine.logic.syntax import (
    MAX_DEPTH,
    And,
    Binary,
    Bottom,
    Constant,
    Equals,
    Exists,
    Forall,
    Formula,
    FormulaTooDeep,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Quantified,
    Term,
    Top,
    Variable,
    Xor,
)
from engine.logic.traversal import fold, postorder
from engine.logic.verdicts import Entailment, Verdict

__all__ = [
    "MAX_DEPTH",
    "And",
    "Binary",
    "Bottom",
    "ClauseSet",
    "Constant",
    "Entailment",
    "Equals",
    "Exists",
    "Forall",
    "Formula",
    "FormulaTooDeep",
    "Iff",
    "Implies",
    "Not",
    "Or",
    "Predicate",
    "Quantified",
    "Term",
    "Top",
    "Variable",
    "Verdict",
    "Xor",
    "atoms",
    "constants",
    "entailment",
    "fold",
    "free_variables",
    "is_propositional",
    "least_models",
    "least_valuation",
    "negate",
    "parse",
    "postorder",
    "proposition",
    "satisfiable",
    "show",
    "simplify",
]

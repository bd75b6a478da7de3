"""The argument forms backwards: from a conclusion to premises that yield it.

Every form introduces fresh literals for what its conclusion does not mention; each fresh atom
occurs exactly twice in the premises. Whole arguments grow from these (JustLogic §3.1).
"""

from __future__ import annotations

from collections.abc import Callable

from engine.logic.propositional.literals import negate
from engine.logic.syntax import And, Formula, Iff, Implies, Or, Xor

Fresh = Callable[[], Formula]
Premises = tuple[Formula, ...]


def modus_ponens(conclusion: Formula, fresh: Fresh) -> Premises:
    """X → c, x ⊢ c."""
    x = fresh()
    return Implies(x, conclusion), x


def modus_tollens(conclusion: Formula, fresh: Fresh) -> Premises:
    """¬c → x, ¬x ⊢ c."""
    x = fresh()
    return Implies(negate(conclusion), x), negate(x)


def disjunctive_syllogism(conclusion: Formula, fresh: Fresh) -> Premises:
    """X ∨ c, ¬x ⊢ c."""
    x = fresh()
    return Or(x, conclusion), negate(x)


def reductio_ad_absurdum(conclusion: Formula, fresh: Fresh) -> Premises:
    """¬c → x, ¬c → ¬x ⊢ c."""
    x = fresh()
    assumption = negate(conclusion)
    return Implies(assumption, x), Implies(assumption, negate(x))


def disjunction_elimination(conclusion: Formula, fresh: Fresh) -> Premises:
    """X ∨ y, x → c, y → c ⊢ c."""
    x, y = fresh(), fresh()
    return Or(x, y), Implies(x, conclusion), Implies(y, conclusion)


def hypothetical_syllogism(conclusion: Formula, fresh: Fresh) -> Premises:
    """P → x, x → q ⊢ p → q."""
    assert isinstance(conclusion, Implies)
    x = fresh()
    return Implies(conclusion.left, x), Implies(x, conclusion.right)


def constructive_dilemma(conclusion: Formula, fresh: Fresh) -> Premises:
    """X ∨ y, x → r, y → s ⊢ r ∨ s."""
    assert isinstance(conclusion, Or)
    x, y = fresh(), fresh()
    return Or(x, y), Implies(x, conclusion.left), Implies(y, conclusion.right)


def exportation(conclusion: Formula, fresh: Fresh) -> Premises:
    """(p ∧ q) → r ⊢ p → (q → r)."""
    assert isinstance(conclusion, Implies)
    inner = conclusion.right
    assert isinstance(inner, Implies)
    return (Implies(And(conclusion.left, inner.left), inner.right),)


def contraposition(conclusion: Formula, fresh: Fresh) -> Premises:
    """¬q → ¬p ⊢ p → q."""
    assert isinstance(conclusion, Implies)
    return (Implies(negate(conclusion.right), negate(conclusion.left)),)


def biconditional_elimination(conclusion: Formula, fresh: Fresh) -> Premises:
    """P ↔ q ⊢ p → q."""
    assert isinstance(conclusion, Implies)
    return (Iff(conclusion.left, conclusion.right),)


def destructive_dilemma(conclusion: Formula, fresh: Fresh) -> Premises:
    """P → x, q → y, ¬x ∨ ¬y ⊢ ¬p ∨ ¬q."""
    assert isinstance(conclusion, Or)
    x, y = fresh(), fresh()
    return (
        Or(negate(x), negate(y)),
        Implies(negate(conclusion.left), x),
        Implies(negate(conclusion.right), y),
    )


def resolution(conclusion: Formula, fresh: Fresh) -> Premises:
    """X ∨ p, ¬x ∨ q ⊢ p ∨ q."""
    assert isinstance(conclusion, Or)
    x = fresh()
    return Or(x, conclusion.left), Or(negate(x), conclusion.right)


def exclusive_disjunctive_syllogism(conclusion: Formula, fresh: Fresh) -> Premises:
    """X ⊕ c, ¬x ⊢ c."""
    x = fresh()
    return Xor(x, conclusion), negate(x)


BACKWARD: dict[str, Callable[[Formula, Fresh], Premises]] = {
    form.__name__: form
    for form in (
        modus_ponens,
        modus_tollens,
        hypothetical_syllogism,
        disjunctive_syllogism,
        reductio_ad_absurdum,
        constructive_dilemma,
        disjunction_elimination,
        exportation,
        contraposition,
        biconditional_elimination,
        destructive_dilemma,
        resolution,
        exclusive_disjunctive_syllogism,
    )
}
"""Form name → the function that makes its premises."""

_FOR_CONDITIONALS = ("hypothetical_syllogism", "contraposition", "biconditional_elimination")
_FOR_NESTED_CONDITIONALS = (*_FOR_CONDITIONALS, "exportation")
_FOR_DISJUNCTIONS = ("constructive_dilemma", "destructive_dilemma", "resolution")
FOR_ANY = (
    "modus_ponens",
    "modus_tollens",
    "disjunctive_syllogism",
    "reductio_ad_absurdum",
    "disjunction_elimination",
)
"""The basic forms that can conclude any formula."""


def applies(form: str, conclusion: Formula) -> bool:
    """Whether the form can have this conclusion."""
    general = form in FOR_ANY or form == "exclusive_disjunctive_syllogism"
    return general or form in special_forms(conclusion)


def special_forms(conclusion: Formula) -> tuple[str, ...]:
    """The forms only for this connective; none for literals and negated compounds."""
    match conclusion:
        case Implies(right=Implies()):
            return _FOR_NESTED_CONDITIONALS
        case Implies():
            return _FOR_CONDITIONALS
        case Or():
            return _FOR_DISJUNCTIONS
        case _:
            return ()

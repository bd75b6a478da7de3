"""The argument forms backwards: from a conclusion to premises that yield it.

Every form introduces fresh literals for what its conclusion does not mention; each fresh atom
occurs exactly twice in the premises. Whole arguments grow from these (JustLogic §3.1).
"""

from __future__ import annotations

from collections.abc import Callable

from engine.logic.propositional.literals import negate
from engine.logic.syntax import Formula, Implies, Or

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
    )
}
"""Form name → the function that makes its premises."""

FOR_ANY = (
    "modus_ponens",
    "modus_tollens",
    "disjunctive_syllogism",
    "reductio_ad_absurdum",
    "disjunction_elimination",
)
"""The basic forms that can conclude any formula."""


def special_forms(conclusion: Formula) -> tuple[str, ...]:
    """The forms only for this connective; none for literals and negated compounds."""
    match conclusion:
        case Implies():
            return ("hypothetical_syllogism",)
        case Or():
            return ("constructive_dilemma",)
        case _:
            return ()

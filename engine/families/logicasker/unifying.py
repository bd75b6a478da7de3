"""Unification: what letters must stand for to make two formulas equal.

For example, “q” may become “p and q”, which a rule concludes. The letters are those of atoms;
connectives and quantifiers must agree. After Robinson, "A machine-oriented logic based on the
resolution principle", Journal of the ACM 12 (1965).
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.families.logicasker.rules.instances import (
    FIRST,
    SECOND,
    Bound,
    bindings,
    instance,
    name_key,
)
from engine.logic import (
    Forall,
    Formula,
    Not,
    Predicate,
    Quantified,
    Variable,
    atoms,
    free_variables,
    postorder,
)

Meanings = dict[str, Formula]
"""Values of letters by name: a formula, about ·1 where the letter has an individual."""


def unifier(one: Formula, other: Formula) -> Meanings | None:
    """The values of letters that make two canonical formulas equal; None if there are none.

    Between two atoms, the first formula's is bound to the other's. Relations stand for themselves,
    and nothing gets negated twice.
    """
    found: Meanings = {}
    pairs = [(one, other)]
    while pairs:
        left, right = (with_meanings(formula, found) for formula in pairs.pop())
        if left == right:
            continue
        meaning = _meaning(left, right) or _meaning(right, left)
        if meaning is not None:
            found = {name: with_meanings(value, meaning) for name, value in found.items()} | meaning
        elif _are_alike(left, right):
            pairs += zip(left.children, right.children, strict=True)
        else:
            return None
    return found


def with_meanings(formula: Formula, meanings: Mapping[str, Formula]) -> Formula:
    """Substitute values for letters; the result is canonical if the formula was."""
    own = {
        atom.name: Predicate(atom.name, (FIRST, SECOND)[: len(atom.args)])
        for atom in atoms(formula)
    }
    return instance(formula, {**own, **meanings}) if own.keys() & meanings.keys() else formula


def _meaning(atom: Formula, formula: Formula) -> Meanings | None:
    """The value an atom's letter needs for the atom to say what the formula says."""
    if not isinstance(atom, Predicate) or len(atom.args) > 1:
        return None
    start: Bound = {}
    pattern: Formula = atom
    if atom.args and isinstance(atom.args[0], Variable):
        pattern, formula = Forall(atom.args[0], atom), Forall(atom.args[0], formula)
    elif atom.args:
        start[name_key(atom.args[0])] = atom.args[0]
    for found in bindings(pattern, formula, start):
        meant = found[atom.name]
        if isinstance(meant, Formula) and _may_be_meant(meant, atom.name):
            return {atom.name: meant}
    return None


def _may_be_meant(formula: Formula, letter: str) -> bool:
    """Whether a letter may stand for a formula without itself, quantifiers and other variables."""
    return (
        letter not in {atom.name for atom in atoms(formula)}
        and free_variables(formula) <= {FIRST}
        and not any(isinstance(node, Quantified) for node in postorder(formula))
    )


def _are_alike(one: Formula, other: Formula) -> bool:
    """Whether two compounds have the same connective."""
    if isinstance(one, Quantified) and isinstance(other, Quantified):
        return type(one) is type(other) and one.variable == other.variable
    return type(one) is type(other) and not isinstance(one, Predicate)


def denies_twice(formula: Formula) -> bool:
    """Whether a negation is negated somewhere."""
    return any(isinstance(n, Not) and isinstance(n.operand, Not) for n in postorder(formula))

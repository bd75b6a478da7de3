"""What letters have to stand for, that two formulas become the same.

So that “q” may become “p and q”, which a rule concludes. The letters are those of atoms, while
connectives and quantifiers have to agree. After Robinson, "A machine-oriented logic based on the
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
"""What letters stand for, by name: a formula, about ·1 where the letter has an individual."""


def unifier(one: Formula, other: Formula) -> Meanings | None:
    """What letters have to stand for in both of two canonical formulas; None: there is no way.

    Where both have an atom it is the first formula's that comes to stand for the other's. Relations
    stand for themselves, and nothing comes to be denied twice.
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
    """The formula in which letters stand for what they mean: canonical, if it was."""
    own = {
        atom.name: Predicate(atom.name, (FIRST, SECOND)[: len(atom.args)])
        for atom in atoms(formula)
    }
    return instance(formula, {**own, **meanings}) if own.keys() & meanings.keys() else formula


def _meaning(atom: Formula, formula: Formula) -> Meanings | None:
    """What the letter of an atom has to stand for, that the atom says what the formula does."""
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
    """Whether a letter may stand for a formula: without itself, quantifiers and other variables."""
    return (
        letter not in {atom.name for atom in atoms(formula)}
        and free_variables(formula) <= {FIRST}
        and not any(isinstance(node, Quantified) for node in postorder(formula))
    )


def _are_alike(one: Formula, other: Formula) -> bool:
    """Whether two compounds are joined in the same way."""
    if isinstance(one, Quantified) and isinstance(other, Quantified):
        return type(one) is type(other) and one.variable == other.variable
    return type(one) is type(other) and not isinstance(one, Predicate)


def denies_twice(formula: Formula) -> bool:
    """Whether a denial is denied somewhere."""
    return any(isinstance(n, Not) and isinstance(n.operand, Not) for n in postorder(formula))

"""The propositional atoms p1, p2 and so on, one object per number."""

from __future__ import annotations

from random import Random

from engine.logic import Binary, Formula, Not, Predicate, proposition
from engine.logic.propositional.literals import denied


class AtomSource:
    """Hands out the propositional atoms p1, p2 and so on."""

    def __init__(self) -> None:
        self.atoms: list[Predicate] = []

    def __call__(self) -> Predicate:
        """The next atom."""
        atom = proposition(f"p{len(self.atoms) + 1}")
        self.atoms.append(atom)
        return atom

    def rewind(self, length: int) -> None:
        """Take back all atoms but the first `length`."""
        del self.atoms[length:]

    def shuffled(self, rng: Random) -> Names:
        """New names for all atoms handed out: the same names in random order."""
        others = self.atoms.copy()
        rng.shuffle(others)
        return {atom.name: other for atom, other in zip(self.atoms, others, strict=True)}


Names = dict[str, Predicate]
"""The replacement for each atom, by its name."""


def renamed(formula: Formula, names: Names) -> Formula:
    """A propositional formula with all its atoms replaced."""
    if isinstance(formula, Predicate):
        return names[formula.name]
    if isinstance(formula, Not):
        operand = renamed(formula.operand, names)
        return denied(operand.name) if isinstance(operand, Predicate) else Not(operand)
    assert isinstance(formula, Binary)
    return type(formula)(renamed(formula.left, names), renamed(formula.right, names))


def atom_names(formula: Formula) -> list[str]:
    """The names of a propositional formula's atoms, left to right, repeats included."""
    found: list[str] = []
    pending = [formula]
    while pending:
        node = pending.pop()
        if isinstance(node, Predicate):
            found.append(node.name)
        elif isinstance(node, Not):
            pending.append(node.operand)
        elif isinstance(node, Binary):
            pending.append(node.right)
            pending.append(node.left)
    return found

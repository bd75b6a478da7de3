"""The propositional atoms p1, p2 and so on, one object per number."""

from __future__ import annotations

from engine.logic import Predicate, proposition


class AtomSource:
    """Hands out the propositional atoms p1, p2 and so on."""

    def __init__(self) -> None:
        self.atoms: list[Predicate] = []

    def __call__(self) -> Predicate:
        """The next atom."""
        atom = proposition(f"p{len(self.atoms) + 1}")
        self.atoms.append(atom)
        return atom

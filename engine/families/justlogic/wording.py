"""Names the propositions that atoms stand for, and words the formulas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from engine.core.items import Symbol
from engine.language import Proposition, fill, worded
from engine.logic import Formula, Predicate
from engine.logic.propositional.shapes import shaped


def name_atoms(atoms: Sequence[Predicate], drawn: Sequence[Proposition]) -> dict[str, Proposition]:
    """The proposition of each atom, by the atom's name."""
    return {atom.name: proposition for atom, proposition in zip(atoms, drawn, strict=True)}


def symbols_of(
    atoms: Sequence[Predicate], meaning: Mapping[str, Proposition]
) -> tuple[Symbol, ...]:
    """The symbol key of an item."""
    return tuple([meaning[atom.name].symbol(atom.name) for atom in atoms])


def sentence(formula: Formula, meaning: Mapping[str, Proposition], rng: Random) -> str:
    """A formula in English."""
    names: list[str] = []
    wording = worded(shaped(formula, names), rng)
    return fill(wording, [meaning[name] for name in names])

"""Which proposition an atom stands for, and in what order a sentence mentions them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from engine.items import Symbol
from engine.language import Proposition
from engine.language.sources import source as propositions_of
from engine.logic import Binary, Formula, Not, Predicate


def draw_propositions(source: str, count: int, rng: Random) -> tuple[Proposition, ...]:
    """`count` propositions of the source, no two with one subject."""
    pool = propositions_of(source)
    drawn: list[Proposition] = []
    subjects: set[str] = set()
    taken: set[int] = set()
    while len(drawn) < count:
        place = rng.randrange(len(pool))
        subject = pool[place].subject.casefold()
        if place not in taken and subject not in subjects:
            taken.add(place)
            subjects.add(subject)
            drawn.append(pool[place])
    return tuple(drawn)


def name_atoms(
    atoms: Sequence[Predicate], drawn: Sequence[Proposition]
) -> dict[Formula, Proposition]:
    """What each atom means."""
    return dict(zip(atoms, drawn, strict=True))


def symbols_of(atoms: Sequence[Predicate], drawn: Sequence[Proposition]) -> tuple[Symbol, ...]:
    """The symbol key that an item carries."""
    return tuple(
        Symbol(atom.name, p.text, p.negation, p.paraphrase, p.domain, p.world)
        for atom, p in zip(atoms, drawn, strict=True)
    )


def occurrences(formula: Formula, meaning: Mapping[Formula, Proposition]) -> list[Proposition]:
    """The propositions of a formula's atoms, left to right, repeats included."""
    found: list[Proposition] = []
    pending = [formula]
    while pending:
        node = pending.pop()
        if isinstance(node, Binary):
            pending.append(node.right)
            pending.append(node.left)
        elif isinstance(node, Not):
            pending.append(node.operand)
        else:
            found.append(meaning[node])
    return found

"""A canonical form of arguments up to the names of atoms and the order of premises.

It uses colour refinement: an atom's colour is computed from the shapes in which it occurs, its
position there and the colours of its neighbours, repeatedly until no more atoms are distinguished.
If several atoms share a colour, one of them is marked and refinement continues. The form is the
sorted list of formulas with atoms numbered by final colour.

Equal forms always mean the same argument. Conversely, the same argument has equal forms if atoms
of one colour are interchangeable, as in all arguments grown like trees.
Source: B. Weisfeiler and A. Leman (1968); B. D. McKay (1981), "Practical graph isomorphism".
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.audit.shapes import shape_of

Form = tuple[tuple[int, tuple[int, ...]], ...]
Colours = dict[str, int]


@dataclass(slots=True)
class Canoniser:
    """Makes forms that are comparable with each other, but not with those of another canoniser."""

    _numbers: dict[object, int] = field(default_factory=dict, repr=False)

    def form(self, premises: Sequence[str], *queries: str) -> Form:
        """The canonical form of an argument, with formulas in the notation of items."""
        parts = self._parts(premises, queries)
        colours = self._refined(parts, self._plain(parts))
        while (repeated := _smallest_repeated(colours)) is not None:
            marked = next(atom for atom, colour in colours.items() if colour == repeated)
            colours[marked] = self._number(("marked", repeated))
            colours = self._refined(parts, colours)
        order = {colour: place for place, colour in enumerate(sorted(colours.values()))}
        return tuple(
            sorted((kind, tuple([order[colours[atom]] for atom in atoms])) for kind, atoms in parts)
        )

    def _parts(
        self, premises: Sequence[str], queries: Sequence[str]
    ) -> list[tuple[int, tuple[str, ...]]]:
        shapes = [("premise", *shape_of(premise)) for premise in premises]
        shapes += [("query", *shape_of(query)) for query in queries]
        return [(self._number((role, shape.text)), atoms) for role, shape, atoms in shapes]

    def _plain(self, parts: Sequence[tuple[int, tuple[str, ...]]]) -> Colours:
        return {atom: 0 for _, atoms in parts for atom in atoms}

    def _refined(self, parts: Sequence[tuple[int, tuple[str, ...]]], colours: Colours) -> Colours:
        n_colours = len(set(colours.values()))
        while True:
            seen: defaultdict[str, list[int]] = defaultdict(list)
            for kind, atoms in parts:
                around = (kind, *[colours[atom] for atom in atoms])
                for place, atom in enumerate(atoms):
                    seen[atom].append(self._number((around, place)))
            colours = {
                atom: self._number((colours[atom], *sorted(places)))
                for atom, places in seen.items()
            }
            if len(set(colours.values())) == n_colours:
                return colours
            n_colours = len(set(colours.values()))

    def _number(self, thing: object) -> int:
        return self._numbers.setdefault(thing, len(self._numbers) + 1)


def _smallest_repeated(colours: Colours) -> int | None:
    """A colour shared by several atoms, the same one for the same argument."""
    repeated = [(n, colour) for colour, n in Counter(colours.values()).items() if n > 1]
    return min(repeated)[1] if repeated else None

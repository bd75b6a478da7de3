"""One form for all arguments that differ by the names of their atoms and the order of premises.

Colour refinement: an atom's colour is made of the shapes it occurs in, where, and beside which
colours, again and again until no more are distinguished. If atoms of one colour remain, one
of them is marked and the refinement goes on. The formulas with atoms numbered by final colour,
sorted, are the form.

Equal forms are always the same argument. The same argument has equal forms wherever atoms of one
colour can stand for each other, as in all arguments that are grown like trees; `colouring` gives
what does not depend on which atom was marked, so that comparing the two shows if any was missed.
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
    """Makes forms that can be compared with each other, but not with another canoniser's."""

    _numbers: dict[object, int] = field(default_factory=dict, repr=False)

    def form(self, premises: Sequence[str], *queries: str) -> Form:
        """The canonical form of an argument whose formulas are written as items store them."""
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

    def colouring(self, premises: Sequence[str], *queries: str) -> Form:
        """What refinement alone tells of an argument: never different for the same argument."""
        parts = self._parts(premises, queries)
        colours = self._refined(parts, self._plain(parts))
        return tuple(
            sorted((kind, tuple([colours[atom] for atom in atoms])) for kind, atoms in parts)
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
    """A colour that several atoms have, the same one for the same argument."""
    repeated = [(n, colour) for colour, n in Counter(colours.values()).items() if n > 1]
    return min(repeated)[1] if repeated else None

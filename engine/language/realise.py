"""Word a formula as an English sentence, by way of a pattern with slots for clauses.

The choice among wordings depends on the formula's shape and the random source only, never on
which atoms it holds, and statements asked about are worded exactly like premises.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple, Protocol

from engine.core.errors import InputError
from engine.language.expressions import OPENING, Form, Place, Wording, wordings
from engine.logic.propositional.shapes import DENIED, LITERALS, Shape, shaped
from engine.logic.syntax import Formula, Not, Predicate

MAX_WORDED_DEPTH = 40

FORMS = {
    "Not": Form.NEGATION,
    "Implies": Form.CONDITIONAL,
    "Or": Form.DISJUNCTION,
    "And": Form.CONJUNCTION,
    "Iff": Form.BICONDITIONAL,
    "Xor": Form.EXCLUSIVE,
}
"""The form that words each class of formula, by the name of the class."""

# The bare clause is the most readable wording of a literal. Standing alone it counts as this many
# wordings; inside a compound it is this many times as likely as all other wordings together.
_PLAIN_ALONE = 3
_PLAIN_INSIDE = 4

Draw = Callable[[], float]


class Clause(Protocol):
    """What fills a slot: anything with a mid-sentence clause and its natural negation."""

    @property
    def text(self) -> str:
        """The clause, such as `copper conducts heat`."""

    @property
    def negation(self) -> str | None:
        """Its contradictory, such as `copper does not conduct heat`."""


def pattern(formula: Formula, rng: random.Random) -> str:
    """Word a propositional formula, leaving `{0.text}`, `{1.negation}`… where its atoms stand.

    Slots are numbered by the occurrence of atoms in the formula, left to right, repeats included;
    the wording may bring them in another order.

    Raises:
        InputError: the formula is not propositional or nests more than `MAX_WORDED_DEPTH` deep.
    """
    if formula.depth > MAX_WORDED_DEPTH:
        raise InputError(
            f"a formula nested {formula.depth} deep cannot be put into readable English; "
            f"keep it within {MAX_WORDED_DEPTH}"
        )
    return worded(shaped(formula, []), rng)


def worded(shape: Shape, rng: random.Random) -> str:
    """Word a formula of this shape, as `pattern` does; the same draws give the same words.

    Raises:
        InputError: the shape is not that of a propositional formula.
    """
    return _word(shape, Place.WHOLE, False, 0, False, rng.random)


def fill(pattern: str, clauses: Sequence[Clause]) -> str:
    """The finished sentence: clauses in their slots, a capital letter and a full stop.

    Raises:
        InputError: the pattern asks for the negation of a clause that has none.
    """
    if None in [clause.negation for clause in clauses]:
        for number, clause in enumerate(clauses):
            if clause.negation is None and f"{{{number}.negation}}" in pattern:
                raise InputError(f"the clause {clause.text!r} has no negation; give it one")
    sentence = pattern.format(*clauses) + "."
    start = 0
    while sentence[start] in OPENING:
        start += 1
    if sentence[start + 1].isupper():  # pH, mRNA: the case of such a word is part of its spelling
        return sentence
    return sentence[:start] + sentence[start].upper() + sentence[start + 1 :]


def is_literal(formula: Formula) -> bool:
    """Whether a bare clause or its natural negation says the formula."""
    atom = formula.operand if type(formula) is Not else formula
    return type(atom) is Predicate and not atom.args


class Frame(NamedTuple):
    """A wording made ready for one place: what its operands, in the formula's order, stand in.

    `inner` and `places` belong to the operands; `is_swapped` says that the second one comes first.
    """

    texts: tuple[str, ...]
    places: tuple[Place, ...]
    inner: tuple[bool, ...]
    is_swapped: bool
    is_affirmation: bool


@cache
def literal_patterns(number: int, is_negated: bool, place: Place, inner: bool) -> tuple[str, ...]:
    """The patterns of the literal with atom `number`; repeats make a pattern more likely.

    `inner`: it stands inside a quotation.
    """
    text = f"{{{number}.text}}"
    plain = f"{{{number}.negation}}" if is_negated else text
    if place in (Place.PLAIN, Place.QUOTED):
        return (plain,)
    wrapped = [plain.join(wording.texts) for wording in _of(Form.BASIC, place, inner)]
    if is_negated:
        wrapped += [text.join(wording.texts) for wording in _of(Form.NEGATION, place, inner)]
    copies = _PLAIN_ALONE if place is Place.WHOLE else _PLAIN_INSIDE * len(wrapped)
    return (plain,) * copies + tuple(wrapped)


@cache
def frames(
    kind: str,
    place: Place,
    inner: bool,
    bare: tuple[bool, ...],
    is_affirmed: bool = False,
) -> tuple[Frame, ...]:
    """The frames of a class of compound in a place; `bare` says which of its operands are literals.

    `inner`: it stands inside a quotation; `is_affirmed`: inside an affirmation, which takes the
    wordings of the compound's own form only.

    Raises:
        InputError: the class of formula has no wording.
    """
    form = FORMS.get(kind)
    if form is None:
        raise InputError(
            f"no English wording for {kind}: only propositional formulas can be worded"
        )
    found = [
        wording
        for wording in _of(form, place, inner)
        if all(bare[slot.operand] or slot.place is not Place.PLAIN for slot in wording.slots)
    ]
    if place is Place.QUOTED or is_affirmed:  # spares quotations that hold little but quotations
        found = [w for w in found if all(slot.place is not Place.QUOTED for slot in w.slots)]
    elif form is not Form.NEGATION:
        for wording in _of(Form.AFFIRMATION, place, inner):
            if frames(kind, wording.slots[0].place_within(place), inner, bare, True):
                found.append(wording)
    return tuple(_frame(wording, place, inner) for wording in found)


def _of(form: Form, place: Place, inner: bool) -> list[Wording]:
    found = (w for w in wordings() if w.form is form and w.rank <= place)
    return [w.requoted() if inner else w for w in found]


def _frame(wording: Wording, place: Place, inner: bool) -> Frame:
    slots = sorted(wording.slots, key=lambda slot: slot.operand)
    return Frame(
        texts=wording.texts,
        places=tuple(slot.place_within(place) for slot in slots),
        inner=tuple(inner ^ (slot.place is Place.QUOTED) for slot in slots),
        is_swapped=wording.slots[0].operand == 1,
        is_affirmation=wording.form is Form.AFFIRMATION,
    )


@lru_cache(maxsize=1 << 14)
def _choices(
    shape: Shape, place: Place, inner: bool, number: int, is_affirmed: bool
) -> tuple[str, ...] | tuple[Frame, ...]:
    """The patterns of a literal with atom `number`, or the frames of a compound."""
    if shape in LITERALS:
        return literal_patterns(number, shape is DENIED, place, inner)
    bare = tuple(part in LITERALS for part in shape.parts)
    return frames(shape.kind.__name__, place, inner, bare, is_affirmed)


def _word(
    shape: Shape, place: Place, inner: bool, number: int, is_affirmed: bool, draw: Draw
) -> str:
    """Word what has this shape in its place; `number` atoms stand before it in the formula."""
    choices = _choices(shape, place, inner, number, is_affirmed)
    choice = choices[int(draw() * len(choices))]
    if isinstance(choice, str):
        return choice
    texts, places, inside, is_swapped, is_affirmation = choice
    if is_affirmation:
        return _word(shape, places[0], inside[0], number, True, draw).join(texts)
    left = shape.parts[0]
    first = _word(left, places[0], inside[0], number, False, draw)
    if len(places) == 1:
        return first.join(texts)
    second = _word(shape.parts[1], places[1], inside[1], number + left.n_atoms, False, draw)
    if is_swapped:
        first, second = second, first
    return f"{texts[0]}{first}{texts[1]}{second}{texts[2]}"

"""Reads others' English without their word lists, by sentence frames learnt from their file.

A data file that gives each premise twice, in English and as a formula over listed statements, shows
how its authors word a connective: take the statements out of a simple premise, and a frame remains,
such as "it is … that {0}". The frames parse every other sentence of the file, questions included,
into formulas. Labels are never read, so a label derived from these formulas is independent of the
published one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from engine.core.errors import InputError
from engine.logic.syntax import Formula, Implies, Not, Or, Predicate

MAX_SENTENCE_CHARACTERS = 8_000
_MAX_SPLITS = 5_000  # the published sentences need at most 41
_MAX_NESTING = 100


def normalise(sentence: str) -> str:
    """A sentence without case, outer space and final stop, for comparison.

    Sentences that differ in inner spacing are different statements.

    >>> normalise(" Owls hoot.")
    'owls hoot'
    """
    return sentence.strip().removesuffix(".").casefold()


@dataclass(frozen=True, slots=True)
class Frame:
    """A wording of one connective: the fixed texts before, between and after its slots.

    `kind` is Predicate for a wording that just asserts its one slot.
    """

    kind: type[Formula]
    texts: tuple[str, ...]
    weak: bool = False
    """Taught by a single row, which may be the one that is wrong."""

    def splits(self, sentence: str) -> Iterator[tuple[str, ...]]:
        """Every way to read the sentence as this frame, by what fills the slots."""
        first, last = self.texts[0], self.texts[-1]
        if not (sentence.startswith(first) and sentence.endswith(last)):
            return
        inner = sentence[len(first) : len(sentence) - len(last)]
        if len(first) + len(last) >= len(sentence):
            return
        if len(self.texts) == 2:
            yield (inner,)
            return
        middle = self.texts[1]
        at = inner.find(middle, 1)
        while 0 < at < len(inner) - len(middle):
            yield inner[:at], inner[at + len(middle) :]
            at = inner.find(middle, at + 1)


Example = tuple[str, Formula, Mapping[Predicate, str]]
"""A sentence, its formula, and the normalised texts of the formula's atoms."""


def learn_frames(examples: Iterable[Example]) -> tuple[Frame, ...]:
    """The frames of all simple examples: an atom, its negation, or a pair of atoms.

    A wording seen with two connectives proves nothing and is dropped, so sentences that need it
    stay unread. Frames are ordered by length of the fixed text, longest first. Examples with the
    same statements count as one row.
    """
    seen: defaultdict[tuple[str, ...], set[type[Formula]]] = defaultdict(set)
    rows: defaultdict[tuple[str, ...], set[tuple[str, ...]]] = defaultdict(set)
    for sentence, formula, texts in examples:
        slots = _slots(formula)
        if slots is None:
            continue
        kept = _without(normalise(sentence), [texts[slot] for slot in slots])
        if kept is not None and any(text.strip() for text in kept):
            seen[kept].add(type(formula))
            rows[kept].add(tuple(texts.values()))
    frames = [
        Frame(next(iter(kinds)), texts, weak=len(rows[texts]) == 1)
        for texts, kinds in seen.items()
        if len(kinds) == 1
    ]
    return tuple(sorted(frames, key=lambda f: (-sum(map(len, f.texts)), f.texts)))


def _slots(formula: Formula) -> tuple[Predicate, ...] | None:
    match formula:
        case Predicate():
            return (formula,)
        case Not(operand=Predicate() as operand):
            return (operand,)
        case (
            Implies(left=Predicate() as left, right=Predicate() as right)
            | Or(left=Predicate() as left, right=Predicate() as right)
        ):
            return left, right
        case _:
            return None


def _without(sentence: str, texts: list[str]) -> tuple[str, ...] | None:
    """The rest of a sentence around the given texts, if each occurs once, in this order.

    An empty text, as of a statement without words, occurs nowhere.
    """
    kept: list[str] = []
    for text in texts:
        if not text or text not in sentence:
            return None
        before, _, sentence = sentence.partition(text)
        kept.append(before)
    return None if any(text in sentence for text in texts) else (*kept, sentence)


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence as a formula; `unknown` lists the statements without an atom.

    A `weak` reading needs a weak frame: it may confirm what a row says, but not contradict it.
    """

    formula: Formula
    unknown: tuple[str, ...]
    weak: bool = False


class Reader:
    """Parses sentences over the known statements of one item."""

    def __init__(self, frames: tuple[Frame, ...], known: Mapping[Predicate, str]) -> None:
        self._frames = frames
        self._known = {text: atom for atom, text in known.items()}
        self._read: dict[str, Reading] = {}
        self._splits = 0

    def read(self, sentence: str) -> Reading:
        """The reading with the fewest unknown statements.

        A sentence that no frame fits is one unknown statement. Raises InputError for a sentence
        too long or too tangled to be read within bounds.
        """
        if len(sentence) > MAX_SENTENCE_CHARACTERS:
            raise InputError(f"a sentence of more than {MAX_SENTENCE_CHARACTERS:,} characters")
        self._splits = 0
        return self._best(normalise(sentence), 0)

    def _best(self, text: str, nesting: int) -> Reading:
        if text in self._known:
            return Reading(self._known[text], ())
        known = self._read.get(text)
        if known is not None:
            return known
        best: Reading | None = None
        for frame in self._frames:
            for parts in frame.splits(text):
                self._splits += 1
                if self._splits > _MAX_SPLITS or nesting > _MAX_NESTING:
                    raise InputError("a sentence with too many possible readings")
                reading = _compose(frame, [self._best(p, nesting + 1) for p in parts])
                if best is None or len(reading.unknown) < len(best.unknown):
                    best = reading
        if best is None:
            best = Reading(Predicate(f"'{text}'"), (text,))
        self._read[text] = best
        return best


def _compose(frame: Frame, parts: list[Reading]) -> Reading:
    formulas = [part.formula for part in parts]
    unknown = tuple(dict.fromkeys(text for part in parts for text in part.unknown))
    formula = formulas[0] if frame.kind is Predicate else frame.kind(*formulas)
    return Reading(formula, unknown, frame.weak or any(part.weak for part in parts))

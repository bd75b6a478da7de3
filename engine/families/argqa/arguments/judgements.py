"""Readers' judgements of pairs of sentences, and on which pairs questions may rest.

Judgements are in the file of their argument, each with a digest of its two sentences as read. When
a sentence is reworded, its pairs become unread again.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.core.errors import InputError
from engine.families.argqa.arguments.corpus import OwnArgument, Reading
from engine.families.argqa.arguments.questions import pairs_asked
from engine.logic.argument_graph import ArgumentGraph

_JUDGED = re.compile(r"(\w+)([<>|])(\w+)(\??)(?: ([0-9a-f]{8}))?")


class Judgement(NamedTuple):
    """A reader's judgement of two sentences: the first is a reason for the second, or neither is.

    `read` is the digest of the two as read; a reader's own answer has none yet.
    """

    first: str
    is_reason: bool
    second: str
    is_doubtful: bool
    read: str

    @property
    def pair(self) -> frozenset[str]:
        """The two sentences, unordered."""
        return frozenset((self.first, self.second))

    def line(self) -> str:
        """The judgement as a line of a file."""
        sign, doubt = ">" if self.is_reason else "|", "?" if self.is_doubtful else ""
        return f"{self.first}{sign}{self.second}{doubt} {self.read}".rstrip()


def judgement(line: str) -> Judgement:
    """Parse a judgement from a line such as `n1>n3 5f3a91c2` or `A<C?`.

    Raises:
        InputError: the line is no judgement.
    """
    match = _JUDGED.fullmatch(line)
    if match is None or match[1] == match[3]:
        raise InputError(f"{line!r} is not like `A>C`")
    first, sign, second, doubt, read = match.groups()
    if sign == "<":
        first, second = second, first
    return Judgement(first, sign != "|", second, bool(doubt), read or "")


def digest(own: OwnArgument, *ids: str) -> str:
    """A digest of the wording of some sentences, in eight characters."""
    texts = "\n".join(sorted(map(own.graph.text, ids)))
    return hashlib.sha256(texts.encode()).hexdigest()[:8]


def is_accepted(own: OwnArgument) -> bool:
    """Whether a reviewer has accepted the argument's current wording."""
    review = own.file.review
    if review is None or review.verdict != "accepted":
        return False
    return review.read == digest(own, *own.graph.ids)


def current_judgements(own: OwnArgument) -> Iterator[tuple[Reading, Judgement]]:
    """The judgements of an argument's current wording, in the order they were made."""
    for reading in own.file.readings:
        for line in reading.pairs:
            found = judgement(line)
            if found.read == digest(own, found.first, found.second):
                yield reading, found


def is_as_graphed(graph: ArgumentGraph, found: Judgement) -> bool:
    """Whether a judgement agrees with the graph.

    A reader need not see indirect support: no question rests on it, as long as the reader does not
    see it the other way round.
    """
    first, second = found.first, found.second
    if found.is_reason:
        return graph.is_supported(first, second)
    return not (graph.is_direct(first, second) or graph.is_direct(second, first))


class Votes(NamedTuple):
    """How many readers agreed with the graph about a pair, and how many did not."""

    as_graphed: int
    otherwise: int

    @property
    def holds(self) -> bool:
        """Whether questions may rest on the pair.

        The writer and one agreeing reader suffice; for each reader who disagrees, one more must
        agree.
        """
        return self.as_graphed > 0 and self.as_graphed >= self.otherwise


def votes(own: OwnArgument) -> dict[frozenset[str], Votes]:
    """The votes on each pair that was read in its current wording."""
    found: dict[frozenset[str], Votes] = {}
    for _, one in current_judgements(own):
        before = found.get(one.pair, Votes(0, 0))
        agrees = is_as_graphed(own.graph, one)
        found[one.pair] = Votes(before.as_graphed + agrees, before.otherwise + (not agrees))
    return found


def held(own: OwnArgument) -> frozenset[frozenset[str]]:
    """The pairs on which questions may rest."""
    return frozenset(pair for pair, found in votes(own).items() if found.holds)


def unread(own: OwnArgument) -> tuple[tuple[str, str], ...]:
    """The pairs nobody has judged, among those of its shape's triplets and the `further` ones."""
    read = votes(own)
    pairs = (*pairs_asked(own.graph, own.skeleton.triplets), *own.skeleton.further)
    return tuple(pair for pair in pairs if frozenset(pair) not in read)


def disputed(own: OwnArgument) -> tuple[tuple[str, str], ...]:
    """The pairs that one more reader may settle: disagreement leads by one."""
    at = {one: place for place, one in enumerate(own.graph.ids)}
    found = (pair for pair, seen in votes(own).items() if seen.otherwise == seen.as_graphed + 1)
    ordered = (sorted(pair, key=at.__getitem__) for pair in found)
    return tuple((one, other) for one, other in ordered)


def reading_faults(own: OwnArgument) -> Iterator[str]:
    """The stored judgements that do not match any current sentences."""
    for reading in own.file.readings:
        for line in reading.pairs:
            try:
                found = judgement(line)
            except InputError as error:
                yield f"a reading has a line that is no judgement: {error}"
                continue
            if not found.pair <= set(own.graph.ids):
                yield f"a reading has {line!r}, and there is no such sentence"
            elif found.read != digest(own, found.first, found.second):
                yield (
                    f"{found.first} and {found.second} have changed since"
                    f" {reading.reader} read them"
                )

"""Which options a clause states, denies or only considers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.grade.reply.words import Labels, Phrases, vocabulary


class Mention(NamedTuple):
    """One naming of an option, at words `start` to `end` (exclusive) of a clause."""

    key: str
    start: int
    end: int


def mentions(clause: Sequence[str], phrases: Phrases) -> list[Mention]:
    """Every naming of an option, the longest phrase first, without overlap."""
    found: list[Mention] = []
    if phrases.first_words.isdisjoint(clause):
        return found
    position = 0
    while position < len(clause):
        named = phrases.at(clause, position)
        if named is None:
            position += 1
            continue
        key, end = named
        found.append(Mention(key, position, end))
        position = end
    return found


def stated(clause: Sequence[str], found: Sequence[Mention]) -> set[str]:
    """The keys that the clause states: named, and neither denied nor merely considered.

    "not true" states nothing (it may mean false or uncertain); "false, not true" states false;
    "neither true nor false", "whether it is true" and "possibly true" state nothing.
    """
    lexicon = vocabulary()
    keys: set[str] = set()
    last, is_denied = 0, False
    for mention in found:
        between = clause[last : mention.start]
        carried = is_denied and (not between or between[0] in _CARRIES) and len(between) <= 3
        before = _governing(clause, mention, last)
        if carried or not lexicon.negators.isdisjoint(before):
            is_denied = True
        else:
            is_denied = False
            if lexicon.suspenders.isdisjoint(before):
                keys.add(mention.key)
        last = mention.end
    return keys


_CARRIES = frozenset({"or", "nor"})


def _governing(clause: Sequence[str], mention: Mention, last: int) -> Sequence[str]:
    """The words before a mention that can deny or suspend it.

    Those after the last turning word; of two mentions, those between if they form a clause.
    """
    turns = vocabulary().turns
    start = mention.start
    first = last if not _STARTS.isdisjoint(clause[last : last + 2]) else 0
    while start > first and clause[start - 1] not in turns:
        start -= 1
    return clause[start : mention.start]


_STARTS = frozenset({"it", "it's", "this", "the", "so"})


def doubted(clause: Sequence[str], found: Sequence[Mention], keys: set[str]) -> bool:
    """Whether the words after the first stated label deny it or make it conditional.

    The denial of another option ("false, not true") does not count, nor do words after "whether".
    """
    first = next(mention for mention in found if mention.key in keys)
    if first.end == len(clause):
        return False
    lexicon = vocabulary()
    named = {position for mention in found for position in range(mention.start, mention.end)}
    denying = False  # a negator was found; it must deny the label next to it
    for position in range(first.end, len(clause)):
        word = clause[position]
        if position in named:
            denying = False
        elif word in lexicon.negators:
            denying = True
        elif word == "whether":
            return False
        else:
            unfinished = denying and word not in lexicon.copulas
            alternative = word == "or" and not {position - 1, position + 1} <= named
            if unfinished or alternative or word in lexicon.doubts:
                return True
    return denying


def before_reasons(clause: list[str], labels: Labels) -> list[str]:
    """The clause without the explanation that may follow its first label."""
    reasons = vocabulary().reasons
    if reasons.isdisjoint(clause):
        return clause
    found = mentions(clause, labels.named)
    if not found:
        return clause
    for position in range(found[0].end, len(clause)):
        if clause[position] in reasons:
            return clause[:position]
    return clause

"""Which options a clause states, denies or only considers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.grade.words import Labels, Phrases, vocabulary


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
    denied_until = -1
    for mention in found:
        before = _governing(clause, mention)
        between = clause[denied_until : mention.start] if denied_until >= 0 else ()
        carried = len(between) == 1 and between[0] in {"or", "nor"}
        if carried or not lexicon.negators.isdisjoint(before):
            denied_until = mention.end
        elif lexicon.suspenders.isdisjoint(before):
            keys.add(mention.key)
    return keys


def _governing(clause: Sequence[str], mention: Mention) -> Sequence[str]:
    """The words before a mention that can deny or suspend it: those after the last turning word."""
    turns = vocabulary().turns
    start = mention.start
    while start > 0 and clause[start - 1] not in turns:
        start -= 1
    return clause[start : mention.start]


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

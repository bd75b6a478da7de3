"""Read one of our sentences back to the formulas it can mean.

The sentence is first reduced to its skeleton, each clause replaced by one mark. Skeletons are few
and recur, so their readings are kept; only where clauses overlap is the sentence itself parsed.
"""

from __future__ import annotations

from engine.language.chart import GENERAL, Grammar, Tree, trees
from engine.language.lexicon import Lexicon, Occurrence, decapitalised
from engine.language.skeletons import MARK, skeleton_trees
from engine.logic.syntax import Formula

MAX_LENGTH = 10_000


def readings(sentence: str, lexicon: Lexicon, grammar: Grammar = GENERAL) -> tuple[Formula, ...]:
    """All distinct formulas that the sentence can mean; none if it cannot be read.

    A sentence ends in a full stop. One longer than `MAX_LENGTH` characters, or nested beyond
    anything we make, counts as unreadable; of very many readings only some are given.
    """
    if not sentence.endswith(".") or len(sentence) > MAX_LENGTH or MARK in sentence:
        return ()
    body = sentence[:-1]
    lowered = decapitalised(body)
    found = lexicon.occurrences(body, lowered)
    literals = [literal for _, _, literal in found]
    skeleton = _skeleton(lowered, found) if lexicon.is_foreign else None
    if skeleton is not None:
        parsed = skeleton_trees(skeleton, grammar)
    else:
        leaves: dict[tuple[int, int], tuple[int, ...]] = {}
        for number, (start, end, _) in enumerate(found):
            leaves[start, end] = (*leaves.get((start, end), ()), number)
        parsed = trees(lowered, leaves, grammar)
    if len(parsed) == 1:
        return (_formula(parsed[0], literals),)
    return tuple(dict.fromkeys(_formula(tree, literals) for tree in parsed))


def _skeleton(lowered: str, found: list[Occurrence]) -> str | None:
    """The sentence with a mark for each clause; None where clauses overlap."""
    pieces, done = [], 0
    for start, end, _ in found:
        if start < done:
            return None
        pieces.append(lowered[done:start])
        done = end
    pieces.append(lowered[done:])
    return MARK.join(pieces)


def _formula(tree: Tree, literals: list[Formula]) -> Formula:
    if isinstance(tree, int):
        return literals[tree]
    if len(tree) == 2:
        return tree[0](_formula(tree[1], literals))
    if len(tree) == 3:
        return tree[0](_formula(tree[1], literals), _formula(tree[2], literals))
    return tree[0](*[_formula(part, literals) for part in tree[1:]])

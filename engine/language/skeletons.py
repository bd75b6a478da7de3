"""Read skeletons: our sentences with one mark in place of each clause.

Skeletons are few, and the phrases that they are put together from are fewer still: what a stretch
of a skeleton can mean depends on its own words alone, so it is found once and kept.
"""

from __future__ import annotations

from functools import lru_cache

from engine.language.chart import Grammar, Tree, by_first_letter, some_of, trees, worded_trees

MARK = "\ue000"
_LONGEST = 400
"""Characters of what is read piece by piece; a longer skeleton has a chart of its own."""


@lru_cache(maxsize=1 << 15)
def skeleton_trees(skeleton: str, grammar: Grammar) -> tuple[Tree, ...]:
    """All readings of a skeleton, whose marks are its leaves, numbered from the left."""
    if len(skeleton) > _LONGEST:
        marks = (at for at, character in enumerate(skeleton) if character == MARK)
        return trees(
            skeleton, {(at, at + 1): (number,) for number, at in enumerate(marks)}, grammar
        )

    def span(start: int, end: int) -> tuple[Tree, ...]:
        if skeleton.find(MARK, start, end) < 0:
            return ()
        before = skeleton.count(MARK, 0, start)
        found = skeleton_trees(skeleton[start:end], grammar)
        return tuple(_shifted(tree, before) for tree in found) if before else found

    leaves = (0,) if skeleton == MARK else ()
    by_letter = by_first_letter(grammar)
    return some_of(leaves, worded_trees(skeleton, 0, len(skeleton), by_letter, span))


def _shifted(tree: Tree, by: int) -> Tree:
    """The same tree over leaves further to the right."""
    if isinstance(tree, int):
        return tree + by
    return (tree[0], *[_shifted(part, by) for part in tree[1:]])  # type: ignore[return-value]

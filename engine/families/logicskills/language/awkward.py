"""Sentences that are hard to read for their words alone; validity questions draw none of them."""

from __future__ import annotations

from engine.families.logicskills.language.trees import (
    Clause,
    Compound,
    Ellipsis,
    Phrase,
    Quantifier,
    Tree,
)

_ONLY = frozenset(
    ("conditional_only_if", "biconditional_if_and_only_if", "biconditional_just_in_case")
)
_OPENING = frozenset(("disjunction_either", "conjunction_both", "negation_compound"))


def reads_well(tree: Tree) -> bool:
    """Whether a sentence has no “Only swans sneezed only if …”, no “Either either …”, no echo."""
    if not isinstance(tree, Compound):
        return is_sensible(tree)
    first = tree.parts[0]
    if tree.form in _OPENING and isinstance(first, Compound) and first.form == tree.form:
        return False
    if tree.form in _ONLY and any(map(_says_only, tree.parts)):
        return False
    return all(map(reads_well, tree.parts))


def _says_only(tree: Tree) -> bool:
    return (
        isinstance(tree, Clause)
        and isinstance(tree.subject, Phrase)
        and tree.subject.quantifier is Quantifier.ONLY
    )


def is_sensible(tree: Tree) -> bool:
    """Whether no part says the same again, as “No mole that bit a fox bit a fox” does."""
    match tree:
        case Compound(parts=parts):
            return len(set(parts)) == len(parts) and all(map(is_sensible, parts))
        case Ellipsis(names=names, verb=verb):
            return names[0] != names[1] and verb.object not in names
        case Clause(subject=Phrase(that=that), verb=verb):
            return that != verb
    return True

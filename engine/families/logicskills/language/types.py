"""The types of sentences: thirty from the paper's Appendix A, eight that its code adds.

Three more are ours: compounds of compounds, for which every connective has an opening word.
"""

from __future__ import annotations

from engine.families.logicskills.language.trees import Quantifier

ONE_PHRASE = {
    "quantified_universal_affirmative": Quantifier.EVERY,
    "quantified_particular_affirmative": Quantifier.SOME,
    "quantified_universal_negative": Quantifier.NO,
    "quantified_particular_negative": Quantifier.NOT_EVERY,
    "quantified_only_restrictor": Quantifier.ONLY,
}
"""“Every otter will sing”, “Only otters followed Agnes”."""

NAME_AND_PHRASE = {
    "quantified_name_all": Quantifier.EVERY,
    "quantified_name_some": Quantifier.SOME,
}
"""“Agnes followed every otter”."""

_EVERY, _SOME, _NO = Quantifier.EVERY, Quantifier.SOME, Quantifier.NO
TWO_PHRASES = {
    "quantified_all_all": (_EVERY, _EVERY),
    "quantified_all_some": (_EVERY, _SOME),
    "quantified_some_all": (_SOME, _EVERY),
    "quantified_some_some": (_SOME, _SOME),
    "quantified_no_all": (_NO, _EVERY),
    "quantified_no_some": (_NO, _SOME),
}
"""“Every otter followed a badger”: subject and object."""

BACK = {
    "quantified_all_all_back": (_EVERY, _EVERY),
    "quantified_all_some_back": (_EVERY, _SOME),
    "quantified_some_all_back": (_SOME, _EVERY),
    "quantified_some_some_back": (_SOME, _SOME),
    "quantified_no_some_back": (_NO, _SOME),
}
"""“Every otter followed a badger that scared it”."""

THREE_PHRASES = {
    "quantified_all_all_all": _EVERY,
    "quantified_some_some_some": _SOME,
}
"""“Every otter followed every badger that scared every goat”."""

THERE = {"quantified_rev_some_all": False, "quantified_rev_no_all": True}
"""“There is an otter that every badger followed”, and that there is none."""

SELF = "quantified_some_self"
ATOMIC = ("atomic_monadic", "atomic_dyadic")
NEGATION = "negation"
ELLIPSES = ("conjunction_vp_ellipsis", "disjunction_vp_ellipsis")

OPEN = (
    "conjunction_simple",
    "conjunction_contrastive",
    "disjunction_simple",
    "disjunction_unless",
    "disjunction_negated_disjunct",
    "conditional_if_then",
    "conditional_only_if",
    "conditional_nested",
    "biconditional_just_in_case",
    "biconditional_if_and_only_if",
)
"""Connectives that join simple clauses; “if”, which has an opening word, takes others too."""

NESTED = ("conjunction_both", "disjunction_either", "negation_compound")
"""Connectives with a compound part."""

PUBLISHED_TYPES = (
    *ATOMIC,
    NEGATION,
    *ONE_PHRASE,
    *NAME_AND_PHRASE,
    *TWO_PHRASES,
    *BACK,
    *THREE_PHRASES,
    *THERE,
    SELF,
    *ELLIPSES,
    *OPEN,
)
TYPES = (*PUBLISHED_TYPES, *NESTED)

LEAVES = (*ATOMIC, NEGATION, *ONE_PHRASE)
"""What connectives join."""

UNDENIED: dict[str, int] = {
    "conjunction_contrastive": 1,
    "disjunction_negated_disjunct": 1,
    "disjunction_unless": 0,
    "conditional_only_if": 0,
    "biconditional_just_in_case": 0,
    "biconditional_if_and_only_if": 0,
}
"""The part without “not” or “no”: before “only if” it could be read as negating the whole.

The same goes for what “it is not the case that” negates, which would be negated twice.
"""

DENIALS = (NEGATION, "quantified_universal_negative", "quantified_particular_negative")

FLAT = (*ATOMIC, NEGATION, SELF, *ELLIPSES, "quantified_only_restrictor")
"""Types in which nothing can be nested."""

MAX_DEPTH = 6


_DEEPER = frozenset((*BACK, *THREE_PHRASES, *THERE, *ELLIPSES, *OPEN))
_FIXED = frozenset((*FLAT, *BACK, *THERE))


def least_depth(name: str) -> int:
    """The least nesting of sentences of a type."""
    if name in NESTED:
        return 3
    return 2 if name in _DEEPER else 1


def greatest_depth(name: str, wanted: int) -> int:
    """The greatest nesting of sentences of a type, up to `wanted`."""
    least = least_depth(name)
    return least if name in _FIXED else max(least, wanted)

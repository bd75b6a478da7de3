"""Features of an argument of several steps, beyond those of every argument (`looks`).

Premises are described one by one, ¬ and ∨ by the parity of their number. With two or three steps
there are few kinds of argument, so these features would show within each kind. There, arguments are
compared kind by kind: by how many connectives and quantifiers they have, and by the words that join
statements (`one_step`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.families.logicasker.looks import ByForm, Joint, Looks
from engine.families.logicasker.one_step import operator_marks

_MOST = 6
_CONNECTIVES = ("And", "Or", "Implies", "Iff")
_QUANTIFIERS = ("Forall", "Exists")


def premise_marks(premise: ByForm) -> Iterator[str]:
    """The marks of one premise."""
    yield f"premise: {premise.form}"
    yield f"root: {premise.root}"


def parity_mark(n_premises: int, n_signs: int) -> str:
    """Whether an argument with this many premises has an odd number of ¬ and ∨ together.

    Most rules use a letter as it is, or its negation and a ∨ for an “if”. Their conclusions keep
    this parity, so one extra ¬ or ∨ shows in counting.
    """
    return f"parity: {min(n_premises, _MOST)} {n_signs % 2}"


def kind_marks(
    premises: Sequence[Looks], conclusion: Looks, seen: Joint, n_signs: int
) -> Iterator[str]:
    """Marks of an argument of few steps: parity by connectives and by quantifiers, and totals.

    `n_signs` counts the ¬ and ∨ of all formulas.
    """
    stated, asked = (
        Counter([w for one in premises for w in one.operators]),
        Counter(conclusion.operators),
    )
    n, odd = len(premises), n_signs % 2
    yield f"parity by connectives: {n} {_counted(stated + asked, _CONNECTIVES)} {odd}"
    yield f"parity by those asked: {n} {_counted(asked, _CONNECTIVES)} {odd}"
    quantified = [_counted(counts, _QUANTIFIERS) for counts in (stated, asked)]
    yield f"parity by quantifiers: {' | '.join(quantified)} {odd}"
    yield from operator_marks(premises, conclusion, seen)


def _counted(counts: Counter[str], words: Sequence[str]) -> str:
    return " ".join([f"{counts[word]}{word}" for word in words if counts[word]])

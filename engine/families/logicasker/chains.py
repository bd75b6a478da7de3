"""How an argument of several steps looks, beyond what is seen of every argument (`looks`).

Premises are known one by one, and ¬ and ∨ by whether they are even in number. Of two and three
steps there are few kinds of argument, so that this could be seen in each kind by itself: there they
are compared kind by kind, by how many connectives and quantifiers they have, and by the words that
join statements (`one_step`).
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
    """Whether an argument of so many premises has an odd number of ¬ and ∨ together.

    Most rules take a letter as it is put in, or put in its denial and a ∨ for an “if”: what follows
    by them keeps this parity, so that one ¬ or ∨ more or less shows in counting.
    """
    return f"parity: {min(n_premises, _MOST)} {n_signs % 2}"


def kind_marks(
    premises: Sequence[Looks], conclusion: Looks, seen: Joint, n_signs: int
) -> Iterator[str]:
    """The marks of few steps: parity by connectives, and by quantifiers; and all of them counted.

    `n_signs` are the ¬ and ∨ of all formulas.
    """
    stated, asked = Counter([w for one in premises for w in one.said]), Counter(conclusion.said)
    n, odd = len(premises), n_signs % 2
    yield f"parity by connectives: {n} {_counted(stated + asked, _CONNECTIVES)} {odd}"
    yield f"parity by those asked: {n} {_counted(asked, _CONNECTIVES)} {odd}"
    quantified = [_counted(counts, _QUANTIFIERS) for counts in (stated, asked)]
    yield f"parity by quantifiers: {' | '.join(quantified)} {odd}"
    yield from operator_marks(premises, conclusion, seen)


def _counted(counts: Counter[str], words: Sequence[str]) -> str:
    return " ".join([f"{counts[word]}{word}" for word in words if counts[word]])

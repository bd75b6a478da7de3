"""Plain sentences around bare clauses, from the plain wordings of `expressions`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from engine.language.expressions import Form, plain_wordings

_WORD = re.compile(r"\w+")


class Pattern(NamedTuple):
    """What stands before, between and after the clauses; whether the second comes first."""

    texts: tuple[str, ...]
    is_swapped: bool

    def filled(self, clauses: Sequence[str]) -> str:
        """The sentence, with a capital letter and a full stop."""
        if len(clauses) == 1:
            before, after = self.texts
            body = f"{before}{clauses[0]}{after}"
        else:
            before, between, after = self.texts
            first, second = clauses[::-1] if self.is_swapped else clauses
            body = f"{before}{first}{between}{second}{after}"
        if body[1].isupper():  # pH, mRNA: the case of such a word is part of its spelling
            return f"{body}."
        return f"{body[0].upper()}{body[1:]}."


@cache
def patterns(form: Form, is_varied: bool) -> tuple[Pattern, ...]:
    """The patterns of a form, each as often as it weighs; or the plainest alone."""
    found = {
        Pattern(wording.texts, wording.slots[0].operand == 1): weight
        for wording, weight in plain_wordings().items()
        if wording.form is form
    }
    if not is_varied:
        return tuple(found)[:1]
    return tuple(pattern for pattern, weight in found.items() for _ in range(weight))


@cache
def mean_words(form: Form, is_varied: bool) -> float:
    """How many words a sentence of a form has besides its clauses, on average."""
    counts = [len(_WORD.findall(" ".join(one.texts))) for one in patterns(form, is_varied)]
    return sum(counts) / len(counts)

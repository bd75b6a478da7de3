"""LogicAsker's published English as formulas: every way its templates can nest.

The text marks scope only by commas, “either” and “both … are true”, so a sentence may have several
readings. “It is not true that … if and only if …” has two, which are equivalent. Readings are
dropped where a comma binds more tightly than a connective without one, and, if others remain, where
a variable is outside its quantifier.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from engine.core.items import Symbol
from engine.families.logicasker.published.clauses import ENDS, Clause, clause_at, noun_of, verb_of
from engine.logic import (
    And,
    Constant,
    Exists,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Variable,
    atoms,
    constants,
    free_variables,
)

_WORD = re.compile(r"[^\s,.]+|,")
_VARIABLES = tuple(map(Variable, ("x", "y", "z", "u", "v")))
_SOME = Variable("w")  # bound by “some bakers are …”, which has no written variable
_FIRST = frozenset(
    {"If", "Either", "Both", "Neither", "The", "It", "For", "Not", "There", "Some", *"UVWXYZ"}
)
_MAX_READINGS = 32
_MAX_WORDS = 150
"""Bounds far above any published sentence: readings of a span, words of a sentence."""
Join = Callable[[Formula, Formula], Formula]
Reading = tuple[Formula, bool]
"""A formula, and whether a comma joins its two parts."""


def _neither(left: Formula, right: Formula) -> Formula:
    return Not(Or(left, right))


def _not_both(left: Formula, right: Formula) -> Formula:
    return Not(And(left, right))


def _not_implies(left: Formula, right: Formula) -> Formula:
    return Not(Implies(left, right))


_TEMPLATES: tuple[tuple[str, Join], ...] = (
    ("if {} , then {}", Implies),
    ("either {} , or {}", Or),
    ("either {} or {}", Or),
    ("both {} and {} are true", And),
    ("neither {} nor {}", _neither),
    ("the claim that {} and the claim that {} cannot both be true", _not_both),
    ("the claim that {} , and the claim that {} cannot both be true", _not_both),
    ("the fact that {} does not imply that {}", _not_implies),
)
_INFIX: tuple[tuple[str, Join, bool], ...] = (
    (", and", And, True),
    (", or", Or, True),
    ("and", And, False),
    ("or", Or, False),
    ("if and only if", Iff, False),
)
_DENIAL = ["it", "is", "not", "true", "that"]
_QUANTIFIERS: tuple[tuple[str, Callable[[Variable, Formula], Formula]], ...] = (
    ("for all {} ,", Forall),
    ("not for all {} ,", lambda variable, body: Not(Forall(variable, body))),
    ("there is at least one {} for which", Exists),
    ("there is no {} for which", lambda variable, body: Not(Exists(variable, body))),
)


class Names:
    """The atoms and names in the sentences of one item, numbered as they occur.

    A clause about a name is an atom without arguments, unless the item says the same about a
    variable or “some”; this is what the published items mean.
    """

    def __init__(self, sentences: Sequence[str]) -> None:
        self._general: set[str] = set()
        for words in map(decapitalised, sentences):
            for at in range(len(words)):
                if (found := clause_at(words, at)) and found[0].variable:
                    self._general.add(found[0].predicate)
                if words[at] == "some":
                    self._general |= set(_some_parts(words[at:]) or ())
        self._texts: dict[str, str] = {}
        self._predicates: dict[str, str] = {}
        self._constants: dict[str, str] = {}
        self._propositions: dict[tuple[str | None, str], str] = {}
        self._variables: dict[str, Variable] = {}

    def symbols(self, formulas: Sequence[Formula]) -> tuple[Symbol, ...]:
        """The symbols of the formulas' atoms and names, each in the wording found first."""
        names_used = {atom.name for formula in formulas for atom in atoms(formula)}
        names_used |= {constant.name for formula in formulas for constant in constants(formula)}
        propositions = (
            Symbol(atom, f"{subject or 'it'} {self._texts[predicate]}")
            for (subject, predicate), atom in self._propositions.items()
            if atom in names_used
        )
        predicates = (
            Symbol(f"{atom}(x)", f"x {self._texts[predicate]}")
            for predicate, atom in self._predicates.items()
            if atom in names_used
        )
        names = (Symbol(c, name) for name, c in self._constants.items() if c in names_used)
        return (*propositions, *predicates, *names)

    def literal(self, clause: Clause) -> Formula:
        """The clause as an atom or its negation."""
        self._texts.setdefault(clause.predicate, clause.text)
        atom: Predicate
        if clause.variable is not None:
            atom = self.of(clause.predicate, self.variable(clause.variable))
        elif clause.name is not None and clause.predicate in self._general:
            number = len(self._constants) + 1
            constant = self._constants.setdefault(clause.name, f"a{number}")
            atom = self.of(clause.predicate, Constant(constant))
        else:
            number = len(self._propositions) + 1
            key = (clause.name, clause.predicate)
            atom = Predicate(self._propositions.setdefault(key, f"p{number}"))
        return Not(atom) if clause.is_denied else atom

    def of(self, predicate: str, term: Variable | Constant) -> Predicate:
        """The predicate applied to a term."""
        self._texts.setdefault(predicate, predicate)
        number = len(self._predicates) + 1
        return Predicate(self._predicates.setdefault(predicate, f"P{number}"), (term,))

    def variable(self, name: str) -> Variable:
        """The variable of that name, renamed by its position in the item."""
        number = len(self._variables)
        return self._variables.setdefault(name.lower(), _VARIABLES[number % len(_VARIABLES)])


def decapitalised(sentence: str) -> list[str]:
    """The words and commas of a sentence, the first as it would be inside the sentence."""
    words: list[str] = _WORD.findall(sentence)
    if words and words[0] in _FIRST:
        words[0] = words[0].lower()
    return words


def readings(sentence: str, names: Names) -> tuple[Formula, ...]:
    """All readings of a sentence; those with free variables only if there are no others.

    A sentence far longer than any published one is unreadable. If there are very many readings,
    only some are returned.
    """
    words = decapitalised(sentence)
    if len(words) > _MAX_WORDS:
        return ()
    found = dict.fromkeys(formula for formula, _ in _Chart(words, names).span(0, len(words)))
    closed = tuple(formula for formula in found if not free_variables(formula))
    return closed or tuple(found)


class _Chart:
    """The readings of all spans of one sentence, each computed once."""

    def __init__(self, words: list[str], names: Names) -> None:
        self._words = words
        self._names = names
        self._done: dict[tuple[int, int], tuple[Reading, ...]] = {}
        self._clauses = {
            at: found for at in range(len(words)) if (found := clause_at(words, at)) is not None
        }

    def span(self, start: int, end: int) -> tuple[Reading, ...]:
        """The readings of a span."""
        known = self._done.get((start, end))
        if known is None:
            found: dict[Reading, None] = {}
            for reading in self._read(start, end):
                found[reading] = None
                if len(found) == _MAX_READINGS:
                    break
            known = self._done[start, end] = tuple(found)
        return known

    def _read(self, start: int, end: int) -> Iterator[Reading]:
        if start >= end:
            return
        if start in self._clauses and self._clauses[start][1] == end:
            yield self._names.literal(self._clauses[start][0]), False
        for pieces, join, has_comma in _PIECES:
            for (a, b), (c, d) in self._fit(pieces, start, end):
                for left, _ in self.span(a, b):
                    yield from ((join(left, right), has_comma) for right, _ in self.span(c, d))
        if self._words[start : start + len(_DENIAL)] == _DENIAL:
            yield from ((Not(f), False) for f, _ in self.span(start + len(_DENIAL), end))
        for joiner, join, has_comma in _JOINERS:
            for left_end, right_start in self._places(joiner, start, end):
                yield from self._joined((start, left_end), (right_start, end), join, has_comma)
        yield from self._quantified(start, end)
        if self._words[start] == "some":
            yield from self._some(start, end)

    def _joined(
        self, left: tuple[int, int], right: tuple[int, int], join: Join, has_comma: bool
    ) -> Iterator[Reading]:
        for one, has_one in self.span(*left):
            for other, has_other in self.span(*right):
                if has_comma or not (has_one or has_other):
                    yield join(one, other), has_comma

    def _quantified(self, start: int, end: int) -> Iterator[Reading]:
        for (before, after), quantify in _PREFIXES:
            at = start + len(before)
            body = at + 1 + len(after)
            if body >= end or self._words[start:at] != before:
                continue
            if self._words[at + 1 : body] == after:
                variable = self._names.variable(self._words[at])
                yield from ((quantify(variable, f), False) for f, _ in self.span(body, end))

    def _some(self, start: int, end: int) -> Iterator[Reading]:
        parts = _some_parts(self._words[start:end])
        if parts is not None:
            first, second = (self._names.of(part, _SOME) for part in parts)
            yield Exists(_SOME, And(first, second)), False

    def _places(self, joiner: list[str], start: int, end: int) -> Iterator[tuple[int, int]]:
        """Where a connective can be: the end of what precedes it, the start of what follows."""
        width = len(joiner)
        for at in range(start + 1, end - width):
            if self._words[at : at + width] == joiner:
                yield at, at + width

    def _fit(
        self, pieces: Sequence[list[str]], start: int, end: int
    ) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        """The spans of the two slots of a template that fills the span."""
        before, between, after = pieces
        first, last = start + len(before), end - len(after)
        if self._words[start:first] != before or self._words[last:end] != after:
            return
        for at, then in self._places(between, first, last):
            yield (first, at), (then, last)


def _some_parts(words: Sequence[str]) -> tuple[str, str] | None:
    """The predicates of “some bakers are poets” and “some bakers will sing”."""
    for auxiliary in ("are", "will"):
        if auxiliary in words[2:]:
            at = words.index(auxiliary, 2)
            nouns, rest = words[1:at], words[at + 1 :]
            if not rest or len(nouns) > 2 or ENDS & set(rest):
                return None
            if auxiliary == "will":
                return noun_of(nouns), verb_of(rest)
            return noun_of(nouns), noun_of(rest) if rest[-1].endswith("s") else f"is {rest[-1]}"
    return None


_PIECES = tuple(
    ([part.split() for part in text.split("{}")], join, ", or" in text) for text, join in _TEMPLATES
)
_JOINERS = tuple((text.split(), join, has_comma) for text, join, has_comma in _INFIX)
_PREFIXES = tuple(
    (tuple(part.split() for part in text.split("{}")), quantify) for text, quantify in _QUANTIFIERS
)

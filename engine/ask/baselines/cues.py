"""Shortcut rules, which answer from the wording or form of an item without inference.

They score far above chance on data with annotation artifacts, and about a third on a sound data
set. Each is a pure function from item to label.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.ask.prompts import answer_line
from engine.core.items import Item, Label, Symbol
from engine.language.words import denials, words
from engine.logic import And, Formula, Iff, Implies, Not, Or, Predicate, Xor, atoms, parse


@dataclass(frozen=True, slots=True)
class Shortcut:
    """A rule that decides an item by its surface."""

    name: str
    decide: Callable[[Item], Label]
    kind: str = "baseline"

    def answer(self, item: Item) -> str:
        """The rule's label, in the words of the item's answers."""
        return answer_line(answer_for(item, self.decide(item)))


def answer_for(item: Item, label: Label) -> str:
    """The item's answer for a label: the statement holds, cannot hold, or is undetermined.

    The options are in this order. If there are only two, the second covers everything that does
    not follow.
    """
    place = list(Label).index(label)
    return item.options[min(place, len(item.options) - 1)].key


def negation_cue(item: Item) -> Label:
    """False if the statement contains a word of denial, else true. Ignores the passage."""
    return Label.TRUE if denials().isdisjoint(words(item.question)) else Label.FALSE


def bare_statement(item: Item) -> Label:
    """Uncertain if the statement is a bare sentence without a phrase around it, else by cue."""
    statement = _plain(item.question)
    if any(statement == wording for s in item.symbols for wording in _wordings(s)):
        return Label.UNCERTAIN
    return negation_cue(item)


def substring(item: Item) -> Label:
    """Uncertain if a clause of the statement is not verbatim in the passage, else by cue.

    The natural negation or paraphrase of a clause also counts.
    """
    statement, passage = item.question.lower(), " ".join(item.passage).lower()
    named = [
        wordings
        for wordings in (tuple(_wordings(symbol)) for symbol in item.symbols)
        if any(wording in statement for wording in wordings)
    ] or [(_plain(item.question),)]
    if all(any(wording in passage for wording in wordings) for wordings in named):
        return negation_cue(item)
    return Label.UNCERTAIN


def atom_polarity(item: Item) -> Label:
    """Decides by the signs of the statement's atoms in the premises and in the statement.

    Each occurrence of such an atom in the premises votes for true if it has the same sign as in
    the statement, else for false. An absent atom or a tie means uncertain. Both sides of ↔ and ⊕
    have both signs and do not vote.
    """
    query = parse(item.query[0])
    wanted = {
        atom: sum(sign for name, sign in signs(query) if name == atom) for atom in _names(query)
    }
    votes, seen = 0, set()
    for premise in item.premises:
        for name, sign in signs(parse(premise)):
            if name in wanted:
                seen.add(name)
                votes += sign * wanted[name]
    if seen != wanted.keys() or votes == 0:
        return Label.UNCERTAIN
    return Label.TRUE if votes > 0 else Label.FALSE


def signs(formula: Formula) -> Iterator[tuple[str, int]]:
    """Each occurrence of an atom with its sign: 1 positive, -1 negative, 0 both."""
    pending: list[tuple[Formula, int]] = [(formula, 1)]
    while pending:
        node, sign = pending.pop()
        match node:
            case Predicate(name=name):
                yield name, sign
            case Not(operand=operand):
                pending.append((operand, -sign))
            case Implies(left=left, right=right):
                pending += [(left, -sign), (right, sign)]
            case And(left=left, right=right) | Or(left=left, right=right):
                pending += [(left, sign), (right, sign)]
            case Iff(left=left, right=right) | Xor(left=left, right=right):
                pending += [(left, 0), (right, 0)]


def _names(formula: Formula) -> tuple[str, ...]:
    return tuple(atom.name for atom in atoms(formula))


def _wordings(symbol: Symbol) -> Iterator[str]:
    for wording in (symbol.text, symbol.negation, symbol.paraphrase):
        if wording:
            yield _plain(wording)


def _plain(text: str) -> str:
    return text.strip().rstrip(".").lower()

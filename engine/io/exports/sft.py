"""Questions with answers as examples for supervised fine-tuning.

    {"messages": [{"role": "system", …}, {"role": "user", …}, {"role": "assistant", …}],
     "id": "9c04…", "task": "symbolization", "language": "en", "type": "negation",
     "canary": "Sorites …"}

The last message is the right answer as the prompt asks for it: the label, the gold formula, the
least countermodel; after the proof in words if it asks for steps. What is to be measured afterwards
has to be kept apart: an example is left out where it has a sentence with an item of these sets in
common, or its formula, or its argument, is one of theirs but for the names of its letters and
variables and the order of its premises. A formula to be written is compared with all of theirs,
premises, conclusions and options among them. Of an argument a premise may be one of any argument
held, or its conclusion that one's, but no two of these: hardly one has no formula that stands in
some of hundreds, for the short ones are few. The domain constraint, which all have, is not counted.
Questions with labels are compared by their sentences alone: they are about forms, of which there
are few.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from engine.ask.prompts import messages, target
from engine.core.canary import canary
from engine.core.items import AnswerKind, Item
from engine.core.rotations import is_single_choice
from engine.logic import Constant, Formula, Predicate, Quantified, Term, Variable, parse

PROMPT = "zero-shot"
"""The style of examples, which asks for the answer alone."""

SENTENCE, PROBLEM, REPEATED = "sentence", "formula", "repeated"
"""Why an example is left out; REPEATED means that an equal example exists."""

Shape = tuple[object, ...]

Argument = frozenset[tuple[Shape, int]]
"""Premises, beside the domain constraint, and a conclusion. Premises of one shape are numbered, so
that two of them are in common only with two."""

_CONCLUSION = -1

_IN_COMMON = 1
"""So much of an argument may be that of one held: a premise, or the conclusion."""


@dataclass(slots=True)
class Held:
    """The held-out sets' formulas by shape, with the arguments of each."""

    sentences: set[str] = field(default_factory=set)
    formulas: set[Shape] = field(default_factory=set)
    arguments: defaultdict[tuple[Shape, int], set[Argument]] = field(
        default_factory=lambda: defaultdict(set)
    )

    def add(self, item: Item) -> None:
        """Add an item of a held-out set."""
        self.sentences |= _sentences(item)
        self.formulas |= _formulas(item)
        for argument in arguments(item):
            for sentence in argument:
                self.arguments[sentence].add(argument)

    def common(self, item: Item) -> str | None:
        """What an item shares with the held-out sets."""
        if not self.sentences.isdisjoint(_sentences(item)):
            return SENTENCE
        if item.answer_kind is AnswerKind.FORMULA:
            return None if self.formulas.isdisjoint(_formulas(item)) else PROBLEM
        return PROBLEM if any(map(self._is_near, arguments(item))) else None

    def _is_near(self, argument: Argument) -> bool:
        """Whether an argument shares too much with a held-out one."""
        shared = Counter(held for sentence in argument for held in self.arguments.get(sentence, ()))
        return max(shared.values(), default=0) > min(_IN_COMMON, len(argument) - 1)


def examples(
    items: Iterable[Item], held: Held, left_out: Counter[str], prompt: str | None = None
) -> Iterator[dict[str, object]]:
    """The examples made from items, with counts of those left out by reason.

    Raises:
        InputError: an item cannot be asked in that style.
    """
    style, seen = prompt or PROMPT, set[str]()
    for item in items:
        reason = REPEATED if item.hash in seen else held.common(item)
        if reason:
            left_out[reason] += 1
            continue
        seen.add(item.hash)
        answer = {"role": "assistant", "content": target(item, style)}
        yield {
            "messages": [*messages(item, style, "none"), answer],
            "id": item.hash,
            "task": item.traits.question_type,
            "language": item.traits.language,
            "type": item.traits.root_form,
            "canary": canary(),
        }


def arguments(item: Item) -> set[Argument]:
    """The arguments of an item, one per conclusion; empty if it is not an argument."""
    if item.answer_kind in (AnswerKind.LABEL, AnswerKind.FORMULA):
        return set()
    shapes = Counter(shape(parse(premise)) for premise in item.premises)
    del shapes[_CONSTRAINT]
    premises = {(one, number) for one, many in shapes.items() for number in range(many)}
    return {frozenset({*premises, (shape(parse(asked)), _CONCLUSION)}) for asked in item.query}


def _formulas(item: Item) -> set[Shape]:
    """The formula to be written, or each premise, conclusion and option of an argument."""
    match item.answer_kind:
        case AnswerKind.LABEL:
            return set()
        case AnswerKind.FORMULA:
            return {shape(parse(item.gold))}
    return {shape(parse(formula)) for formula in (*item.premises, *item.query)}


def _sentences(item: Item) -> set[str]:
    """The sentences that are read; an argument in formulas and the name of a label are none."""
    if item.answer_kind is AnswerKind.STRUCTURE:
        return set()
    if item.answer_kind is AnswerKind.LABEL and not is_single_choice(item):
        return set(item.passage)
    return {*item.passage, *(option.text for option in item.options)}


def shape(formula: Formula) -> Shape:
    """A formula with its letters and variables numbered in order of occurrence.

    Equal for two formulas exactly if one becomes the other by renaming.

    >>> shape(parse("∀x (M(x) → R(x, a))")) == shape(parse("∀y (F(y) → P(y, c))"))
    True
    >>> shape(parse("R(a, b)")) == shape(parse("R(a, a)"))
    False
    """
    numbers: dict[object, int] = {}
    word: list[object] = []
    _append(formula, {}, numbers, word)
    return tuple(word)


def _append(
    node: Formula, bound: dict[Variable, int], numbers: dict[object, int], word: list[object]
) -> None:
    word.append(type(node).__name__)
    match node:
        case Quantified(variable=variable, body=body):
            depth = 1 + max(bound.values(), default=-1)
            _append(body, {**bound, variable: depth}, numbers, word)
        case Predicate(name=name, args=args):
            word.append(numbers.setdefault((name, len(args)), len(numbers)))
            word += [_number(term, bound, numbers) for term in args]
        case _:
            for child in node.children:
                _append(child, bound, numbers, word)


def _number(term: Term, bound: dict[Variable, int], numbers: dict[object, int]) -> object:
    """A bound variable by its binder, any other term by its place among the names."""
    if isinstance(term, Variable) and term in bound:
        return f"bound {bound[term]}"
    kind = Constant if isinstance(term, Constant) else Variable
    return numbers.setdefault((kind, term.name), len(numbers))


_CONSTRAINT = shape(
    parse(
        "∀x (M(x) ∨ N(x) ∨ O(x)) ∧ ¬∃x (M(x) ∧ N(x)) ∧ ¬∃x (M(x) ∧ O(x)) ∧ ¬∃x (N(x) ∧ O(x))"
        " ∧ ∃x M(x) ∧ ∃x N(x) ∧ ∃x O(x)"
    )
)
"""Everything is of exactly one of three kinds, and each kind is nonempty."""

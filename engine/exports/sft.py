"""Questions with their answers as examples to fine-tune a model on (as in LogicSkills, §5.3).

    {"messages": [{"role": "system", …}, {"role": "user", …}, {"role": "assistant", …}],
     "id": "9c04…", "task": "symbolization", "language": "en", "type": "negation",
     "canary": "Elenchus …"}

The last message is the right answer in the asked format: the label, the gold formula, the least
countermodel. What is to be measured afterwards has to be kept apart: an example is left out where
it has a sentence with an item of these sets in common, or its formula, or its argument, is one of
theirs but for the names of its letters and variables and the order of its premises. A formula to be
written is compared with all of theirs, premises, conclusions and options among them. Arguments are
compared whole, for hardly one has no formula that some hundred others have (1 of 400 beside 900).
Questions with labels are compared by their sentences alone: they are about forms, of which there
are few.
Source: "LogicSkills: A Structured Benchmark for Formal Reasoning in Large Language Models", §5.3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from engine.canary import canary
from engine.items import AnswerKind, Item
from engine.logic import Constant, Formula, Predicate, Quantified, Term, Variable, parse
from engine.prompts import answer_line, messages
from engine.rotations import is_single_choice

PROMPT, PROMPT_FOR_LABELS = "published-style", "zero-shot"
"""The styles of examples. The first asks for the answer alone, which is all that an example has."""

SENTENCE, PROBLEM, REPEATED = "sentence", "formula", "repeated"
"""Why an example is left out; REPEATED is one that stands among the examples already."""

Shape = tuple[object, ...]


@dataclass(slots=True)
class Held:
    """What the sets to be kept apart from hold: their sentences; problems and formulas by shape."""

    sentences: set[str] = field(default_factory=set)
    problems: set[Shape] = field(default_factory=set)

    def add(self, item: Item) -> None:
        """Hold an item of one of these sets."""
        self.sentences |= _sentences(item)
        self.problems |= problems(item) | formulas(item)

    def common(self, item: Item) -> str | None:
        """What an item has in common with what is held."""
        if not self.sentences.isdisjoint(_sentences(item)):
            return SENTENCE
        return None if self.problems.isdisjoint(problems(item)) else PROBLEM


def examples(
    items: Iterable[Item], held: Held, left_out: Counter[str], prompt: str | None = None
) -> Iterator[dict[str, object]]:
    """The examples of items; those left out are counted by reason.

    Raises:
        InputError: an item cannot be asked in that style.
    """
    seen: set[str] = set()
    for item in items:
        style = PROMPT_FOR_LABELS if item.answer_kind is AnswerKind.LABEL else PROMPT
        reason = REPEATED if item.hash in seen else held.common(item)
        if reason:
            left_out[reason] += 1
            continue
        seen.add(item.hash)
        answer = {"role": "assistant", "content": answer_line(item.gold)}
        yield {
            "messages": [*messages(item, prompt or style, "none"), answer],
            "id": item.hash,
            "task": item.traits.question_type,
            "language": item.traits.language,
            "type": item.traits.root_form,
            "canary": canary(),
        }


def problems(item: Item) -> set[Shape]:
    """The formula or arguments of an item, the same for all that differ by names and order alone.

    Of a question with a label none.
    """
    match item.answer_kind:
        case AnswerKind.LABEL:
            return set()
        case AnswerKind.FORMULA:
            return {shape(parse(item.gold))}
        case _:
            return {_argument(item.premises, asked) for asked in item.query}


def formulas(item: Item) -> set[Shape]:
    """Each premise, conclusion and option of an argument; of other items none."""
    if item.answer_kind in (AnswerKind.LABEL, AnswerKind.FORMULA):
        return set()
    return {shape(parse(formula)) for formula in (*item.premises, *item.query)}


def _argument(premises: Iterable[str], conclusion: str) -> Shape:
    """Premises are compared one by one: arguments that differ in it are different for certain."""
    told = sorted(repr(shape(parse(premise))) for premise in premises)
    return (*told, shape(parse(conclusion)))


def _sentences(item: Item) -> set[str]:
    """The sentences that are read; an argument in formulas and the name of a label are none."""
    if item.answer_kind is AnswerKind.STRUCTURE:
        return set()
    if item.answer_kind is AnswerKind.LABEL and not is_single_choice(item):
        return set(item.passage)
    return {*item.passage, *(option.text for option in item.options)}


def shape(formula: Formula) -> Shape:
    """A formula with its letters and variables numbered in the order in which they come.

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

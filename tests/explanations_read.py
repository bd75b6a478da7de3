"""An explanation read back as a reader of its words would: steps, and cases, by the words alone."""

import re
from itertools import product

from engine.core.items import Item
from engine.families.logicasker.explanation import rule_name
from engine.families.logicasker.language import readings
from engine.families.logicasker.rules.instances import is_schema_instance
from engine.families.logicasker.rules.skills import schemas, skill_of
from engine.logic import Entailment, Formula, parse
from engine.logic.first_order.structures import Structure, holds
from engine.logic.judging import our_entailment
from engine.logic.occurrences import closed

_STEP = re.compile(r"\((\d+)\) (.+) By (.+) from ([(), and\d]+)\.")


def is_true(item: Item, explanation: str) -> bool:
    """Whether each sentence that can be checked holds, and they show what the answer is."""
    lines = explanation.splitlines()
    if lines[0].startswith("The premises leave the conclusion open"):
        return _is_open(item, lines)
    shown = [parse(premise) for premise in item.premises]
    for line in lines:
        if line.startswith("Suppose that it were true: "):
            shown.append(_meant(line.partition(": ")[2], item))
        elif step := _STEP.fullmatch(line):
            number, sentence, rule, sources = step.groups()
            formula = _meant(sentence, item)
            if int(number) != len(shown) + 1 or not _is_step(shown, rule, sources, formula):
                return False
            shown.append(formula)
    return _is_concluded(item, shown, lines)


def _meant(sentence: str, item: Item) -> Formula:
    (formula,) = readings(sentence, item.symbols)
    return formula


def _is_step(text: list[Formula], rule: str, sources: str, formula: Formula) -> bool:
    """Whether the rule of that name, read the way that is told, leads from there to the formula."""
    given = [text[int(number) - 1] for number in re.findall(r"\d+", sources)]
    named = [s for s in schemas().values() if rule_name(s.key) == rule]
    sound = [schema for schema in named if not skill_of()[schema.key].is_fallacy]
    return any(is_schema_instance(schema, given, formula) for schema in sound)


def _is_concluded(item: Item, text: list[Formula], lines: list[str]) -> bool:
    asked = parse(item.query[0])
    if item.role == "correct":
        return lines[1].startswith("The conclusion follows") and text[-1] == asked
    if both := re.fullmatch(r"But \((\d+)\) and \((\d+)\) cannot both be true\.", lines[-1]):
        one, other = (text[int(number) - 1] for number in both.groups())
        return our_entailment([one], other) is Entailment.REFUTED
    shown = "That and what is asked cannot both be true."
    return lines[-1] == shown and our_entailment([text[-1]], asked) is Entailment.REFUTED


def _is_open(item: Item, lines: list[str]) -> bool:
    """Whether both cases, as told, make the premises true, and the conclusion true, then false."""
    *premises, asked = (closed(parse(formula)) for formula in (*item.premises, item.query[0]))
    for line, expected in zip(lines[1:3], (True, False), strict=True):
        start = f"It is {str(expected).lower()} in this case: "
        case = _structure(item, line.removeprefix(start).removesuffix("."))
        if case is None or not line.startswith(start):
            return False
        if not all(holds(case, premise) for premise in premises) or holds(case, asked) != expected:
            return False
    return True


def _structure(item: Item, case: str) -> Structure | None:
    """The structure that a case tells; None unless it tells each fact, and once."""
    facts = case.split("; ")
    people = ["nobody"]
    if any("(" in symbol.atom for symbol in item.symbols):
        people = re.split(" and ", re.sub("^there (is just|are) ", "", facts.pop(0)))
    known = _facts(item, people)
    shown = sorted(known[fact][0] for fact in facts if fact in known)
    if shown != sorted({atom for atom, _ in known.values()}) or len(shown) < len(facts):
        return None
    true = [known[fact][0] for fact in facts if known[fact][1]]
    signatures = {(name, len(row)) for name, row in true}
    constants = {
        symbol.atom: at
        for at, person in enumerate(people)
        for symbol in item.symbols
        if symbol.text in person.split(" alias ")
    }
    extensions = {s: frozenset(r for n, r in true if (n, len(r)) == s) for s in signatures}
    return Structure(len(people), extensions, constants)


def _facts(item: Item, people: list[str]) -> dict[str, tuple[tuple[str, tuple[int, ...]], bool]]:
    """What could be told: each fact with its atom and whether it says that this is so."""
    found = {}
    for symbol in item.symbols:
        name, _, places = symbol.atom.partition("(")
        if symbol.negation is None:  # a name
            continue
        for row in product(range(len(people)), repeat=places.count(",") + 1 if places else 0):
            for text, is_so in ((symbol.text, True), (symbol.negation, False)):
                found[_about(text, row, people)] = ((name, row), is_so)
    return found


def _about(text: str, row: tuple[int, ...], people: list[str]) -> str:
    words = [people[row["xy".index(w)]] if w in ("x", "y") else w for w in text.split(" ")]
    return " ".join(words)

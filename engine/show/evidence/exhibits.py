"""Evidence that an answer is right or wrong: cases, structures, formulas.

`explain` gives sentences; this module gives what a page draws or tabulates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from engine.core.items import (
    AnswerKind,
    EntailmentCertificate,
    Item,
    Mistake,
    Step,
)
from engine.core.kinds import Fragment
from engine.core.rotations import is_single_choice
from engine.decide.models import structure_of
from engine.language.structures import argument_verdicts, read_structure, verdict
from engine.logic import parse
from engine.logic.first_order.structures import Structure
from engine.show.evidence.explanation import explain
from engine.show.texts.names import MISTAKES, form

__all__ = [
    "OPTION_ROLES", "Fault", "Structure", "cases", "domain_size", "fault", "formula_rows",
    "is_formal", "reasons", "structures", "verdicts",
]  # fmt: skip

OPTION_ROLES = {
    "gold": "follows",
    "open": "left open by the premises",
    "contradicted": "contradicted by the premises",
}
"""The meanings of option roles in set questions."""


def is_formal(item: Item) -> bool:
    """Whether the question asks for a formula, a structure or a set of options."""
    return item.answer_kind is not AnswerKind.LABEL


def reasons(item: Item) -> Sequence[str]:
    """A sentence per option (empty if none is stored), or nothing if options need no reasons."""
    kept = item.certificate
    if not (is_single_choice(item) or item.answer_kind is AnswerKind.SET):
        return ()
    unexplained = kept.kind == "choice" and not kept.grounds
    found = () if unexplained else explain(item)
    return found if len(found) == len(item.options) else [""] * len(item.options)


def domain_size(item: Item) -> int:
    """The number of individuals in the required structure."""
    return read_structure(item.gold).size


def cases(item: Item) -> Mapping[str, tuple[str, ...]]:
    """The cases that leave a question open, each with the letters true in it."""
    kept = item.certificate
    if kept.kind == "choice":
        grounds = zip(item.options, kept.grounds, strict=False)
        return {f"Against {o.key}": g.fails for o, g in grounds if g.fails is not None}
    if kept.kind == "entailment":
        if item.traits.logic != Fragment.PROPOSITIONAL:
            return {}
        return {name: model.true for name, model in _either_way(kept).items()}
    if kept.kind != "proof" or kept.holds is None or kept.fails is None:
        return {}
    return {"Statement true": kept.holds, "Statement false": kept.fails}


def structures(item: Item) -> Mapping[str, Structure]:
    """The structures that justify the answer, by what each shows."""
    kept = item.certificate
    if item.answer_kind is AnswerKind.STRUCTURE:
        return {"the countermodel": read_structure(item.gold)}
    if kept.kind == "entailment" and item.traits.logic != Fragment.PROPOSITIONAL:
        return {name: structure_of(model) for name, model in _either_way(kept).items()}
    if kept.kind != "structure":
        return {}
    if item.answer_kind is AnswerKind.FORMULA:
        claims = ("in which the sentence is true", "in which the sentence is false")
        return dict(zip(claims, map(structure_of, kept.models), strict=False))
    return {
        _fails(option.key): structure_of(ground.models[0])
        for option, ground in zip(item.options, kept.options, strict=False)
        if ground.sources is None and ground.models
    }


def _either_way(kept: EntailmentCertificate) -> dict[str, Any]:
    return dict(zip(("Conclusion true", "Conclusion false"), kept.models, strict=False))


def _fails(key: str) -> str:
    return f"in which option {key} is false"


def verdicts(item: Item, name: str, structure: Structure) -> Sequence[str]:
    """The truth values of a question's formulas in one of its structures."""
    if item.answer_kind is AnswerKind.STRUCTURE:
        return tuple(argument_verdicts(structure, item))
    if item.answer_kind is AnswerKind.FORMULA:
        return [verdict(structure, parse(item.query[0]), "The sentence")]
    if item.answer_kind is AnswerKind.LABEL:
        return ()
    premises = [
        verdict(structure, parse(premise), f"Sentence ({number})")
        for number, premise in enumerate(item.premises, 1)
    ]
    failing = [
        verdict(structure, parse(formula), f"Option {option.key}")
        for option, formula in zip(item.options, item.query, strict=True)
        if name == _fails(option.key)
    ]
    return [*premises, *failing]


class Fault(NamedTuple):
    """The mistake in an answer: a sentence, and a structure with its verdicts."""

    sentence: str
    structure: Structure | None = None
    verdicts: Sequence[str] = ()
    symbols_apply: bool = False


def fault(
    item: Item, answer: str | None, mistake: str | None, evidence: str | None
) -> Fault | None:
    """The mistake in an answer, from its stored kind and evidence."""
    if mistake is None:
        return None
    shown = orjson.loads(evidence) if evidence else {}
    if mistake == Mistake.NOT_EQUIVALENT:
        right, given = ("true", "false") if shown["gold"] else ("false", "true")
        telling = read_structure(orjson.dumps(shown["structure"]).decode())
        return Fault(
            f"It is not equivalent: in this structure the right formula is {right} and the answer"
            f" is {given}.",
            telling,
            [verdict(telling, parse(item.gold), "The right formula")],
            symbols_apply=True,
        )
    if mistake in (Mistake.FALSE_PREMISE, Mistake.TRUE_CONCLUSION) and answer:
        found = read_structure(answer)
        return Fault(
            "It is no countermodel: the premises have to be true and the conclusion false.",
            found,
            tuple(argument_verdicts(found, item)),
        )
    symbol = shown.get("symbol")
    return Fault(MISTAKES[mistake] + (f": {symbol}" if symbol else ""))


def formula_rows(item: Item) -> list[dict[str, str]]:
    """Premises, query and proof as numbered formulas (`number`, `formula`, `by`).

    If the proof is of the sound argument that the item is an edit of, its lines come with their own
    premises and have primed numbers.
    """
    kept = item.certificate
    premises = [_line(f"({at})", text, "premise") for at, text in enumerate(item.premises, 1)]
    asked = [
        _line("asked", text, name) for text, name in zip(item.query, _asked(item), strict=True)
    ]
    steps = kept.steps if kept.kind in ("proof", "entailment") else ()
    sound = kept.sound_premises if kept.kind == "entailment" and steps else ()
    own = sound or item.premises
    if own == item.premises:
        return [*premises, *_steps(item, steps, len(premises), ""), *asked]
    apart = [
        _line(f"({at}′)", text, "premise of the sound argument") for at, text in enumerate(own, 1)
    ]
    return [*premises, *asked, *apart, *_steps(item, steps, len(apart), "′")]


def _line(number: str, formula: str, by: str) -> dict[str, str]:
    return {"number": number, "formula": formula, "by": by}


def _steps(item: Item, steps: Sequence[Step], n_premises: int, prime: str) -> list[dict[str, str]]:
    return [
        _line(
            f"({number}{prime})",
            step.formula,
            f"{form(step.form, item.family)} from "
            + ", ".join(f"({source + 1}{prime})" for source in step.sources),
        )
        for number, step in enumerate(steps, n_premises + 1)
    ]


def _asked(item: Item) -> list[str]:
    """The role of each formula of the query."""
    options = [f"option {option.key}" for option in item.options]
    if item.answer_kind is AnswerKind.SET:
        return options
    if item.answer_kind is AnswerKind.FORMULA:
        return ["the right formula"]
    if is_single_choice(item):
        return ["conclusion"] * (len(item.query) - len(options)) + options
    name = "statement" if item.certificate.kind == "proof" else "conclusion"
    return [name] * len(item.query)

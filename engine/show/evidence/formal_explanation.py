"""Why a formula, a structure or a set is the right answer, in sentences a person can follow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.items import (
    AnswerKind,
    Item,
    Model,
    OptionGround,
    StructureCertificate,
)
from engine.decide.models import structure_of
from engine.language.structures import argument_verdicts, describe, read_structure, verdict
from engine.logic import parse

__all__ = ["NO_CERTIFICATE", "describe", "explain_entailment", "explain_formal"]

NO_CERTIFICATE = "No certificate is stored."


def explain_formal(item: Item) -> tuple[str, ...]:
    """Why the gold answer is right; for a set, one sentence per option."""
    kept = item.certificate
    certificate = kept if kept.kind == "structure" else StructureCertificate()
    match item.answer_kind:
        case AnswerKind.STRUCTURE:
            found = read_structure(item.gold)
            return (*describe(found, ()), *argument_verdicts(found, item))
        case AnswerKind.SET if not certificate.options:
            return (NO_CERTIFICATE,)
        case AnswerKind.SET:
            pairs = zip(item.options, item.query, certificate.options, strict=True)
            return tuple(
                explain_option(option.key, formula, ground) for option, formula, ground in pairs
            )
        case _:
            return tuple(_either_way(item, certificate))


def explain_entailment(item: Item, models: Sequence[Model]) -> Iterator[str]:
    """Why a conclusion has its status: two structures if it is open, else that provers agree."""
    if models:
        yield "The premises leave it open: they are all true in each of two structures."
        for model, outcome in zip(models, ("true", "false"), strict=True):
            shown = " ".join(describe(structure_of(model), item.symbols))
            yield f"[{item.query[0]}] is {outcome} in this one: {shown}"
    else:
        yield (
            f"Two procedures that share no code agree: by the premises [{item.query[0]}] is"
            f" “{item.gold}”."
        )


def explain_option(key: str, formula: str, ground: OptionGround) -> str:
    """Why one statement of a set follows, or does not."""
    if ground.sources is not None:
        numbers = [f"({source + 1})" for source in ground.sources]
        shown = " and ".join([", ".join(numbers[:-1]), numbers[-1]] if numbers[1:] else numbers)
        whence = f"from {shown}, and from no fewer" if numbers else "from the first sentence alone"
        return f"{key} [{formula}] follows {whence}."
    if not ground.models:
        return f"{key} [{formula}] does not follow."
    found = structure_of(ground.models[0])
    case = " ".join(describe(found, ()))
    because = verdict(found, parse(formula), "the statement")
    return (
        f"{key} [{formula}] does not follow: every premise is true in this structure, and {because}"
        f" {case}"
    )


def _either_way(item: Item, certificate: StructureCertificate) -> Iterator[str]:
    yield f"The sentence says [{item.query[0]}]."
    for model, outcome in zip(certificate.models, ("true", "false"), strict=False):
        yield f"It is {outcome} in this structure: {' '.join(describe(structure_of(model), ()))}"

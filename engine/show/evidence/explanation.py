"""Why the gold answer of an item is right, in sentences a person can follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.core.items import (
    AnswerKind,
    ChoiceCertificate,
    EntailmentCertificate,
    Ground,
    Item,
    Option,
    ProofCertificate,
    Step,
    SupportCertificate,
    Symbol,
)
from engine.families import find_family
from engine.language.clauses import words
from engine.logic import Not, atoms, parse
from engine.logic.proofs.rules import form_name
from engine.show.evidence.formal_explanation import (
    NO_CERTIFICATE,
    explain_entailment,
    explain_formal,
)


def explain(item: Item) -> tuple[str, ...]:
    """Why the gold answer of an item is right, from the family's hook or the certificate."""
    family = find_family(item.family)
    if family is not None and family.explain is not None:
        own = family.explain(item)
        if own is not None:
            return own
    if item.answer_kind is not AnswerKind.LABEL:
        return explain_formal(item)
    match item.certificate:
        case ChoiceCertificate(grounds=grounds):
            return tuple(_options(item, grounds))
        case EntailmentCertificate(models=models):
            return tuple(explain_entailment(item, models))
        case SupportCertificate(ties=ties):
            return tuple(_ties(item, ties))
        case ProofCertificate() as certificate:
            return tuple(_proof(item, certificate))
        case _:
            return (NO_CERTIFICATE,)


def _options(item: Item, grounds: Sequence[Ground]) -> Iterator[str]:
    """One sentence per option."""
    symbols = _symbols(item)
    for option, ground in zip(item.options, grounds, strict=True):
        yield _option(item, option, ground, symbols)


def _ties(item: Item, ties: Sequence[tuple[str, str]]) -> Iterator[str]:
    """One sentence per option: its relation to Sentence 1 and to Sentence 2 in the argument."""
    for option, (first, second) in zip(item.options, ties, strict=True):
        verdict = "right" if option.key == item.gold else "wrong"
        yield f"{option.key} is {verdict}: it {first} Sentence 1 and {second} Sentence 2."


def _proof(item: Item, certificate: ProofCertificate) -> Iterator[str]:
    """One sentence per step of a proof, or two valuations."""
    symbols = _symbols(item)
    if certificate.steps:
        yield _verdict(item, certificate.steps)
        yield from _steps(item, certificate.steps, symbols)
    elif certificate.holds is not None and certificate.fails is not None:
        yield "The premises leave the statement open: each of two cases agrees with all of them."
        yield f"It is true if {_case(item, certificate.holds, symbols)}."
        yield f"It is false if {_case(item, certificate.fails, symbols)}."
    else:
        yield NO_CERTIFICATE


def _symbols(item: Item) -> dict[str, Symbol]:
    return {symbol.atom: symbol for symbol in item.symbols}


def _option(item: Item, option: Option, ground: Ground, symbols: Mapping[str, Symbol]) -> str:
    """Why an option of a single choice is right, or wrong."""
    draws_conclusion = len(item.query) > len(item.options)
    formula = item.query[item.options.index(option) - len(item.options)]
    shown = f"{option.key} [{formula}] is {'right' if option.key == item.gold else 'wrong'}:"
    if ground.sources is not None:
        source = f"from {_sources(ground.sources)}, and from no fewer"
        if draws_conclusion:
            return f"{shown} with it the conclusion [{item.query[0]}] follows {source}."
        return f"{shown} it follows {source}."
    case = _case(item, ground.fails or (), symbols)
    if draws_conclusion:
        return (
            f"{shown} the conclusion [{item.query[0]}] does not follow with it. All premises and"
            f" {option.key} are true, and the conclusion is false, if {case}."
        )
    reason = (
        "the passage contradicts it" if option.role.startswith("refuted") else "it does not follow"
    )
    return f"{shown} {reason}. All of the passage is true, and {option.key} is false, if {case}."


def _verdict(item: Item, steps: Sequence[Step]) -> str:
    concluded = parse(steps[-1].formula)
    shown = parse(item.query[0])
    follows = "the statement itself" if concluded == shown else "that the statement is false"
    premises = range(len(item.premises))
    used = {s for step in steps for s in step.sources if s in premises}
    return f"From {len(used)} of the {len(premises)} premises follows {follows}:"


def _steps(item: Item, steps: Sequence[Step], symbols: Mapping[str, Symbol]) -> list[str]:
    first = len(item.premises) + 1
    return [
        f"({number}) {_sentence(words(parse(step.formula), symbols))}"
        f" [{step.formula}] By {form_name(step.form)} from {_sources(step.sources)}."
        for number, step in enumerate(steps, first)
    ]


def _sources(sources: Sequence[int]) -> str:
    numbers = [f"({source + 1})" for source in sources]
    return " and ".join([", ".join(numbers[:-1]), numbers[-1]] if numbers[1:] else numbers)


def _case(item: Item, true_atoms: Sequence[str], symbols: Mapping[str, Symbol]) -> str:
    """A valuation in words, a clause per atom, true ones first."""
    named = [atom for text in (*item.premises, *item.query) for atom in atoms(parse(text))]
    order = sorted(dict.fromkeys(named), key=lambda atom: atom.name not in true_atoms)
    return "; ".join(
        words(atom if atom.name in true_atoms else Not(atom), symbols) for atom in order
    )


def _sentence(clause: str) -> str:
    return f"{clause[:1].upper()}{clause[1:]}."

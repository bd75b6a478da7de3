"""An item's certificate as reasoning in words, for chain-of-thought examples."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache

from engine.ask.prompts.formal_reasoning import formal_reasoning
from engine.core.errors import InputError
from engine.core.items import (
    ChoiceCertificate,
    Item,
    Label,
    ProofCertificate,
    Step,
    SupportCertificate,
)
from engine.core.kinds import FORMAL, question_of
from engine.core.resources import data_file
from engine.families import find_family
from engine.language.clauses import words
from engine.logic import atoms, parse
from engine.logic.proofs.rules import form_name


def reasoning(item: Item) -> str:
    """The proof in words, two situations that leave a statement open, or what decides each option.

    For formal answers see `formal_reasoning`.

    Raises:
        InputError: the item has no certificate.
    """
    if question_of(item) in FORMAL.values():
        if (found := formal_reasoning(item)) is None:
            raise _nothing(item)
        return found
    certificate = item.certificate
    if isinstance(certificate, ChoiceCertificate):
        return _of_options(item, certificate)
    if isinstance(certificate, SupportCertificate):
        return _of_ties(item, certificate)
    if certificate.kind != "proof":
        return _explained(item)
    if item.gold == Label.UNCERTAIN:
        return _open(item, certificate)
    return _proof(item, certificate)


def _nothing(item: Item) -> InputError:
    return InputError(
        f"item {item.hash[:12]} has no certificate to reason from; "
        "use the few-shot prompt, which shows answers only"
    )


@cache
def reasoning_wording() -> dict[str, str]:
    """The texts of `data/lexicon/reasoning.toml`."""
    return tomllib.loads(data_file("lexicon/reasoning.toml").read_text(encoding="utf-8"))


def _of_options(item: Item, certificate: ChoiceCertificate) -> str:
    """For each option the sentences it follows from, or a situation in which it is false."""
    texts, formulas = reasoning_wording(), item.query[-len(item.options) :]
    if not certificate.grounds or len(formulas) != len(item.options):
        raise _nothing(item)
    concluded = item.query[: len(item.query) - len(formulas)]
    kind = "added" if concluded else "option"
    lines = []
    for option, ground, formula in zip(item.options, certificate.grounds, formulas, strict=True):
        if ground.sources is not None:
            own = (f"({source + 1})" for source in ground.sources if source < len(item.premises))
            sources = texts["and"].join(own)
            lines.append(texts[f"{kind}_follows"].format(key=option.key, sources=sources))
        else:
            shown = sorted(atom.name for atom in atoms(parse(*(concluded or (formula,)))))
            facts = _facts(item, shown, frozenset(ground.fails or ()))
            lines.append(texts[f"{kind}_fails"].format(key=option.key, facts=facts))
    return "\n".join((texts["numbered"], *lines))


def _of_ties(item: Item, certificate: SupportCertificate) -> str:
    """How each option relates to the two sentences."""
    if len(certificate.ties) != len(item.options):
        raise _nothing(item)
    return "\n".join(
        reasoning_wording()["ties"].format(key=option.key, first=first, second=second)
        for option, (first, second) in zip(item.options, certificate.ties, strict=True)
    )


def _explained(item: Item) -> str:
    """The family's explanation without formulas, because the prompt does not show their letters."""
    found = find_family(item.family)
    lines = found.explain(item) if found is not None and found.explain is not None else None
    if lines is None:
        raise _nothing(item)
    if item.traits.language == "en":
        lines = tuple(
            _FORMULA.sub("", line.partition("; what does follow is")[0]) for line in lines
        )
        lines = tuple(line if line.endswith((".", ":")) else f"{line}." for line in lines)
    if item.certificate.kind == "entailment" and item.certificate.models:
        return "\n".join(lines)
    n = len(item.premises)
    counted = "The premise is (1)." if n == 1 else f"The premises are (1) to ({n})."
    return "\n".join((counted, *lines))


_FORMULA = re.compile(r" ?\[[^\[\]]*\]")


def _proof(item: Item, certificate: ProofCertificate) -> str:
    texts = reasoning_wording()
    lines = []
    for step in certificate.steps:
        sources = [_source(item, certificate.steps, source) for source in step.sources]
        lines.append(
            texts["step"].format(
                sources=texts["and"].join(sources),
                form=form_name(step.form),
                conclusion=_in_words(item, step.formula),
            )
        )
    if not lines:
        lines.append(texts["stated"].format(conclusion=_in_words(item, item.query[0])))
    lines.append(texts["proved" if item.gold == Label.TRUE else "refuted"])
    return "\n".join(lines)


def _source(item: Item, steps: Sequence[Step], source: int) -> str:
    """`the premise "…"` or `the result "…"`."""
    texts = reasoning_wording()
    given = source < len(item.premises)
    formula = item.premises[source] if given else steps[source - len(item.premises)].formula
    template: str = texts["given" if given else "derived"]
    return template.format(clause=_in_words(item, formula))


def _open(item: Item, certificate: ProofCertificate) -> str:
    texts = reasoning_wording()
    holds, fails = certificate.holds, certificate.fails
    if holds is None or fails is None:
        raise _nothing(item)
    asked = {atom.name for atom in atoms(parse(item.query[0]))}
    shown = [
        s.atom for s in item.symbols if s.atom in asked or (s.atom in holds) != (s.atom in fails)
    ]
    situations = [
        texts[name].format(facts=_facts(item, shown, frozenset(true)))
        for name, true in (("holds", holds), ("fails", fails))
    ]
    return "\n".join([texts["open"], *situations, texts["neither"]])


def _facts(item: Item, shown: list[str], true: frozenset[str]) -> str:
    facts = [_in_words(item, atom if atom in true else f"¬{atom}") for atom in shown]
    joined: str = reasoning_wording()["and"].join(facts)
    return joined


def _in_words(item: Item, formula: str) -> str:
    """A formula as a clause, worded by the item's symbols."""
    return words(parse(formula), {symbol.atom: symbol for symbol in item.symbols})

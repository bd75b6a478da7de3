"""An item's certificate as worked reasoning in words, for chain-of-thought examples.

What explains certificates is imported where it is needed: it brings all families and the solvers
with it, and most runs show no reasoning.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache

from engine.core.errors import InputError
from engine.core.items import EntailmentCertificate, Item, Label, ProofCertificate, Step
from engine.core.resources import data_file
from engine.logic import atoms, parse


def reasoning(item: Item) -> str:
    """The proof, or the two situations that leave the statement open, in plain words.

    Raises:
        InputError: the item carries no certificate.
    """
    certificate = item.certificate
    if certificate.kind == "entailment":
        return _of_skill(item, certificate)
    if certificate.kind != "proof":
        raise _nothing(item)
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


def _of_skill(item: Item, certificate: EntailmentCertificate) -> str:
    """The explanation without formulas, whose letters a reader of sentences has never seen."""
    from engine.families.logicasker.explanation import explain_skill

    lines = explain_skill(item, certificate)
    if item.traits.language == "en":
        lines = tuple(
            _FORMULA.sub("", line.partition("; what does follow is")[0]) for line in lines
        )
        lines = tuple(line if line.endswith((".", ":")) else f"{line}." for line in lines)
    n = len(item.premises)
    counted = "The premise is (1)." if n == 1 else f"The premises are (1) to ({n})."
    return "\n".join(lines if certificate.models else (counted, *lines))


_FORMULA = re.compile(r" ?\[[^\[\]]*\]")


def _proof(item: Item, certificate: ProofCertificate) -> str:
    from engine.show.explanation import form_name

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
    told = [
        s.atom for s in item.symbols if s.atom in asked or (s.atom in holds) != (s.atom in fails)
    ]
    situations = [
        texts[name].format(facts=_facts(item, told, frozenset(true)))
        for name, true in (("holds", holds), ("fails", fails))
    ]
    return "\n".join([texts["open"], *situations, texts["neither"]])


def _facts(item: Item, told: list[str], true: frozenset[str]) -> str:
    facts = [_in_words(item, atom if atom in true else f"¬{atom}") for atom in told]
    joined: str = reasoning_wording()["and"].join(facts)
    return joined


def _in_words(item: Item, formula: str) -> str:
    """A formula as a clause, by the wording of the item's own symbols."""
    from engine.show.explanation import words

    return words(parse(formula), {symbol.atom: symbol for symbol in item.symbols})

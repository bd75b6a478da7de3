"""A row of JustLogic's data files as an item: label and certificate are derived again."""

from __future__ import annotations

from collections.abc import Sequence

import orjson

from engine.core.items import AnswerKind, Certificate, Item, Label, ProofCertificate, Symbol, Traits
from engine.core.kinds import QuestionKind
from engine.decide import LABELS, proof_certificate
from engine.decide.entailment import label_options
from engine.families.justlogic.published.argument import atom
from engine.families.justlogic.published.rows import Record
from engine.logic import Entailment, Formula, Implies, Not, Predicate, entailment, negate, show
from engine.logic.proofs.proof import Proof, minimal_proof
from engine.logic.propositional.evaluate import true_under
from engine.logic.propositional.session import z3_entailment
from engine.logic.propositional.valuations import least_valuation

FAMILY = "justlogic"
VERSION = 1
"""The importer's version, raised whenever it reads a file differently."""
PARAMS = orjson.dumps({"recipe": "published"}).decode()


class ContradictoryRow(Exception):
    """A row whose parts do not fit together."""


def item_of(record: Record, query: Formula, unknown: Sequence[str], index: int, split: str) -> Item:
    """The item of a parsed row: premises from its argument, the query from its question.

    `unknown` are the question's statements that the argument lacks.

    Raises:
        ContradictoryRow: the premises contradict each other, two solvers disagree, or the
            seven argument forms prove neither the query nor its contradictory.
    """
    premises = record.argument.leaves
    verdict = entailment(premises, query)
    if verdict is Entailment.INCONSISTENT:
        raise ContradictoryRow("the premises contradict each other")
    if z3_entailment(premises, query) is not verdict:
        raise ContradictoryRow(f"two solvers disagree about {show(query)}")
    symbols = _symbols(record, unknown)
    gold = LABELS[verdict]
    proof, certificate = _certificate(record, query, gold, [symbol.atom for symbol in symbols])
    return Item(
        family=FAMILY,
        version=VERSION,
        params=PARAMS,
        seed=0,
        group=index,
        role="single",
        index=index,
        split=split,
        passage=record.premises,
        question=record.question,
        options=label_options(QuestionKind.STATEMENT, gold.value),
        answer_kind=AnswerKind.LABEL,
        gold=gold.value,
        symbols=symbols,
        premises=tuple(map(show, premises)),
        query=(show(query),),
        intended=record.label.value,
        certificate=certificate,
        traits=_traits(record, query, gold, proof, symbols),
        published_label=record.label.value,
        source_id=record.source_id,
    )


def _symbols(record: Record, unknown: Sequence[str]) -> tuple[Symbol, ...]:
    """Symbols of all statements; each is true in the world, as its source claims (Appendix C)."""
    first = len(record.statements)
    known = [(a.name, sentence) for a, sentence in record.statements.items()]
    new = [(atom(first + place).name, text) for place, text in enumerate(unknown)]
    return tuple(Symbol(name, _clause(sentence), world=True) for name, sentence in (*known, *new))


def _clause(sentence: str) -> str:
    """A sentence as a clause: no stop; small first letter unless a capital or digit follows it."""
    text = sentence.strip().removesuffix(".").rstrip()
    keeps = len(text) > 1 and (text[1].isupper() or text[1].isdigit())
    return text if keeps else text[:1].lower() + text[1:]


def _certificate(
    record: Record, query: Formula, gold: Label, order: Sequence[str]
) -> tuple[Proof, Certificate]:
    """The smallest proof of the argument's conclusion, and the label's certificate.

    An item decided by a proof asks about its conclusion or that one's contradictory.
    """
    premises = record.argument.leaves
    goals = {Label.TRUE: query, Label.FALSE: negate(query)}
    proof = minimal_proof(premises, goals.get(gold, record.argument.conclusion))
    if proof is None:
        raise ContradictoryRow(f"no proof of {show(query)} by the seven argument forms")
    if gold is not Label.UNCERTAIN:
        return proof, proof_certificate(proof)
    return proof, ProofCertificate(
        holds=least_valuation([*premises, query], order),
        fails=least_valuation([*premises, negate(query)], order),
    )


def _traits(
    record: Record, query: Formula, gold: Label, proof: Proof, symbols: Sequence[Symbol]
) -> Traits:
    """Depth of the smallest proof; an uncertain item, which has none, keeps the published depth.

    The statement shown is accurate if it holds when all its clauses do. The paper defines this for
    the hidden conclusion instead (Appendix C).
    """
    decided = gold is not Label.UNCERTAIN
    n_premises = len(record.premises)
    return Traits(
        depth=len(proof.steps) if decided else len(record.argument.nodes),
        height=proof.height,
        root_form=record.argument.form,
        forms=tuple(step.form for step in proof.steps) if decided else (),
        query_shape=query_shape(query),
        shown_accurate=true_under(query, {symbol.atom for symbol in symbols}),
        n_premises=n_premises,
        n_atoms=len(symbols),
        n_distractors=n_premises - len(proof.premises_used) if decided else n_premises,
    )


def query_shape(query: Formula) -> str:
    """The query's shape in the generator's terms: an atom, conditional or disjunction."""
    if isinstance(query, Not):
        return f"negated {query_shape(query.operand)}"
    match query:
        case Predicate():
            return "atom"
        case Implies():
            return "conditional"
        case _:
            return "disjunction"

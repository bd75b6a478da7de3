"""JustLogic's data files as items: formulas from their argument trees, labels derived anew.

The premises' formulas come from the tree and must agree with the English premises; the query's
formula is read from the English question. The published label takes no part in either.

The wordings are learnt from the file, so a short file may not teach those it needs. A premise not
read for that reason is taken at its formula's word. A question not read has no formula, so its row
is left out: not as contradictory, but as unread. A wording that one row alone taught, or none,
may confirm a formula or a published label, but contradicts neither.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import orjson

from engine.errors import InputError
from engine.items import AnswerKind, Certificate, Item, Label, Symbol, Traits
from engine.logic import (
    Formula,
    Implies,
    Not,
    Predicate,
    Standing,
    atoms,
    fold,
    negate,
    show,
    standing,
)
from engine.logic.evaluate import true_under
from engine.logic.proofs import Proof, minimal_proof
from engine.logic.session import z3_standing
from engine.logic.valuations import least_valuation
from engine.published.files import Row, read_rows
from engine.published.frames import Frame, Reader, learn_frames, normalise
from engine.published.justlogic_argument import atom
from engine.published.justlogic_rows import COLUMNS, Record, read_records
from engine.verification import LABELS, proof_certificate
from engine.verification.finish import label_options

FAMILY = "justlogic"
VERSION = 1
"""Version of the importer; a change of what it makes of a file raises it."""
PARAMS = orjson.dumps({"recipe": "published"}).decode()


@dataclass(frozen=True, slots=True)
class Relabelled:
    """An item whose published label does not follow from its premises."""

    source_id: str
    published: str
    derived: str


@dataclass(frozen=True, slots=True)
class Excluded:
    """A row that contradicts itself, or whose question is not read: nobody can say what it asks."""

    source_id: str
    row: int
    why: str


@dataclass(frozen=True, slots=True)
class PublishedDataset:
    """What a file holds: its items, and what is wrong with it.

    `respaced` lists the ids of items whose question repeats a statement of their argument but for
    its spacing; it counts as another statement here, as the published label has it. `shallower`
    lists those that a proof of fewer steps than the published depth decides; `unread` those with a
    premise whose wording the file does not teach, so that its formula is taken unchecked. `unasked`
    are the rows left out because the file does not teach the wording of their question; `excluded`
    those that contradict themselves.
    """

    items: tuple[Item, ...]
    relabelled: tuple[Relabelled, ...]
    excluded: tuple[Excluded, ...]
    respaced: tuple[str, ...]
    shallower: tuple[str, ...]
    unread: tuple[str, ...]
    unasked: tuple[Excluded, ...]
    frames: tuple[Frame, ...]


Track = Callable[[Sequence[Record]], Iterable[Record]]
"""Hands on every record, perhaps showing how far it is."""


def read_dataset(path: Path, split: str, track: Track = iter) -> PublishedDataset:
    """The items of one data file.

    Raises InputError, naming file, row and column, for what cannot be read, and for a file of
    answers. Rows that can be read but contradict themselves, or ask what cannot be read, are left
    out and reported.
    """
    rows = read_rows(path, COLUMNS)
    if "predicted" in rows[0].cells:
        raise InputError(
            f"{path.name} holds a model's answers, in the column predicted; read it with"
            " `elenchus import justlogic-results`"
        )
    return dataset_from_rows(rows, split, track)


def dataset_from_rows(rows: Sequence[Row], split: str, track: Track = iter) -> PublishedDataset:
    """As `read_dataset`, for rows already read."""
    records = read_records(rows)
    frames = learn_frames(
        (sentence, formula, record.texts)
        for record in records
        for sentence, formula in zip(record.premises, record.argument.leaves, strict=False)
    )
    items: list[Item] = []
    excluded: list[Excluded] = []
    respaced: list[str] = []
    shallower: list[str] = []
    unread: list[str] = []
    unasked: list[Excluded] = []
    for index, record in enumerate(track(records)):
        try:
            reader = Reader(frames, record.texts)
            all_read = _check(record, reader)
            query, unknown, weak = _query(record, reader)
            item = _item(record, query, unknown, index, split)
            if weak and item.gold != item.published_label:
                raise _UnreadQuestion("too few rows teach its wording")
        except _UnreadQuestion as problem:
            unasked.append(Excluded(record.source_id, record.row.number, str(problem)))
            continue
        except _ContradictoryRow as problem:
            excluded.append(Excluded(record.source_id, record.row.number, str(problem)))
            continue
        items.append(item)
        if not all_read:
            unread.append(record.source_id)
        squeezed = {"".join(text.split()) for text in record.texts.values()}
        if any("".join(text.split()) in squeezed for text in unknown):
            respaced.append(record.source_id)
        if item.traits.depth != len(record.argument.nodes):
            shallower.append(record.source_id)
    return PublishedDataset(
        items=tuple(items),
        relabelled=tuple(_relabelled(items)),
        excluded=tuple(excluded),
        respaced=tuple(respaced),
        shallower=tuple(shallower),
        unread=tuple(unread),
        unasked=tuple(unasked),
        frames=frames,
    )


def _relabelled(items: Iterable[Item]) -> Iterator[Relabelled]:
    for item in items:
        if item.gold != item.published_label:
            yield Relabelled(str(item.source_id), str(item.published_label), item.gold)


class _ContradictoryRow(Exception):
    """A row whose parts do not fit together."""


class _UnreadQuestion(Exception):
    """A row whose question is worded as the file does not teach."""


def _check(record: Record, reader: Reader) -> bool:
    """Whether every premise was read; raises for a row whose parts do not fit together."""
    leaves = record.argument.leaves
    if len(leaves) != len(record.premises):
        raise _ContradictoryRow(
            f"{len(record.premises)} premises in English, {len(leaves)} in the argument"
        )
    steps = len(record.argument.nodes)
    if record.row["depth"].strip() != str(steps):
        raise _ContradictoryRow(f"depth {record.row['depth'][:20]!r}, but {steps} arguments")
    for node in record.argument.nodes:
        if standing(node.premises, node.conclusion) is not Standing.ENTAILED:
            raise _ContradictoryRow(f"{node.form} does not conclude {show(node.conclusion)}")
    said = [
        _says(record, reader, sentence, leaf)
        for sentence, leaf in zip(record.premises, leaves, strict=True)
    ]
    if False in said:
        number = said.index(False)
        raise _ContradictoryRow(f"premise {number + 1} does not say {show(leaves[number])}")
    return None not in said


def _says(record: Record, reader: Reader, sentence: str, leaf: Formula) -> bool | None:
    """Whether a premise says its formula; None where its wording is not read.

    However it is worded, a sentence without a statement of its formula does not say it.
    """
    text = normalise(sentence)
    if not all(record.texts[a] in text for a in atoms(leaf)):
        return False
    try:
        reading = reader.read(sentence)
    except InputError:
        return None
    if reading.formula == leaf:
        return True
    return None if reading.unknown or reading.weak else False


def _query(record: Record, reader: Reader) -> tuple[Formula, tuple[str, ...], bool]:
    """The question's formula, its new statements, and whether the reading is weak.

    So is one by which a new statement has a statement of the row inside: it may be no statement
    but an unread wording of that one.
    """
    try:
        reading = reader.read(record.question)
    except InputError as error:
        raise _UnreadQuestion(str(error)) from None
    inside = any(known in text for text in reading.unknown for known in record.texts.values())
    query = _named(reading.formula, reading.unknown, len(record.statements))
    return query, reading.unknown, reading.weak or inside


def _named(formula: Formula, unknown: Sequence[str], first: int) -> Formula:
    """The formula with atoms of its own for the statements that the argument lacks."""
    names = {f"'{text}'": atom(first + place) for place, text in enumerate(unknown)}

    def rename(node: Formula, inner: tuple[Formula, ...]) -> Formula:
        match node:
            case Predicate(name=name):
                return names.get(name, node)
            case _:
                return type(node)(*inner)

    return fold(formula, rename)


def _item(record: Record, query: Formula, unknown: Sequence[str], index: int, split: str) -> Item:
    premises = record.argument.leaves
    verdict = standing(premises, query)
    if verdict is Standing.INCONSISTENT:
        raise _ContradictoryRow("the premises contradict each other")
    if z3_standing(premises, query) is not verdict:
        raise _ContradictoryRow(f"two solvers disagree about {show(query)}")
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
        options=label_options(gold.value),
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
    """Every statement is true in the world by its source's claim (JustLogic, Appendix C)."""
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
    """The smallest proof of the argument's conclusion, and what certifies the label.

    An item that a proof decides asks its conclusion or the contradictory of it.
    """
    premises = record.argument.leaves
    goals = {Label.TRUE: query, Label.FALSE: negate(query)}
    proof = minimal_proof(premises, goals.get(gold, record.argument.conclusion))
    if proof is None:
        raise _ContradictoryRow(f"no proof of {show(query)} by the seven argument forms")
    if gold is not Label.UNCERTAIN:
        return proof, proof_certificate(proof)
    return proof, Certificate(
        holds=least_valuation([*premises, query], order),
        fails=least_valuation([*premises, negate(query)], order),
    )


def _traits(
    record: Record, query: Formula, gold: Label, proof: Proof, symbols: Sequence[Symbol]
) -> Traits:
    """Depth by the smallest proof; of an uncertain item, which has none, as published.

    The statement shown is accurate where it holds when all its clauses do. The paper asks this of
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
    """The query's shape in the words of the generator: an atom, conditional or disjunction."""
    if isinstance(query, Not):
        return f"negated {query_shape(query.operand)}"
    match query:
        case Predicate():
            return "atom"
        case Implies():
            return "conditional"
        case _:
            return "disjunction"

"""LogicAsker's data files as items: formulas read from the English, labels derived anew.

A row holds logic, rule_category, rule, problem, query and answer, and in some files an id. There is
no formula in it: the English is parsed, and where it can be read in several ways, the row's rule
says which is meant (`logicasker_shapes`). The published answer takes no part. An item has the shape
of our own questions on a skill, but for its certificate: there is no sound twin and no derivation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import orjson

from engine.errors import ElenchusError
from engine.items import AnswerKind, Item, SkillCertificate, Traits
from engine.logic import Standing, show
from engine.logic.skills import leaf_id, leaves
from engine.published.files import Row, read_rows
from engine.published.logicasker_english import Names, readings
from engine.published.logicasker_labels import Standings, standings
from engine.published.logicasker_shapes import Argument, arguments, of_its_rule
from engine.verification.skill import (
    ANSWERS,
    STANDINGS,
    TWO_WAY,
    answer,
    open_models,
    query_shape,
    skill_options,
)

FAMILY = "logicasker"
VERSION = 1
"""Version of the importer; a change of what it makes of a file raises it."""
PARAMS = orjson.dumps({"recipe": "published"}).decode()
COLUMNS = ("logic", "rule_category", "rule", "problem", "query", "answer")
KINDS = tuple(STANDINGS)
"""What a row can be published as: correct, contradiction, unrelated or fallacy."""

_BEFORE = "Consider the following premises: "
_QUESTION = "Can we infer the following from them? Answer yes or no:"


@dataclass(frozen=True, slots=True)
class Judged:
    """One row: its kind as published, and how its conclusion stands to its premises.

    `other_standings` are those, by the closure of free variables, of the other ways to read it.
    """

    source_id: str
    row: int
    rule: str
    kind: str
    answer: str
    standings: Standings
    other_standings: tuple[Standing, ...]

    def agrees(self, standing: Standing) -> bool:
        """Whether the kind is what this standing makes it."""
        return standing is STANDINGS[self.kind]

    def answer_holds(self, standing: Standing) -> bool:
        """Whether the published yes or no is right under this standing."""
        return (standing is Standing.ENTAILED) == (self.answer == "yes")

    @property
    def is_ambiguous(self) -> bool:
        """Whether its sentences can be read in more than one way."""
        return bool(self.other_standings)

    @property
    def turns(self) -> bool:
        """Whether another way to read it has another answer."""
        is_yes = self.standings.closed is Standing.ENTAILED
        return any((other is Standing.ENTAILED) != is_yes for other in self.other_standings)


@dataclass(frozen=True, slots=True)
class Unread:
    """A row that is left out, and why."""

    source_id: str
    row: int
    why: str


@dataclass(frozen=True, slots=True)
class PublishedLogicAsker:
    """What a file holds. `judged` are all rows read; a question that comes again has one item."""

    items: tuple[Item, ...]
    judged: tuple[Judged, ...]
    unread: tuple[Unread, ...]

    @property
    def repeated(self) -> int:
        """The number of rows that ask what a row before them asked."""
        return len(self.judged) - len(self.items)


Track = Callable[[Sequence[Row]], Iterable[Row]]
"""Hands on every row, perhaps showing how far it is."""


def read_logicasker(path: Path, split: str = "test", track: Track = iter) -> PublishedLogicAsker:
    """The items of one data file.

    Raises:
        InputError: the file cannot be read, or a cell names no leaf or no answer; the message
            says where. Rows whose English cannot be read are left out and reported.
    """
    rows = read_rows(path, COLUMNS)
    items: dict[str, Item] = {}
    judged: list[Judged] = []
    unread: list[Unread] = []
    seen: dict[str, int] = {}
    for row in track(rows):
        source_id = _source_id(row)
        first = seen.setdefault(source_id, row.number)
        if first != row.number:
            raise row.fault("id", f"{source_id!r} is already the id of row {first}")
        leaf, label = _leaf(row), _label(row)
        try:
            item, judgement = _read(row, source_id, leaf, label, len(items), split)
        except _UnreadRow as problem:
            unread.append(Unread(source_id, row.number, str(problem)))
            continue
        judged.append(judgement)
        items.setdefault(item.hash, item)
    return PublishedLogicAsker(tuple(items.values()), tuple(judged), tuple(unread))


class _UnreadRow(Exception):
    """A row whose English is not that of the published templates."""


def _read(
    row: Row, source_id: str, leaf: str, label: str, index: int, split: str
) -> tuple[Item, Judged]:
    premises, conclusion = _sentences(row)
    names = Names([*premises, conclusion])
    found = [readings(sentence, names) for sentence in (*premises, conclusion)]
    for sentence, formulas in zip((*premises, conclusion), found, strict=True):
        if not formulas:
            raise _UnreadRow(f"cannot be read: {sentence}")
    ways = arguments(found)
    chosen = of_its_rule(leaf, ways)
    kind = _kind(row)
    try:
        own = standings(chosen[:-1], chosen[-1])
        others = tuple(standings(w[:-1], w[-1]).closed for w in ways if w != chosen)
    except ElenchusError as error:
        raise _UnreadRow(str(error)) from None
    judged = Judged(source_id, row.number, row["rule"], kind, label, own, others)
    symbols = names.symbols(chosen)
    gold = answer(TWO_WAY, own.closed)
    if gold is None:
        raise _UnreadRow("the premises contradict each other")
    is_open = own.closed is Standing.UNDETERMINED
    item = Item(
        family=FAMILY,
        version=VERSION,
        params=PARAMS,
        seed=0,
        group=index,
        role=kind,
        index=index,
        split=split,
        passage=tuple(f"{premise}." for premise in premises),
        question=f"{conclusion}.",
        options=skill_options(TWO_WAY, gold),
        answer_kind=AnswerKind.LABEL,
        gold=gold,
        symbols=symbols,
        premises=tuple(map(show, chosen[:-1])),
        query=(show(chosen[-1]),),
        intended=label,
        certificate=SkillCertificate(
            models=open_models(chosen[:-1], chosen[-1]) or () if is_open else ()
        ),
        traits=_traits(row, leaf, chosen, len(symbols)),
        published_label=label,
        source_id=source_id,
    )
    return item, judged


def _traits(row: Row, leaf: str, argument: Argument, n_symbols: int) -> Traits:
    return Traits(
        depth=1,
        query_shape=query_shape(argument[-1]),
        question_type=TWO_WAY,
        rule=row["rule"],
        leaf=leaf,
        logic=row["logic"],
        n_premises=len(argument) - 1,
        n_atoms=n_symbols,
    )


def _sentences(row: Row) -> tuple[tuple[str, ...], str]:
    """The premises and the conclusion, each without its stop."""
    before, question, after = row["query"].partition(_QUESTION)
    if not (question and before.startswith(_BEFORE)):
        raise _UnreadRow("the query does not ask what can be inferred from premises")
    told = before.removeprefix(_BEFORE).strip()
    premises = tuple(part.strip() for part in told.removesuffix(".").split(". "))
    return premises, after.strip().removesuffix(".")


def _source_id(row: Row) -> str:
    """The row's id; the number of the row in a file without ids."""
    source_id = row.cells.get("id", str(row.number)).strip()
    if not source_id:
        raise row.fault("id", "is empty")
    return source_id


def _leaf(row: Row) -> str:
    leaf = leaf_id(row["logic"], row["rule_category"], row["rule"], row["problem"])
    if leaf not in leaves():
        raise row.fault("rule", f"{row['rule'][:60]!r} is no leaf {leaf!r} of the tree of skills")
    return leaf


def _label(row: Row) -> str:
    label = row["answer"].strip().lower()
    if label not in ANSWERS[TWO_WAY]:
        raise row.fault("answer", f"{row['answer'][:20]!r} is not yes or no")
    return label


def _kind(row: Row) -> str:
    if row["rule_category"] == "fallacy":
        return "fallacy"
    problem = row["problem"]
    return "correct" if problem == "inference" else problem

"""LogicAsker's data files as items: formulas parsed from the English, labels derived again.

A row holds logic, rule_category, rule, problem, query and answer, and in some files an id, but no
formula. The English is parsed; where it has several readings, the row's rule decides which is meant
(`shapes`). The published answer plays no part. An item looks like a generated question on a skill,
except that its certificate has no derivation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import orjson

from engine.core.errors import SoritesError
from engine.core.items import AnswerKind, EntailmentCertificate, Item, Traits
from engine.core.kinds import LABELS, QuestionKind
from engine.core.left_out import STRICT, LeftOut
from engine.decide.entailment import label as label_of
from engine.decide.entailment import label_options, query_shape
from engine.decide.models import open_models
from engine.families.logicasker.kinds import ENTAILMENTS
from engine.families.logicasker.published.english import Names, readings
from engine.families.logicasker.published.labels import Entailments, entailments
from engine.families.logicasker.published.shapes import Argument, arguments, of_its_rule
from engine.families.logicasker.rules.skills import skill_id_of, skill_of_id
from engine.io.published.files import Row, read_rows
from engine.logic import Entailment, show

FAMILY = "logicasker"
TWO_WAY = QuestionKind.TWO_WAY
VERSION = 1
"""The importer's version, raised whenever it reads a file differently."""
PARAMS = orjson.dumps({"recipe": "published"}).decode()
COLUMNS = ("logic", "rule_category", "rule", "problem", "query", "answer")
KINDS = tuple(ENTAILMENTS)
"""The kinds a row can be published as: correct, contradiction, unrelated or fallacy."""

_BEFORE = "Consider the following premises: "
_QUESTION = "Can we infer the following from them? Answer yes or no:"


@dataclass(frozen=True, slots=True)
class Judged:
    """One row: its published kind, and the entailment status of its conclusion.

    `other_entailments` are the statuses of its other readings, with free variables universally
    closed. `is_repeat`: an earlier row asks the same.
    """

    source_id: str
    row: int
    rule: str
    kind: str
    answer: str
    entailments: Entailments
    other_entailments: tuple[Entailment, ...]
    is_repeat: bool = False

    def agrees(self, entailment: Entailment) -> bool:
        """Whether the published kind fits this status."""
        return entailment is ENTAILMENTS[self.kind]

    def answer_holds(self, entailment: Entailment) -> bool:
        """Whether the published yes or no is right under this status."""
        return (entailment is Entailment.ENTAILED) == (self.answer == "yes")

    @property
    def is_ambiguous(self) -> bool:
        """Whether its sentences have more than one reading."""
        return bool(self.other_entailments)

    @property
    def turns(self) -> bool:
        """Whether another reading has another answer."""
        is_yes = self.entailments.closed is Entailment.ENTAILED
        return any((other is Entailment.ENTAILED) != is_yes for other in self.other_entailments)


@dataclass(frozen=True, slots=True)
class Unread:
    """A row that is left out, and why."""

    source_id: str
    row: int
    why: str


@dataclass(frozen=True, slots=True)
class PublishedLogicAsker:
    """A file's contents. `judged` are all rows read; a repeated question makes one item."""

    items: tuple[Item, ...]
    judged: tuple[Judged, ...]
    unread: tuple[Unread, ...]

    @property
    def distinct(self) -> tuple[Judged, ...]:
        """The rows that repeat no earlier row, one for each item."""
        return tuple(judged for judged in self.judged if not judged.is_repeat)

    @property
    def repeated(self) -> int:
        """The number of rows that repeat an earlier one."""
        return len(self.judged) - len(self.items)


Track = Callable[[Sequence[Row]], Iterable[Row]]
"""Passes on every row, perhaps showing progress."""


def read_logicasker(
    path: Path, split: str = "test", track: Track = iter, left_out: LeftOut = STRICT
) -> PublishedLogicAsker:
    """Read the items of one data file. Faulty rows are refused, or noted in `left_out`.

    Raises:
        InputError: the file cannot be read, or a cell names no skill or no answer and may not be
            left out; the message says where. Rows whose English cannot be parsed are left out and
            reported.
    """
    rows = read_rows(path, COLUMNS, left_out)
    items: dict[str, Item] = {}
    judged: list[Judged] = []
    unread: list[Unread] = []
    seen: dict[str, int] = {}
    for row in track(rows):
        with left_out.noted():
            source_id = _source_id(row)
            first = seen.setdefault(source_id, row.number)
            if first != row.number:
                raise row.fault("id", f"{source_id!r} is already the id of row {first}")
            try:
                item, judgement = _read(row, source_id, len(items), split)
            except _UnreadRow as problem:
                unread.append(Unread(source_id, row.number, str(problem)))
                continue
            judged.append(replace(judgement, is_repeat=item.hash in items))
            items.setdefault(item.hash, item)
    left_out.require([*judged, *unread], path.name)
    return PublishedLogicAsker(tuple(items.values()), tuple(judged), tuple(unread))


class _UnreadRow(Exception):
    """A row whose English is not that of the published templates."""


def _read(row: Row, source_id: str, index: int, split: str) -> tuple[Item, Judged]:
    """Read one row as an item and as a judged row."""
    skill_id, label = _skill_id(row), _label(row)
    sentences = _sentences(row)
    spelt_out = [_spelt_out(sentence) for sentence in sentences]
    names = Names(spelt_out)
    found = [readings(sentence, names) for sentence in spelt_out]
    for sentence, formulas in zip(sentences, found, strict=True):
        if not formulas:
            raise _UnreadRow(f"cannot be read: {sentence}")
    ways = arguments(found)
    chosen = of_its_rule(skill_id, ways)
    try:
        own = entailments(chosen[:-1], chosen[-1])
        others = tuple(entailments(w[:-1], w[-1]).closed for w in ways if w != chosen)
    except SoritesError as error:
        raise _UnreadRow(str(error)) from None
    judged = Judged(source_id, row.number, row["rule"], _kind(row), label, own, others)
    texts = [f"{sentence}." for sentence in sentences]
    return _item(judged, texts, chosen, names, _traits(row, skill_id, chosen), index, split), judged


def _item(
    judged: Judged,
    sentences: Sequence[str],
    argument: Argument,
    names: Names,
    traits: Traits,
    index: int,
    split: str,
) -> Item:
    gold = label_of(TWO_WAY, judged.entailments.closed)
    if gold is None:
        raise _UnreadRow("the premises contradict each other")
    is_open = judged.entailments.closed is Entailment.UNDETERMINED
    models = open_models(argument[:-1], argument[-1]) if is_open else None
    symbols = names.symbols(argument)
    return Item(
        family=FAMILY,
        version=VERSION,
        params=PARAMS,
        seed=0,
        group=index,
        role=judged.kind,
        index=index,
        split=split,
        passage=tuple(sentences[:-1]),
        question=sentences[-1],
        options=label_options(TWO_WAY, gold),
        answer_kind=AnswerKind.LABEL,
        gold=gold,
        symbols=symbols,
        premises=tuple(map(show, argument[:-1])),
        query=(show(argument[-1]),),
        intended=judged.answer,
        certificate=EntailmentCertificate(models=models or ()),
        traits=replace(traits, n_atoms=len(symbols)),
        published_label=judged.answer,
        source_id=judged.source_id,
    )


def _traits(row: Row, skill_id: str, argument: Argument) -> Traits:
    return Traits(
        depth=1,
        query_shape=query_shape(argument[-1]),
        question_type=TWO_WAY.value,
        rule=row["rule"],
        skill=skill_id,
        logic=row["logic"],
        n_premises=len(argument) - 1,
    )


def _sentences(row: Row) -> tuple[str, ...]:
    """The premises and, last, the conclusion, each without its full stop."""
    before, question, after = row["query"].partition(_QUESTION)
    if not (question and before.startswith(_BEFORE)):
        raise _UnreadRow("the query does not ask what can be inferred from premises")
    passage = before.removeprefix(_BEFORE).strip()
    premises = [part.strip() for part in passage.removesuffix(".").split(". ")]
    return (*premises, after.strip().removesuffix("."))


def _spelt_out(sentence: str) -> str:
    """A sentence without contractions.

    >>> _spelt_out("If it doesn't rain, then Ada won’t run")
    'If it does not rain, then Ada will not run'
    """
    for short, full in (("won't", "will not"), ("can't", "cannot"), ("n't", " not")):
        sentence = sentence.replace("’", "'").replace(short, full)
    return sentence


def _source_id(row: Row) -> str:
    """The row's id, or its number in a file without ids."""
    source_id = row.cells.get("id", str(row.number)).strip()
    if not source_id:
        raise row.fault("id", "is empty")
    return source_id


def _skill_id(row: Row) -> str:
    skill_id = skill_id_of(row["logic"], row["rule_category"], row["rule"], row["problem"])
    if skill_id not in skill_of_id():
        raise row.fault("rule", f"{row['rule'][:60]!r} gives no skill {skill_id!r} of the tree")
    return skill_id


def _label(row: Row) -> str:
    label = row["answer"].strip().lower()
    if label not in LABELS[TWO_WAY]:
        raise row.fault("answer", f"{row['answer'][:20]!r} is not yes or no")
    return label


def _kind(row: Row) -> str:
    if row["rule_category"] == "fallacy":
        return "fallacy"
    problem = row["problem"]
    return "correct" if problem == "inference" else problem

"""LogicSkills' question files as items: one data set for each of the three tasks.

The file has the key and formula of a symbolization and the argument of a countermodel; their gold
answers are derived or checked here. The sentences of a validity question come without formulas and
are parsed by the published templates (`validity`). A question with a sentence outside the templates
keeps the published answer as its gold: it can be asked and graded, but not verified. The domain of
every countermodel is {0, 1, 2}, as in the published prompt.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import orjson

from engine.core.errors import InputError, SoritesError
from engine.core.items import AnswerKind, Item, Option, StructureCertificate, Symbol, Traits
from engine.core.left_out import NOT_SHAPED, STRICT, LeftOut, misshapen
from engine.core.outside import read_json
from engine.families.logicskills.published.validity import with_formulas
from engine.logic import constants, parse, show
from engine.logic.first_order.models import find_countermodel
from engine.logic.first_order.structures import signature, structure_text

FAMILY = "logicskills"
VERSION = 1
"""The importer's version, raised whenever it reads a file differently."""
PARAMS = orjson.dumps({"recipe": "published"}).decode()
TASKS = ("symbolization", "countermodel", "validity")
LANGUAGES = {"english": "en", "carroll": "carroll"}

_SIZE = 3
_VARIABLES = ("x", "y")
Record = dict[
    str, Any
]  # Any: one object of a JSON file, whose fields are checked where they are read
Track = Callable[[Sequence[Record]], Iterable[Record]]
"""Passes on every record, perhaps showing progress."""


def read_task(
    folder: Path, task: str, track: Track = iter, left_out: LeftOut = STRICT
) -> tuple[Item, ...]:
    """The items of one task, from the largest question file of each language in the folder.

    Faulty records are refused, or noted in `left_out`.

    Raises:
        InputError: a file cannot be read, or a record is not as published and may not be left out;
            the message says where.
    """
    made: list[Item] = []
    for path in _question_files(folder, task):
        records = read_records(path)
        for place, record in enumerate(track(records)):
            with left_out.noted():
                made.append(_read(task, record, place, f"{path.name}, record {place + 1}"))
        if records:
            left_out.require(made, path.name)
    return tuple(sorted(made, key=lambda item: item.index))


def _read(task: str, record: Record, place: int, where: str) -> Item:
    """The item of a record; whatever is wrong with it is said with its place."""
    try:
        return _READERS[task](record, place)
    except (*NOT_SHAPED, SoritesError) as error:
        what = error if isinstance(error, SoritesError) else misshapen(error)
        raise InputError(f"{where}: not as published ({what})") from None


def _question_files(folder: Path, task: str) -> list[Path]:
    """The largest file of a task, one for each language that has one."""
    files: list[Path] = []
    for ending in ("", *(f"_{language}" for language in LANGUAGES)):
        name = f"questions_{task}{ending}.json"
        found = sorted(folder.rglob(name), key=lambda path: (path.stat().st_size, str(path)))
        files += found[-1:]
    return files


def read_records(path: Path) -> list[Record]:
    """Read a JSON file that is a list of objects.

    Raises:
        InputError: the file is something else.
    """
    content = read_json(path)
    if not isinstance(content, list) or not all(isinstance(record, dict) for record in content):
        raise InputError(f"{path.name}: not a list of questions")
    return content


def _symbolization(record: Record, place: int) -> Item:
    sentence, key = re.fullmatch(_SENTENCE, record["question"].strip()).groups()  # type: ignore[union-attr]
    formula = parse(record["form"])
    symbols = tuple(_symbol(line) for line in key.splitlines())
    gold = show(formula)
    return _item(
        record,
        task="symbolization",
        group=place,
        passage=(sentence,),
        answer_kind=AnswerKind.FORMULA,
        gold=gold,
        symbols=symbols,
        query=(gold,),
    )


_SENTENCE = re.compile(r"Sentence:\s+(.+?)\s+Abbreviations:\s+(.+)", re.DOTALL)


def _symbol(line: str) -> Symbol:
    """`P: [1] saw [2]` as the symbol P(x, y)."""
    letter, _, meaning = line.partition(": ")
    places = [variable for n, variable in enumerate(_VARIABLES, 1) if f"[{n}]" in meaning]
    for n, variable in enumerate(_VARIABLES, 1):
        meaning = meaning.replace(f"[{n}]", variable)
    return Symbol(f"{letter}({', '.join(places)})" if places else letter, meaning)


def _countermodel(record: Record, place: int) -> Item:
    premises_text, _, claim = record["question"].partition("Argument:")[2].strip().partition(" |= ")
    premises = [parse(text) for text in premises_text.split(", ")]
    conclusion = parse(claim)
    structure = find_countermodel(premises, conclusion, _SIZE)
    if structure is None or structure.size != _SIZE:
        raise InputError(f"question {record['id']} has no countermodel of {_SIZE} elements")
    formulas = (*premises, conclusion)
    atoms = [f"{name}({', '.join(_VARIABLES[:places])})" for name, places in signature(formulas)]
    atoms += dict.fromkeys(term.name for formula in formulas for term in constants(formula))
    return _item(
        record,
        task="countermodel",
        group=place,
        passage=tuple(map(show, premises)),
        question=show(conclusion),
        answer_kind=AnswerKind.STRUCTURE,
        gold=structure_text(structure),
        symbols=tuple(Symbol(atom, atom) for atom in atoms),
        premises=tuple(map(show, premises)),
        query=(show(conclusion),),
    )


def _validity(record: Record, place: int) -> Item:
    before, _, rest = record["question"].partition(_ASKED)
    passage = before.partition(_SITUATION)[2].strip()
    options = re.findall(r"(?m)^(\d+)\. (.+)$", rest)
    gold = record["correct_answer"]
    if not passage or gold not in dict(options):
        raise ValueError("no situation, or no option with the number of the answer")
    sentences = tuple(f"{part}." for part in passage.removesuffix(".").split(". "))
    item = _item(
        record,
        task="validity",
        group=place,
        passage=sentences,
        answer_kind=AnswerKind.SET,
        gold=gold,
        options=tuple(Option(k, text, "gold" if k == gold else "open") for k, text in options),
    )
    return with_formulas(item) or item


_SITUATION = "Consider the following situation:"
_ASKED = "Which, if any, of the following statements must be true in this situation?"


def _item(
    record: Record, *, task: str, group: int, passage: tuple[str, ...], **parts: Any
) -> Item:  # Any: the fields that the task has
    language = LANGUAGES[record["language"]] if "language" in record else "formal"
    members = ("en", "carroll")
    is_paired = language in members
    premises = parts.get("premises", passage if task == "validity" else ())
    traits = Traits(
        question_type=task,
        logic="predicate",
        language=language,
        n_premises=len(premises),
        n_atoms=len(parts.get("symbols", ())),
    )
    defaults: dict[str, Any] = {
        "question": "",
        "options": (),
        "symbols": (),
        "premises": (),
        "query": (),
        **parts,
    }
    return Item(
        family=FAMILY,
        version=VERSION,
        params=PARAMS,
        seed=0,
        group=group,
        role=language,
        index=group * 2 + members.index(language) if is_paired else group,
        split="test",
        passage=passage,
        intended=parts["gold"],
        certificate=StructureCertificate(),
        traits=traits,
        published_label=parts["gold"],
        source_id=str(record["id"]),
        **defaults,
    )


_READERS: dict[str, Callable[[Record, int], Item]] = {
    "symbolization": _symbolization,
    "countermodel": _countermodel,
    "validity": _validity,
}

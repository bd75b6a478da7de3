"""Build items from database rows, without Arrow.

A process that reads a data set once and then asks a model for hours does not need Arrow, which
takes 40 MB. Lists of structures arrive as JSON, which parses ten times as fast as DuckDB builds
dictionaries. Columns are built whole: a loop over rows and fields would cost more.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from itertools import accumulate, chain, pairwise
from typing import Any, TypeVar

import orjson

from engine.core.certificates import Rejected
from engine.core.items import (
    AnswerKind,
    Certificate,
    ChoiceCertificate,
    EntailmentCertificate,
    Ground,
    Item,
    Model,
    Option,
    OptionGround,
    ProofCertificate,
    Step,
    StructureCertificate,
    SupportCertificate,
    Symbol,
    Traits,
)
from engine.store.datasets.columns import OF_DATASET, SOURCES, TRAITS

Row = TypeVar("Row")
Made = TypeVar("Made", Option, Symbol)

_UNCERTIFIED = """'{"kind": "proof", "steps": [], "holds": null, "fails": null}'"""
_STRUCTURES = {"options": Option, "symbols": Symbol}
_LISTS = ("passage", "premises", "query", "forms")


def selection(*, certified: bool = True) -> str:
    """The select list for `items_of`, over items `i` and their data sets `d`.

    Without `certified` certificates are empty.
    """
    chosen = {name: f'i."{name}"' for name in (*SOURCES, *TRAITS)}
    chosen |= {name: f'to_json(i."{name}")::VARCHAR' for name in _STRUCTURES}
    if not certified:
        chosen["certificate"] = _UNCERTIFIED
    chosen |= {name: f'd."{name}"' for name in OF_DATASET}
    return ", ".join(chosen.values())


def items_of(rows: Sequence[tuple[Any, ...]]) -> list[Item]:  # Any: as the columns are
    """The items of rows selected by `selection`."""
    if not rows:
        return []
    names = (*SOURCES, *TRAITS, *OF_DATASET)
    columns: dict[str, Sequence[Any]] = dict(zip(names, zip(*rows, strict=True), strict=True))
    for name in _LISTS:
        columns[name] = list(map(tuple, columns[name]))
        _require_all(chain.from_iterable(columns[name]))
    for name, kind in _STRUCTURES.items():
        columns[name] = _structures(kind, columns[name])
    columns["answer_kind"] = list(map(AnswerKind, columns["answer_kind"]))
    columns["certificate"] = _certificates(columns["certificate"])
    traits = _fill(Traits, {name: columns[name] for name in TRAITS}, len(rows))
    of_item = {source: columns[name] for name, source in SOURCES.items()}
    of_dataset = {name: columns[name] for name in OF_DATASET}
    return _fill(Item, {**of_item, **of_dataset, "traits": traits}, len(rows))


def _structures(kind: type[Made], texts: Sequence[str]) -> list[tuple[Made, ...]]:
    """Parse a column of JSON lists of structures into objects of a class with the same fields.

    The items of a group share most lists; equal lists become one object.
    """
    distinct = list(dict.fromkeys(texts))
    parsed = list(map(orjson.loads, distinct))
    flat = list(chain.from_iterable(parsed))
    _require_all(flat)
    columns: dict[str, Sequence[Any]] = {
        field.name: [each[field.name] for each in flat] for field in fields(kind)
    }
    objects = tuple(_fill(kind, columns, len(flat)))
    ends = accumulate(map(len, parsed), initial=0)
    lists = {text: objects[a:b] for text, (a, b) in zip(distinct, pairwise(ends), strict=True)}
    return [lists[text] for text in texts]


def _require_all(elements: Iterable[object]) -> None:
    if None in elements:
        raise ValueError("an element of a list is missing")


def _fill(kind: type[Row], columns: dict[str, Sequence[Any]], n: int) -> list[Row]:
    """Make `n` objects of a frozen class with slots, setting one field at a time for all.

    The constructors of these classes only assign (an item's also computes a missing hash, which
    stored items never lack). So this equals calling them, at a third of the cost.
    """
    objects = [kind.__new__(kind) for _ in range(n)]
    for name, values in columns.items():
        deque(map(getattr(kind, name).__set__, objects, values), maxlen=0)
    return objects


def _certificates(texts: Sequence[str]) -> list[Certificate]:
    distinct = list(dict.fromkeys(texts))
    stored = list(map(orjson.loads, distinct))
    try:
        flat = [step for certificate in stored for step in certificate.get("steps", ())]
        ends = accumulate((len(certificate.get("steps", ())) for certificate in stored), initial=0)
        steps = _fill(
            Step,
            {
                "formula": [_text(step["formula"]) for step in flat],
                "form": [_text(step["form"]) for step in flat],
                "sources": [tuple(map(_index, step["sources"])) for step in flat],
            },
            len(flat),
        )
        made = {
            text: _OF_KIND[certificate["kind"]](certificate, tuple(steps[start:end]))
            for text, certificate, (start, end) in zip(
                distinct, stored, pairwise(ends), strict=True
            )
        }
        return [made[text] for text in texts]
    except (AttributeError, KeyError, TypeError):
        raise ValueError("the certificate does not have the parts of one") from None


def _proof(stored: dict[str, Any], steps: tuple[Step, ...]) -> ProofCertificate:
    counted = stored.get("rejected")
    return ProofCertificate(
        steps,
        _valuation(stored["holds"]),
        _valuation(stored["fails"]),
        None if counted is None else _rejected(counted),
        stored.get("by_clauses", False),
    )


def _choice(stored: dict[str, Any], _: tuple[Step, ...]) -> ChoiceCertificate:
    return ChoiceCertificate(
        grounds=tuple(
            Ground(_sources(ground["sources"]), _valuation(ground["fails"]))
            for ground in stored["grounds"]
        ),
        rejected=_rejected(stored["rejected"]),
    )


def _entailment(stored: dict[str, Any], steps: tuple[Step, ...]) -> EntailmentCertificate:
    return EntailmentCertificate(
        steps=steps,
        sound_premises=tuple(stored["sound_premises"]),
        conclusion=stored["conclusion"],
        models=_models(stored["models"]),
        rejected=_rejected(stored["rejected"]),
    )


def _support(stored: dict[str, Any], _: tuple[Step, ...]) -> SupportCertificate:
    first, second = stored["shown"]
    return SupportCertificate(
        shown=(first, second),
        propositions=tuple(stored["propositions"]),
        ties=tuple((one, other) for one, other in stored["ties"]),
        used=tuple(stored["used"]),
    )


def _structure(stored: dict[str, Any], _: tuple[Step, ...]) -> StructureCertificate:
    return StructureCertificate(
        models=_models(stored["models"]),
        options=tuple(
            OptionGround(_sources(ground["sources"]), _models(ground["models"]))
            for ground in stored["options"]
        ),
        rejected=_rejected(stored["rejected"]),
    )


_OF_KIND: dict[str, Callable[[dict[str, Any], tuple[Step, ...]], Certificate]] = {
    "proof": _proof,
    "choice": _choice,
    "entailment": _entailment,
    "support": _support,
    "structure": _structure,
}


def _models(stored: Sequence[dict[str, Any]]) -> tuple[Model, ...]:
    return tuple(
        Model(
            model["size"],
            tuple((name, individual) for name, individual in model["names"]),
            tuple(model["true"]),
        )
        for model in stored
    )


def _rejected(stored: Iterable[Sequence[Any]]) -> Rejected:
    return tuple((reason, n) for reason, n in stored)


def _sources(stored: Iterable[int] | None) -> tuple[int, ...] | None:
    return None if stored is None else tuple(stored)


def _valuation(atoms: Iterable[str] | None) -> tuple[str, ...] | None:
    return None if atoms is None else tuple(map(_text, atoms))


def _text(stored: object) -> str:
    if not isinstance(stored, str):
        raise TypeError
    return stored


def _index(stored: object) -> int:
    if type(stored) is not int:
        raise TypeError
    return stored

"""Items and verifications as Arrow tables, column by column, and items back from them.

Columns are built and read whole: a loop over rows and fields in Python would cost more than the
solvers do.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from functools import partial
from itertools import accumulate, chain, pairwise
from operator import attrgetter
from typing import Any, TypeVar

import orjson
import pyarrow as pa

from engine.items import (
    AnswerKind,
    Certificate,
    ChoiceCertificate,
    Ground,
    Item,
    Model,
    Option,
    OptionGround,
    SkillCertificate,
    Step,
    StructureCertificate,
    SupportCertificate,
    Symbol,
    Traits,
    Verification,
)
from engine.store.arrow import settle_without_pandas

settle_without_pandas()

Row = TypeVar("Row")

_TEXT = pa.string()
_TEXTS = pa.list_(pa.string())
_COUNT = pa.int32()
_OPTION = pa.struct([("key", _TEXT), ("text", _TEXT), ("role", _TEXT)])
_SYMBOL = pa.struct(
    [
        ("atom", _TEXT),
        ("text", _TEXT),
        ("negation", _TEXT),
        ("paraphrase", _TEXT),
        ("domain", _TEXT),
        ("world", pa.bool_()),
    ]
)

_OF_ITEM = {
    "hash": ("hash", _TEXT),
    "idx": ("index", _COUNT),
    "group_no": ("group", _COUNT),
    "role": ("role", _TEXT),
    "split": ("split", _TEXT),
    "passage": ("passage", _TEXTS),
    "question": ("question", _TEXT),
    "options": ("options", pa.list_(_OPTION)),
    "answer_kind": ("answer_kind", _TEXT),
    "gold": ("gold", _TEXT),
    "symbols": ("symbols", pa.list_(_SYMBOL)),
    "premises": ("premises", _TEXTS),
    "query": ("query", _TEXTS),
    "intended": ("intended", _TEXT),
    "certificate": ("certificate", _TEXT),
    "published_label": ("published_label", _TEXT),
    "source_id": ("source_id", _TEXT),
}
_OF_TRAITS = {
    "forms": _TEXTS,
    "shown_accurate": pa.bool_(),
    **dict.fromkeys(("depth", "height", "n_premises", "n_atoms", "n_distractors"), _COUNT),
}
_TRAITS = tuple(field.name for field in fields(Traits))
_ORIGINS = {"family": _TEXT, "version": _COUNT, "params": _TEXT, "seed": pa.int64()}

ITEM_COLUMNS = (*_OF_ITEM, *_TRAITS)
"""The columns that the table `items` takes from an item, in its order after the two keys."""

ITEM_SCHEMA = pa.schema(
    [
        *((column, kind) for column, (_, kind) in _OF_ITEM.items()),
        *((trait, _OF_TRAITS.get(trait, _TEXT)) for trait in _TRAITS),
        *_ORIGINS.items(),
    ]
)
"""The columns of `items`, without its keys, and what the whole data set shares."""


VERIFICATION_SCHEMA = pa.schema(
    [
        ("index", _COUNT),
        ("verdict", _TEXT),
        ("agreed", pa.bool_()),
        ("methods", _TEXT),
        ("solver", _TEXT),
        ("minimal_premises", pa.list_(_COUNT)),
        ("steps", _COUNT),
        ("height", _COUNT),
        ("problem", _TEXT),
    ]
)


def items_table(items: Sequence[Item]) -> pa.Table:
    """The items as one Arrow table of `ITEM_SCHEMA`."""
    columns = {name: list(map(attrgetter(source), items)) for name, (source, _) in _OF_ITEM.items()}
    columns["certificate"] = [orjson.dumps(item.certificate).decode() for item in items]
    traits = [item.traits for item in items]
    columns |= {name: list(map(attrgetter(name), traits)) for name in _TRAITS}
    columns |= {name: list(map(attrgetter(name), items)) for name in _ORIGINS}
    nested = {"options": _OPTION, "symbols": _SYMBOL}
    arrays = [
        _structs(columns[field.name], nested[field.name])
        if field.name in nested
        else pa.array(columns[field.name], type=field.type)
        for field in ITEM_SCHEMA
    ]
    return pa.Table.from_arrays(arrays, schema=ITEM_SCHEMA)


def verifications_table(rows: Sequence[Verification]) -> pa.Table:
    """The verifications as one Arrow table of `VERIFICATION_SCHEMA`."""
    arrays = [
        pa.array(list(map(attrgetter(field.name), rows)), type=field.type)
        for field in VERIFICATION_SCHEMA
    ]
    return pa.Table.from_arrays(arrays, schema=VERIFICATION_SCHEMA)


def items_of(batch: pa.RecordBatch) -> list[Item]:
    """The items in a batch of rows with the columns of `ITEM_SCHEMA`."""
    columns: dict[str, Sequence[Any]] = {}
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        match name:
            case "options":
                columns[name] = _slices(column, partial(_objects, Option))
            case "symbols":
                columns[name] = _slices(column, partial(_objects, Symbol))
            case "passage" | "premises" | "query" | "forms":
                columns[name] = _slices(column, pa.Array.to_pylist)
            case _:
                columns[name] = column.to_pylist()
    columns["answer_kind"] = list(map(AnswerKind, columns["answer_kind"]))
    columns["certificate"] = _certificates(columns["certificate"])
    traits = _fill(Traits, {name: columns[name] for name in _TRAITS}, len(batch))
    of_item = {source: columns[name] for name, (source, _) in _OF_ITEM.items()}
    of_dataset = {name: columns[name] for name in _ORIGINS}
    return _fill(Item, {**of_item, **of_dataset, "traits": traits}, len(batch))


def _fill(kind: type[Row], columns: dict[str, Sequence[Any]], n: int) -> list[Row]:
    """`n` objects of a frozen class with slots, each field set for all of them in one pass.

    The constructors of these classes only assign (an item's also derives a hash that is absent,
    which a stored one never is), so this is the same as calling them, at a third of the cost.
    """
    objects = [kind.__new__(kind) for _ in range(n)]
    for name, values in columns.items():
        deque(map(getattr(kind, name).__set__, objects, values), maxlen=0)
    return objects


def _structs(rows: list[tuple[object, ...]], kind: pa.StructType) -> pa.ListArray:
    """A column of lists of structs from tuples of objects with the struct's attributes."""
    flat = list(chain.from_iterable(rows))
    children = [
        pa.array(list(map(attrgetter(field.name), flat)), type=field.type) for field in kind
    ]
    offsets = pa.array(accumulate(map(len, rows), initial=0), type=pa.int32())
    return pa.ListArray.from_arrays(
        offsets, pa.StructArray.from_arrays(children, fields=list(kind))
    )


def _objects(kind: type[Row], structs: pa.StructArray) -> list[Row]:
    """Objects of a class from structs of the same fields."""
    columns = [part.to_pylist() for part in structs.flatten()]
    names = (field.name for field in structs.type)
    return _fill(kind, dict(zip(names, columns, strict=True)), len(structs))


def _slices(
    column: pa.ListArray, convert: Callable[[pa.Array], list[Any]]
) -> list[tuple[Any, ...]]:
    """A column of lists as tuples, converting all elements at once."""
    if column.values.null_count:
        raise ValueError("an element of a list is missing")
    offsets = column.offsets.to_pylist()
    values = tuple(convert(column.values.slice(offsets[0], offsets[-1] - offsets[0])))
    return [values[start - offsets[0] : end - offsets[0]] for start, end in pairwise(offsets)]


def _certificates(texts: Sequence[str]) -> list[Certificate]:
    stored = [orjson.loads(text) for text in texts]
    if not all(map(_is_certificate, stored)):
        raise _shapeless()
    flat = [step for certificate in stored for step in certificate["steps"]]
    steps = _fill(
        Step,
        {
            "formula": [step["formula"] for step in flat],
            "form": [step["form"] for step in flat],
            "sources": [tuple(step["sources"]) for step in flat],
        },
        len(flat),
    )
    ends = list(accumulate((len(certificate["steps"]) for certificate in stored), initial=0))
    try:
        return [
            _certificate(certificate, tuple(steps[start:end]))
            for certificate, (start, end) in zip(stored, pairwise(ends), strict=True)
        ]
    except (KeyError, TypeError):
        raise _shapeless() from None


def _shapeless() -> ValueError:
    return ValueError("the certificate does not have the parts of one")


def _certificate(stored: dict[str, Any], steps: tuple[Step, ...]) -> Certificate:
    if "options" in stored:
        return _structure_certificate(stored)
    if "grounds" in stored:
        return _choice_certificate(stored)
    if "ties" in stored:
        return _support_certificate(stored)
    if "models" in stored:
        return _skill_certificate(stored, steps)
    return Certificate(steps, _valuation(stored["holds"]), _valuation(stored["fails"]))


def _skill_certificate(stored: dict[str, Any], steps: tuple[Step, ...]) -> SkillCertificate:
    return SkillCertificate(
        steps=steps,
        sound_premises=tuple(stored["sound_premises"]),
        conclusion=stored["conclusion"],
        models=_models(stored["models"]),
        rejected=tuple((reason, n) for reason, n in stored["rejected"]),
    )


def _structure_certificate(stored: dict[str, Any]) -> StructureCertificate:
    return StructureCertificate(
        models=_models(stored["models"]),
        options=tuple(
            OptionGround(
                None if ground["sources"] is None else tuple(ground["sources"]),
                _models(ground["models"]),
            )
            for ground in stored["options"]
        ),
        rejected=tuple((reason, n) for reason, n in stored["rejected"]),
    )


def _models(stored: Sequence[dict[str, Any]]) -> tuple[Model, ...]:
    return tuple(
        Model(
            model["size"],
            tuple((name, individual) for name, individual in model["names"]),
            tuple(model["true"]),
        )
        for model in stored
    )


def _support_certificate(stored: dict[str, Any]) -> SupportCertificate:
    first, second = stored["shown"]
    return SupportCertificate(
        shown=(first, second),
        propositions=tuple(stored["propositions"]),
        ties=tuple((one, other) for one, other in stored["ties"]),
        used=tuple(stored["used"]),
    )


def _is_certificate(stored: object) -> bool:
    """Whether parsed JSON has the shape that certificates are stored in."""
    match stored:
        case {"steps": [*steps], "holds": None | [*_] as holds, "fails": None | [*_] as fails}:
            valuations = (*(holds or ()), *(fails or ()))
            return all(map(_is_step, steps)) and all(isinstance(atom, str) for atom in valuations)
        case _:
            return False


def _is_step(stored: object) -> bool:
    match stored:
        case {"formula": str(), "form": str(), "sources": [*sources]}:
            return all(type(source) is int for source in sources)
        case _:
            return False


def _choice_certificate(stored: dict[str, Any]) -> ChoiceCertificate:
    return ChoiceCertificate(
        grounds=tuple(
            Ground(
                None if ground["sources"] is None else tuple(ground["sources"]),
                _valuation(ground["fails"]),
            )
            for ground in stored["grounds"]
        ),
        rejected=tuple((reason, n) for reason, n in stored["rejected"]),
    )


def _valuation(atoms: Iterable[str] | None) -> tuple[str, ...] | None:
    return None if atoms is None else tuple(atoms)

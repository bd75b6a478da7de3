"""CDCP (Park and Cardie 2018): `NNNNN.txt` and `NNNNN.ann.json`, comments on debt collection.

    {"prop_labels": ["value", …], "prop_offsets": [[0, 204], …], "url": {},
     "reasons": [[[0, 0], 1], [[8, 9], 6]], "evidences": []}

A relation goes from an inclusive range of propositions (from 0) to one; a longer range is linked
premises. Offsets count characters of the text with its original line ends.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from engine.core.outside import read_text
from engine.io.corpora.source import Builder, Documents, Places, corpus_files, line_of, parse_json
from engine.logic.argument_graph import ArgumentGraph, Proposition

_ENDING = ".ann.json"
_RELATIONS = ("reasons", "evidences")
_RELATION = re.compile(r"\[\s*\[\s*(\d{1,9})\s*,\s*(\d{1,9})\s*\]\s*,\s*(\d{1,9})\s*\]")
"""A relation, whatever its spacing."""


def read_cdcp(path: Path) -> Documents:
    """The documents of a file or folder."""
    for file in corpus_files(path, _ENDING):
        yield partial(_graph, file)


def _graph(file: Path) -> ArgumentGraph:
    name = file.name.removesuffix(_ENDING)
    builder, text = Builder(name, file), read_text(file)
    stored = parse_json(text, file)
    source = read_text(file.with_name(f"{name}.txt"))
    lines = {key: line_of(text, f'"{key}"') for key in (*_RELATIONS, "prop_offsets")}
    match stored:
        case {"prop_labels": [*labels], "prop_offsets": [*offsets]} if len(labels) == len(offsets):
            pass
        case _:
            raise builder.fail(1, "needs as many `prop_labels` as `prop_offsets`")
    reached = 0
    for at, (label, span) in enumerate(zip(labels, offsets, strict=True)):
        match span:
            case [int(start), int(end)] if _are_numbers(span) and 0 <= start < end <= len(source):
                if start < reached:
                    problem = f"the offsets {span} of proposition {at} overlap with those before"
                    raise builder.fail(lines["prop_offsets"], problem)
                reached = end
                quoted = " ".join(source[start:end].split())
                found = Proposition(str(at), quoted, str(label), start, end)
                builder.proposition(lines["prop_offsets"], found)
            case _:
                problem = f"the offsets {span} of proposition {at} are not within the text"
                raise builder.fail(lines["prop_offsets"], problem)
    for key in _RELATIONS:
        relations = stored.get(key, [])
        if not isinstance(relations, list):
            raise builder.fail(lines[key], f"`{key}` must be a list")
        start = max(text.find(f'"{key}"'), 0)
        places = Places(text, _RELATION, lambda found: tuple(map(int, found.groups())), start)
        for relation in relations:
            _relate(builder, places, lines[key], key, relation, len(labels))
    return builder.graph()


def _relate(
    builder: Builder,
    places: Places,
    line: int,
    key: str,
    relation: Any,  # from JSON
    n: int,
) -> None:
    match relation:
        case [[int(first), int(last)], int(target)] if (
            _are_numbers((first, last, target)) and 0 <= first <= last < n
        ):
            sources = tuple(map(str, range(first, last + 1)))
            place = places.of((first, last, target), otherwise=line)
            builder.support(place, sources, str(target))
        case _:
            problem = f"{relation} of `{key}` is not `[[first, last], target]` of {n}"
            raise builder.fail(line, problem)


def _are_numbers(values: Sequence[object]) -> bool:
    """Whether none is a bool, which Python counts as a number."""
    return not any(isinstance(value, bool) for value in values)

"""BRAT standoff files (`.ann` beside `.txt`): persuasive essays (AAEC v2), abstracts (AbstRCT).

    T3<TAB>Claim 591 714<TAB>through cooperation, …
    A1<TAB>Stance T3 For
    R1<TAB>supports Arg1:T4 Arg2:T3

Offsets count characters of the `.txt`. Relations go from Arg1 to Arg2. In essays a claim's stance
relates it to every major claim; without stances no proposition supports two others.
"""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import NamedTuple

from engine.core.outside import read_text
from engine.io.corpora.source import Builder, Documents, corpus_files
from engine.logic.argument_graph import ArgumentGraph, Proposition

_ID = re.compile(r"[TREAMN]\d+|#\d*|\*")
_SPAN = re.compile(r"(\S+) (\d{1,9} \d{1,9}(?:;\d{1,9} \d{1,9})*)")
_RELATION = re.compile(r"(\S+) Arg1:(\S+) Arg2:(\S+)")
_SUPPORTS = frozenset({"support", "supports"})
_ATTACKS = frozenset({"attack", "attacks", "partial-attack"})
_MAJOR = "MajorClaim"


def read_brat(path: Path, *, stance: bool) -> Documents:
    """The documents of a file or folder.

    `stance` turns For and Against into edges to major claims.
    """
    for file in corpus_files(path, ".ann"):
        yield partial(_read, file, stance=stance)


def _read(file: Path, *, stance: bool) -> ArgumentGraph:
    return _Document(file).graph(stance=stance)


class _Line(NamedTuple):
    number: int
    parts: list[str]


class _Document:
    """One annotation file with its text."""

    def __init__(self, file: Path) -> None:
        self.file, self.builder = file, Builder(file.stem, file)
        self.source = read_text(file.with_suffix(".txt"))
        self.lines = [
            _Line(number, line.rstrip("\r\t").split("\t"))
            for number, line in enumerate(read_text(file).split("\n"), 1)
            if line.strip()
        ]
        self._check_ids()
        self.major: list[str] = []

    def graph(self, *, stance: bool) -> ArgumentGraph:
        for line in self.lines:
            if line.parts[0].startswith("T"):
                self._proposition(*line)
        for line in self.lines:
            if line.parts[0].startswith("R"):
                self._relation(*line)
            elif line.parts[0].startswith("A"):
                self._stance(*line, is_edge=stance)
        return self.builder.graph()

    def _check_ids(self) -> None:
        first: dict[str, int] = {}
        for number, parts in self.lines:
            own = parts[0]
            if not _ID.fullmatch(own):
                raise self.builder.fail(number, f"{own[:40]!r} is not an id such as T1, R1 or A1")
            if own in first and own[-1].isdigit():
                problem = f"the id {own!r} was already used on line {first[own]}"
                raise self.builder.fail(number, problem)
            first[own] = number

    def _proposition(self, number: int, parts: list[str]) -> None:
        match = _SPAN.fullmatch(parts[1]) if len(parts) == 3 else None
        if match is None:
            raise self.builder.fail(number, "not `T1<TAB>Type start end<TAB>text`")
        spans = [tuple(map(int, span.split())) for span in match[2].split(";")]
        if sum(end - start for start, end in spans) > len(self.source):
            raise self.builder.fail(number, "its spans are longer than the text")
        quoted = " ".join(self.source[start:end] for start, end in spans)
        if _spaced(quoted) != _spaced(parts[2]):
            raise self.builder.fail(
                number, f"the offsets {match[2]} give {quoted[:40]!r}, not the text"
            )
        if match[1] == _MAJOR:
            self.major.append(parts[0])
        start, end = spans[0][0], spans[-1][1]
        text = _spaced(parts[2])
        self.builder.proposition(number, Proposition(parts[0], text, match[1], start, end))

    def _relation(self, number: int, parts: list[str]) -> None:
        match = _RELATION.fullmatch(parts[1].strip()) if len(parts) > 1 else None
        if match is None:
            raise self.builder.fail(number, "not `R1<TAB>relation Arg1:T1 Arg2:T2`")
        kind = match[1].lower()
        if kind in _SUPPORTS:
            self.builder.support(number, (match[2],), match[3])
        elif kind in _ATTACKS:
            self.builder.attack(number, match[2], match[3])
        else:
            raise self.builder.fail(number, f"unknown relation {match[1]!r}")

    def _stance(self, number: int, parts: list[str], *, is_edge: bool) -> None:
        words = parts[1].split() if len(parts) > 1 else []
        if words[:1] != ["Stance"]:
            return
        if len(words) != 3 or words[2] not in ("For", "Against"):
            raise self.builder.fail(number, "not `A1<TAB>Stance T1 For` or `Against`")
        if words[1] not in self.builder:
            problem = f"the stance is that of {words[1]!r}, which is no proposition here"
            raise self.builder.fail(number, problem)
        for major in self.major if is_edge else ():
            if words[2] == "For":
                self.builder.support(number, (words[1],), major)
            else:
                self.builder.attack(number, words[1], major)


def _spaced(text: str) -> str:
    return " ".join(text.split())

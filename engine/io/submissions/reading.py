"""Read and write submissions."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import orjson
from pydantic import BaseModel, ValidationError

from engine.core.errors import InputError
from engine.core.outside import parse_json, read_bytes
from engine.io.submissions.form import Header, Reply, complaint

_Form = TypeVar("_Form", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Submission:
    """A submission: header, replies, the name of its data set, and the file's SHA-256."""

    path: Path
    header: Header
    replies: tuple[Reply, ...]
    dataset: str
    sha256: str


def read_submission(path: Path, frozen: Mapping[str, str]) -> Submission:
    """Read a file and find its frozen data set by content hash.

    Raises:
        InputError: it violates the format, claims a verdict, has a duplicate reply, or names a data
        set that no suite has frozen.
    """
    content = read_bytes(path)
    lines = content.rstrip().splitlines()
    if not lines:
        raise InputError(f"{path} is empty; its first line must say what was asked of whom")
    header = _line(Header, path, 1, lines[0])
    replies = tuple(_line(Reply, path, n, line) for n, line in enumerate(lines[1:], 2))
    seen: set[tuple[str, int]] = set()
    for number, reply in enumerate(replies, 2):
        place = reply.item, reply.rotation
        if place in seen:
            raise InputError(f"{path}, line {number}: the item {reply.item[:12]} is there twice")
        seen.add(place)
    return Submission(
        path, header, replies, _dataset(header, frozen), hashlib.sha256(content).hexdigest()
    )


def submission_lines(header: Header, replies: Sequence[Reply]) -> Iterator[bytes]:
    """The lines of a file, as `read_submission` reads them."""
    for line in (header, *replies):
        yield orjson.dumps(line.model_dump(mode="json", exclude_unset=True)) + b"\n"


def _dataset(header: Header, frozen: Mapping[str, str]) -> str:
    if header.content_hash in frozen:
        return frozen[header.content_hash]
    raise InputError(
        f"no suite has frozen a data set with content {header.content_hash[:12]}; submissions are"
        f" about one of: {', '.join(frozen.values())} (`sorites suite` makes them)"
    )


def _line(form: type[_Form], path: Path, number: int, line: bytes) -> _Form:
    try:
        return form.model_validate(parse_json(line, f"{path}, line {number}"))
    except ValidationError as error:
        raise InputError(f"{path}, line {number}: {complaint(error)}") from None

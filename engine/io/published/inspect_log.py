"""Logs of Inspect (`.eval`): a ZIP archive of JSON, its members compressed by Zstandard.

`header.json` names the model and scorers; `samples/ID_epoch_N.json` holds a sample.
Python itself reads such members from 3.14 on; before that, Arrow's codec does.
"""

from __future__ import annotations

import shlex
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.core.errors import InputError
from engine.core.items import Outcome
from engine.core.left_out import STRICT, LeftOut, MisshapenError, shaped
from engine.core.outside import parse_json
from engine.io.published.harness_log import HarnessAnswer, HarnessLog

_ZSTANDARD = 93
_LOCAL_HEADER = 30
_LARGEST = 1 << 28
"""The most bytes of a member; a sample with all its events has some ten thousand."""

_CUT_OFF = ("max_tokens", "model_length")
_VERDICTS = {"C": Outcome.RIGHT, "I": Outcome.WRONG, "N": Outcome.NO_ANSWER, "P": Outcome.WRONG}

Json = dict[str, Any]  # Any: a log is JSON that others wrote
_LOG = "a log of Inspect, whose header.json has eval.model and results.scores"
_SAMPLE = "a sample of Inspect, which has id, epoch, scores and output"


def read_inspect_log(
    path: Path, scorer: str | None, model: str | None, left_out: LeftOut = STRICT
) -> HarnessLog:
    """Read a log; the verdicts are those of the scorer named, or of the first.

    Faulty samples are refused, or noted in `left_out`.

    Raises:
        InputError: the file is not an Inspect log, is unfinished, or has no such scorer.
    """
    answers: list[HarnessAnswer] = []
    try:
        with shaped(str(path), _LOG), zipfile.ZipFile(path) as archive:
            members = {one.filename: one for one in archive.infolist()}
            header = _header(archive, members, path)
            scorer = _scorer(header, scorer, path)
            asked: Json = header["eval"].get("metadata") or {}
            named = str(header["eval"]["model"])
            prompt = str(asked.get("prompt", "unknown")).partition("@")[0]
            for name in sorted(one for one in members if one.startswith("samples/")):
                where = f"{path}, {name}"
                with left_out.noted(), shaped(where, _SAMPLE):
                    sample = parse_json(_content(archive, path, members[name]), where)
                    answers.append(_answer(sample, scorer))
    except (zipfile.BadZipFile, zlib.error, struct.error, OSError, RuntimeError) as error:
        raise InputError(f"{path}: not a log of Inspect that can be read ({error})") from None
    left_out.require(answers, str(path))
    return HarnessLog(
        tool="inspect",
        scorer=scorer,
        model=model or named,
        prompt=prompt,
        file=path.name,
        command=shlex.join(["sorites", "import", "inspect-log", path.name, "--scorer", scorer]),
        answers=tuple(answers),
    )


def _header(archive: zipfile.ZipFile, members: dict[str, zipfile.ZipInfo], path: Path) -> Json:
    if "header.json" not in members:
        raise InputError(f"{path}: the run is not finished; finish it with `inspect eval-retry`")
    content = _content(archive, path, members["header.json"])
    header: Json = parse_json(content, f"{path}, header.json")
    return header


def _content(archive: zipfile.ZipFile, path: Path, member: zipfile.ZipInfo) -> bytes:
    """The bytes of a member, whatever its compression."""
    if member.file_size > _LARGEST:
        raise MisshapenError(f"{member.filename} is larger than {_LARGEST:,} bytes")
    if member.compress_type != _ZSTANDARD:
        return archive.read(member)
    import pyarrow as pa

    with path.open("rb") as raw:
        raw.seek(member.header_offset)
        name, extra = struct.unpack("<HH", raw.read(_LOCAL_HEADER)[-4:])
        raw.seek(name + extra, 1)
        packed = raw.read(member.compress_size)
    unpacked = pa.decompress(packed, decompressed_size=member.file_size, codec="zstd")
    return bytes(unpacked.to_pybytes())


def _scorer(header: Json, wanted: str | None, path: Path) -> str:
    known = list(_scorers(header))
    if not known:
        raise InputError(f"{path} has no scores; score it with `inspect score`")
    if wanted is not None and wanted not in known:
        raise InputError(f"{path} has no scorer {wanted!r}; it has {', '.join(known)}")
    return wanted or known[0]


def _scorers(header: Json) -> Iterator[str]:
    for score in (header.get("results") or {}).get("scores", ()):
        yield str(score["name"])


def _answer(sample: Json, scorer: str) -> HarnessAnswer:
    item, at = str(sample["id"]), int(sample["epoch"]) - 1
    if sample.get("error"):
        message = str(sample["error"].get("message", "error"))
        return HarnessAnswer(item, at, None, Outcome.ERROR, error=message)
    score: Json = sample["scores"][scorer]
    value, answer = score["value"], score.get("answer")
    verdict = _VERDICTS[value] if isinstance(value, str) else _numeric(value)
    reply: Json = sample["output"]
    stops = {choice.get("stop_reason") for choice in reply.get("choices") or ()}
    return HarnessAnswer(
        item,
        at,
        str(reply["completion"]),
        verdict,
        answer and str(answer),
        is_cut_off=not stops.isdisjoint(_CUT_OFF),
    )


def _numeric(value: object) -> Outcome:
    """Only a full score is right."""
    if not isinstance(value, int | float):
        raise MisshapenError(f"a score is {value!r}, which is neither right nor wrong")
    return Outcome.RIGHT if value == 1 else Outcome.WRONG

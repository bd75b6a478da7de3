"""The real tools, each in an environment of its own under `build/interop`.

SORITES_INTEROP names the environments to run, with commas between them: `make test-full` names
those that are quickly there and quickly done, `make interop` all, `make test` none. What is not
named is skipped, since the others take gigabytes, and minutes; what is named must be there. In
`make test` the records of every export are read back by `tests/io/exports`.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import uvicorn

from engine.ask.respondents.serving import HOST, Index, listen, make_app
from engine.cli.data.generate import generate as generate_command
from engine.core.items import NONE_FOLLOWS, AnswerKind
from sorites import Item

PROJECT = Path(__file__).parent.parent.parent
HERE = Path(__file__).parent
ENVIRONMENTS = PROJECT / "build" / "interop"
NAMED = frozenset(filter(None, os.environ.get("SORITES_INTEROP", "").split(",")))

# each kind of answer that there is: the family, the number, the settings, the language to ask
SETS: dict[str, tuple[str, int, list[str]]] = {
    "statement": ("justlogic", 12, []),
    "choice": ("divlogiceval", 12, []),
    "inference": ("logicasker", 12, []),
    "argument": ("argqa", 9, []),
    "formula": ("logicskills", 10, ["task=symbolization"]),
    "structure": ("logicskills", 4, ["task=countermodel"]),
    "set": ("logicskills", 8, ["task=validity"]),
}

Run = Callable[..., str]


def needs(*names: str) -> pytest.MarkDecorator:
    """A mark for what runs with the tools of environments; it says why it is skipped."""
    missing = sorted(set(names) - NAMED)
    return pytest.mark.skipif(
        bool(missing),
        reason=f"`make interop` runs it, where it could install {', '.join(missing)}",
    )


def environment(name: str) -> Path:
    """The folder of an environment's programs."""
    folder = ENVIRONMENTS / name / "bin"
    assert folder.is_dir(), f"there is no environment {name}; `make interop` makes it"
    return folder


@pytest.fixture(scope="session")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a small set of each kind of answer."""
    path = tmp_path_factory.mktemp("interop") / "e.duckdb"
    for name, (family, n, settings) in SETS.items():
        generate_command(family, n=n, name=name, seed=4, settings=settings, db=path)
    return path


def run(program: Path, *arguments: object, cwd: Path, **more: str) -> str:
    """What a program of an environment prints, with our package in its reach."""
    done = subprocess.run(
        [str(program), *map(str, arguments)],
        cwd=cwd,
        env={
            **os.environ,
            "PYTHONPATH": str(PROJECT),
            "HF_HUB_OFFLINE": "1",
            "OPENAI_API_KEY": "none",
            "SORITES_API_KEY": "none",
            **more,
        },
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, (
        f"{program} {arguments}: {done.stdout[-3000:]}{done.stderr[-3000:]}"
    )
    return done.stdout


def json_of(environment_name: str, script: str, *arguments: object, cwd: Path) -> Any:
    """The JSON that a script of this folder prints, run by the Python of an environment."""
    python = environment(environment_name) / "python"
    printed = run(python, HERE / "scripts" / script, *arguments, cwd=cwd)
    return json.loads(printed.splitlines()[-1])


class Scripted:
    """A respondent whose every reply is known beforehand, and so the verdict on it."""

    name = "scripted"
    kind = "oracle"

    def __init__(self, items: list[Item]) -> None:
        self.replies = {item.hash: _reply(item, at) for at, item in enumerate(items)}

    def answer(self, item: Item) -> str:
        return self.replies[item.hash][0]


_SILENT = "I would have to think about that for longer."


def _reply(item: Item, at: int) -> tuple[str, str, str | None]:
    """A reply, the verdict on what it says, and on its last line where that is in format."""
    wrong = _wrong(item)
    replies: list[tuple[str, str, str | None]] = [
        (f"Let me think.\n\n{_asked(item)}", "right", "right"),
        (f"Answer: {wrong}", "wrong", "wrong"),
        (f"Let me think.\n\n**Final answer:** {item.gold}", "right", None),
        (_SILENT, "no_answer", None),
    ]
    return replies[at % len(replies)]


def _asked(item: Item) -> str:
    """The right answer in a last line, as whoever is asked may well write it."""
    if item.answer_kind is AnswerKind.SET and item.gold != NONE_FOLLOWS:
        return f"Answer: [{item.gold}]"
    return f"Answer: {item.gold}"


def _wrong(item: Item) -> str:
    if item.answer_kind is AnswerKind.FORMULA:
        return f"¬({item.gold})"
    if item.answer_kind is AnswerKind.STRUCTURE:
        return '{"domain": [0, 1, 2, 3, 4, 5, 6, 7, 8]}'
    return next(option.key for option in item.options if option.key not in item.gold.split(","))


@contextmanager
def serving(items: list[Item]) -> Iterator[tuple[Scripted, str]]:
    """The scripted respondent behind an OpenAI-compatible endpoint on loopback."""
    scripted = Scripted(items)
    listening = listen(0)
    app = make_app(scripted, Index(items))
    config = uvicorn.Config(app, log_level="warning", access_log=False, lifespan="off")
    server = uvicorn.Server(config)
    thread = Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield scripted, f"http://{HOST}:{listening.getsockname()[1]}/v1"
    finally:
        server.should_exit = True
        thread.join()


__all__ = ["SETS", "Scripted", "environment", "json_of", "needs", "run", "serving"]

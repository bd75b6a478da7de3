"""What a run will ask, settled before the first question, and the hash that names it."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

import orjson

from engine.errors import InputError
from engine.items import Item
from engine.prompts import Examples, choose_examples, prompt_id, style
from engine.prompts.message import check_probe
from engine.prompts.probes import NONE, PROBES
from engine.respondents import Learner, is_baseline, respondent
from engine.respondents.endpoint import Address, Settings
from engine.respondents.naive import require_train
from engine.store import (
    Dataset,
    Run,
    connect_read_only,
    engine_version,
    find_dataset,
    load_items,
    run_hash,
)
from engine.store.runs import ModelKind

TEST = "test"
TRAIN = "train"
WHOLE = "all"
DEFAULT_PROMPT = "zero-shot"
NO_PROMPT = "none"
"""The prompt of built-in respondents: they read the item itself."""


@dataclass(frozen=True, slots=True)
class Request:
    """What the user asks for.

    `model` "" stands for all built-in respondents; `split` None for the test split, or for the
    whole set where there is none.
    """

    dataset: str
    model: str
    split: str | None = None
    limit: int | None = None
    prompt: str | None = None
    probe: str = NONE
    samples: int = 1
    settings: Settings = field(default_factory=Settings)


@dataclass(frozen=True, slots=True)
class Material:
    """The items to ask, without repeats, and the train split, as the database holds them."""

    dataset: Dataset
    split: str | None
    items: tuple[Item, ...]
    train: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """A run to be made: who is asked what, how often. `where` is None for built-in respondents."""

    request: Request
    run: Run
    items: tuple[Item, ...]
    train: tuple[Item, ...]
    examples: Examples
    where: Address | None

    @property
    def questions(self) -> tuple[tuple[Item, int], ...]:
        """Each item with each sample number, samples of all items before second samples."""
        return tuple((item, n) for n in range(self.request.samples) for item in self.items)


def load_material(db: Path, request: Request) -> Material:
    """Read what a run needs and let go of the database.

    Raises:
        InputError: the data set, the split or the prompt does not exist.
    """
    name, split, limit = request.dataset, request.split, request.limit
    con = connect_read_only(db)
    try:
        dataset = find_dataset(con, name)
        chosen = None if split == WHOLE else split or TEST
        items = {item.hash: item for item in load_items(con, name, split=chosen, limit=limit)}
        if not items and split is None:
            chosen = None
            items = {item.hash: item for item in load_items(con, name, limit=limit)}
        train = tuple(load_items(con, name, split=TRAIN)) if _learns(request) else ()
    finally:
        con.close()
    if not items:
        raise InputError(f"the data set {name} has no split named {split}; --split all asks it all")
    return Material(dataset, chosen, tuple(items.values()), train)


def _learns(request: Request) -> bool:
    """Whether the run shows or teaches items of the train split."""
    if not request.model:
        return True
    if is_baseline(request.model):
        return isinstance(respondent(request.model), Learner)
    return style(request.prompt or DEFAULT_PROMPT).shots > 0


def make_plan(request: Request, material: Material, where: Address | None) -> Plan:
    """Settle a run. Equal plans have equal hashes, so the same command continues its run.

    The hash covers the data set's content, the items, the wording, the probe, the model and its
    address, the settings and the samples; for built-in respondents also the engine's version.

    Raises:
        InputError: the prompt, probe, model and settings do not go together.
    """
    if request.probe not in PROBES:
        raise InputError(f"there is no probe {request.probe!r}; choose one of {', '.join(PROBES)}")
    if is_baseline(request.model):
        who, examples = _built_in(request, material), Examples((), 0)
    else:
        who, examples = _model(request, material)
    run = Run(
        run_hash="",
        dataset=material.dataset.name,
        dataset_hash=material.dataset.content_hash,
        model=who.name,
        kind=who.kind,
        prompt=who.prompt,
        probe=None if request.probe == NONE else request.probe,
        split=material.split,
        samples=request.samples,
        settings=orjson.dumps(dict(who.settings), option=orjson.OPT_SORT_KEYS).decode(),
        n_planned=len(material.items) * request.samples,
        endpoint=where.shown if where else None,
        command=_command(request, where),
    )
    named = _with_hash(run, material.items)
    return Plan(request, named, material.items, material.train, examples, where)


class _Who(NamedTuple):
    """Who answers, how it is asked, and what decides its answers beside the question."""

    name: str
    kind: ModelKind
    prompt: str
    settings: Mapping[str, object]


def _built_in(request: Request, material: Material) -> _Who:
    if request.prompt is not None or request.settings.sent():
        raise InputError(
            f"{request.model} is built in: it reads the item itself, so it takes neither a prompt "
            "nor settings such as --temperature"
        )
    made = respondent(request.model)
    if isinstance(made, Learner):
        require_train(made.name, material.train)
    kind: ModelKind = "ceiling" if made.kind == "ceiling" else "baseline"
    return _Who(made.name, kind, NO_PROMPT, {"engine": engine_version()})


def _model(request: Request, material: Material) -> tuple[_Who, Examples]:
    prompt = request.prompt or DEFAULT_PROMPT
    chosen = style(prompt)
    check_probe(chosen, request.probe)
    settings = {**request.settings.sent(), "prompt": prompt_id(prompt, request.probe)}
    examples = choose_examples(material.train, chosen.shots)
    return _Who(request.model, "endpoint", prompt, settings), examples


def _with_hash(run: Run, items: tuple[Item, ...]) -> Run:
    named = run_hash(
        run.dataset_hash,
        [item.hash for item in items],
        run.model,
        run.kind,
        run.endpoint,
        run.prompt,
        run.probe,
        run.settings,
        run.samples,
    )
    return replace(run, run_hash=named)


def _command(request: Request, where: Address | None) -> str:
    """The command that makes or continues this run, without keys and paths."""
    parts = ["elenchus", "evaluate", request.dataset, "--model", request.model]
    options: list[tuple[str, object, object]] = [
        ("--base-url", where.shown if where else None, None),
        ("--split", request.split, None),
        ("--limit", request.limit, None),
        ("--prompt", request.prompt, None),
        ("--probe", request.probe, NONE),
        ("--samples", request.samples, 1),
        *((f"--{n.replace('_', '-')}", v, None) for n, v in request.settings.sent().items()),
    ]
    for name, value, default in options:
        if value != default:
            parts += [name, str(value)]
    return shlex.join(parts)

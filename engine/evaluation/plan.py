"""What a run will ask, settled before the first question, and the hash that names it."""

from __future__ import annotations

import hashlib
import shlex
from dataclasses import dataclass, field, replace
from pathlib import Path

import orjson

from engine.errors import InputError
from engine.items import Item
from engine.prompts import Examples, choose_examples, prompt_id, style
from engine.prompts.message import check_probe
from engine.prompts.probes import NONE, PROBES
from engine.respondents import Learner, is_baseline, respondent
from engine.respondents.endpoint import Address, Settings
from engine.store import (
    Dataset,
    Run,
    connect_read_only,
    engine_version,
    find_dataset,
    load_items,
)

TEST = "test"
TRAIN = "train"
WHOLE = "all"
DEFAULT_PROMPT = "zero-shot"
NO_PROMPT = "none"
"""The prompt of built-in respondents: they read the item itself."""


@dataclass(frozen=True, slots=True)
class Request:
    """What the user asks for. `split` None: the test split, or all where there is none."""

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
    built_in = is_baseline(request.model)
    if built_in:
        _check_built_in(request)
    prompt = NO_PROMPT if built_in else request.prompt or DEFAULT_PROMPT
    settings: dict[str, object] = dict(request.settings.sent())
    examples = Examples((), 0)
    if built_in:
        settings["engine"] = engine_version()
    else:
        chosen = style(prompt)
        check_probe(chosen, request.probe)
        settings["prompt"] = prompt_id(prompt, request.probe)
        examples = choose_examples(material.train, chosen.shots)
    made = respondent(request.model) if built_in else None
    run = Run(
        run_hash="",
        dataset=material.dataset.name,
        dataset_hash=material.dataset.content_hash,
        model=made.name if made else request.model,
        kind=("ceiling" if made.kind == "ceiling" else "baseline") if made else "endpoint",
        prompt=prompt,
        probe=None if request.probe == NONE else request.probe,
        split=material.split,
        samples=request.samples,
        settings=orjson.dumps(settings, option=orjson.OPT_SORT_KEYS).decode(),
        n_planned=len(material.items) * request.samples,
        endpoint=where.shown if where else None,
        command=_command(request, where),
    )
    return Plan(
        request,
        _with_hash(run, material.items),
        material.items,
        material.train,
        examples,
        where,
    )


def _check_built_in(request: Request) -> None:
    if request.prompt is not None or request.settings.sent():
        raise InputError(
            f"{request.model} is built in: it reads the item itself, so it takes neither a prompt "
            "nor settings such as --temperature"
        )


def _with_hash(run: Run, items: tuple[Item, ...]) -> Run:
    decisive = (
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
    digest = hashlib.sha256(orjson.dumps(decisive)).hexdigest()
    return replace(run, run_hash=digest)


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

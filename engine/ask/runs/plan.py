"""The plan of a run, fixed before the first question, and the hash that identifies it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from typing import TYPE_CHECKING, NamedTuple

import orjson

from engine.ask.endpoints.address import Address
from engine.ask.prompts import (
    PROBES,
    WITHHELD_OPTION,
    Examples,
    QuestionKind,
    choose_examples,
    kind_of,
    probed,
    probes_of,
    prompt_id,
    style,
)
from engine.ask.prompts.message import check_probe
from engine.ask.prompts.probes import NONE, REWORDINGS
from engine.ask.respondents import Learner, baselines_for, is_baseline, respondent
from engine.ask.runs.command import command_of
from engine.ask.runs.material import Material, Part, Request, prompt_of
from engine.ask.runs.spool import Items
from engine.core.errors import InputError
from engine.core.extras import how_to_install, is_installed
from engine.core.items import Item
from engine.core.pasted_keys import check_name
from engine.core.resources import engine_version
from engine.core.secrets import holds_key
from engine.store import NO_PROMPT, Run, run_hash
from engine.store.responses.planned import Planned
from engine.store.responses.runs import ModelKind

if TYPE_CHECKING:
    from engine.ask.demonstrations import Demonstrations
    from engine.ask.runs.tally import Tally


class Question(NamedTuple):
    """A question to ask: an item, the number of the sample, and the rotation of its options."""

    item: Item
    sample: int
    rotation: int


HasAnswer = Callable[[str, int, int], bool]
"""Whether an item's hash, sample and rotation have an answer."""


class Questions:
    """Every item with every sample and rotation; the first samples of all items come first.

    The rotations of an item are consecutive, so that whole items are complete early. With a `part`,
    only its questions are iterated over, though all are planned.
    """

    def __init__(
        self, items: Items, samples: int, is_rotated: bool, part: Part | None = None
    ) -> None:
        self._items = items
        self._samples = samples
        self._is_rotated = is_rotated
        self._part = part

    def __len__(self) -> int:
        in_all_orders = sum(self._items.n_options) if self._is_rotated else len(self._items)
        return in_all_orders * self._samples

    @property
    def planned(self) -> Planned:
        """Each item with the number of its orders, as a journal keeps them."""
        orders = self._items.n_options if self._is_rotated else repeat(1)
        return Planned(zip(self._items.hashes, orders, strict=False))

    def __iter__(self) -> Iterator[Question]:
        return self.without(lambda *_: False)

    def without(self, has_answer: HasAnswer) -> Iterator[Question]:
        """The questions without an answer; only their items are read."""
        for sample, place, rotations in self._missing(has_answer):
            item = self._items[place]
            yield from (Question(item, sample, rotation) for rotation in rotations)

    def n_without(self, has_answer: HasAnswer) -> int:
        """The number of questions without an answer."""
        return sum(len(rotations) for _, _, rotations in self._missing(has_answer))

    def _missing(self, has_answer: HasAnswer) -> Iterator[tuple[int, int, list[int]]]:
        """Each sample and place of an item, with the rotations that have no answer."""
        for sample in range(self._samples):
            for place, name in enumerate(self._items.hashes):
                if self._part is None or self._part.has(name):
                    orders = self._items.n_options[place] if self._is_rotated else 1
                    missing = [r for r in range(orders) if not has_answer(name, sample, r)]
                    if missing:
                        yield sample, place, missing


@dataclass(frozen=True)
class Plan:
    """A planned run. `where` is None for built-in respondents.

    `beside` are further addresses of the same model. They may change, so they are not part of the
    run's identity.
    """

    request: Request
    run: Run
    material: Material
    examples: Examples
    where: Address | None
    beside: tuple[Address, ...] = ()

    @property
    def items(self) -> Items:
        """The items to ask, each once."""
        return self.material.items

    @property
    def prompt(self) -> str:
        """The prompt style; the run's name for it also includes demonstrations."""
        return prompt_of(self.request)

    @property
    def questions(self) -> Questions:
        """The questions to ask, in order."""
        request = self.request
        return Questions(self.items, request.samples, request.rotations, request.part)

    def n_answered(self, tally: Tally) -> int:
        """The number of answers to the questions to ask, without those of other parts."""
        if self.request.part is None:
            return tally.n
        return self.questions.n_without(lambda *_: False) - self.questions.n_without(
            tally.has_answer
        )


def make_plan(
    request: Request,
    material: Material,
    where: Address | None,
    beside: tuple[Address, ...] = (),
) -> Plan:
    """Plan a run. Equal plans have equal hashes, so the same command continues its run.

    The hash covers the data set's content, the items, the wording, the probe, the model and its
    address, the settings, the samples and whether options are rotated; for built-in respondents
    also the engine's version.

    Raises:
        InputError: the prompt, probe, model, items and settings are incompatible.
    """
    kind = material.kind
    _check_request(request, kind)
    if request.probe in REWORDINGS:
        for item in material.items:
            probed(item, request.probe)  # fail now rather than in the middle of the run
    if is_baseline(request.model):
        who, examples = _built_in(request, material), Examples((), 0)
    else:
        who, examples = _model(request, material)
    questions = Questions(material.items, request.samples, request.rotations)
    settings = {**who.settings, **({"until": request.until} if request.until else {})}
    run = Run(
        run_hash="",
        dataset=material.dataset.name,
        dataset_hash=material.dataset.content_hash,
        model=who.name,
        kind=who.kind,
        prompt=who.prompt,
        probe=None if request.probe == NONE else request.probe,
        split=material.split,
        language=material.language,
        samples=request.samples,
        rotated=request.rotations,
        settings=orjson.dumps(settings, option=orjson.OPT_SORT_KEYS).decode(),
        n_planned=len(questions),
        endpoint=where.shown if where else None,
        command=command_of(request, where, beside),
        weights=request.weights,
    )
    _refuse_keys(run, [secret for place in (where, *beside) if place for secret in place.secrets])
    named = _with_hash(run, material.items)
    return Plan(request, named, material, examples, where, beside)


def _refuse_keys(run: Run, secrets: Sequence[str]) -> None:
    """Refuse a run whose description, which is stored and shown, holds a key or a long name."""
    places = {"settings": run.settings, "model's name": run.model, "prompt's name": run.prompt}
    places |= {"address": " ".join(run.endpoints), "command": run.command or ""}
    for place, text in places.items():
        if holds_key(text, secrets):
            raise InputError(
                f"the {place} contains what is or looks like an endpoint's key, and would be"
                " stored; leave it out, because the key is taken from the environment alone"
            )
    check_name(run.model, "the model")
    check_name(run.prompt, "the prompt")


def _check_request(request: Request, kind: QuestionKind) -> None:
    if request.probe not in PROBES:
        raise InputError(
            f"there is no probe {request.probe!r}; choose one of {', '.join(probes_of(kind))}"
        )
    if request.rotations and kind is not QuestionKind.CHOICE:
        raise InputError(
            f"the questions of {request.dataset} have no ordered options to rotate; leave out"
            " --rotations"
        )
    if request.rotations and request.probe == WITHHELD_OPTION:
        raise InputError(
            f"the probe {WITHHELD_OPTION!r} does not depend on the order of options; leave out"
            " --rotations"
        )


class _Who(NamedTuple):
    """The respondent with its prompt and all settings that affect its answers."""

    name: str
    kind: ModelKind
    prompt: str
    settings: Mapping[str, object]


def _built_in(request: Request, material: Material) -> _Who:
    if request.demonstrations is not None:
        raise InputError(
            f"{request.model} is built in and cannot use demonstrations; show them to a model"
        )
    if request.prompt is not None or request.settings.chosen() or request.weights:
        raise InputError(
            f"{request.model} is built in and reads the item itself, so it takes neither a prompt"
            " nor settings such as --temperature or --weights; leave them out"
        )
    made = respondent(request.model)
    able = baselines_for(material.kind)
    if made.name not in able:
        raise InputError(
            f"{made.name} does not answer questions of this kind ({material.kind}); the built-in "
            f"respondents that do are {', '.join(able)}"
        )
    if request.probe not in probes_of(material.kind):
        raise InputError(
            f"there is no probe {request.probe!r} for questions of this kind ({material.kind}); "
            f"choose one of {', '.join(probes_of(material.kind))}"
        )
    if request.probe == WITHHELD_OPTION:
        raise InputError(
            f"{made.name} chooses among options and cannot write one; use the probe"
            f" {WITHHELD_OPTION!r} with a model"
        )
    if lacking := obstacle(request.model, material):
        raise InputError(f"{lacking}; choose another respondent")
    kind: ModelKind = "oracle" if made.kind == "oracle" else "baseline"
    return _Who(made.name, kind, NO_PROMPT, {"engine": engine_version()})


def obstacle(name: str, material: Material) -> str | None:
    """Why a built-in respondent cannot answer the items, as a clause; None if it can."""
    made, dataset = respondent(name), material.dataset.name
    if isinstance(made, Learner) and not is_installed("audit"):
        return f"{made.name} needs the extra 'audit': {how_to_install('audit')}"
    if isinstance(made, Learner) and not material.train:
        return f"{made.name} learns from the train split, and {dataset} has none"
    if made.kind == "oracle" and not material.items.all_have_formulas:
        return f"{made.name} reads formulas, and the questions of {dataset} have none"
    return None


def _model(request: Request, material: Material) -> tuple[_Who, Examples]:
    prompt = prompt_of(request)
    chosen = style(prompt)
    check_probe(chosen, request.probe, material.kind)
    named = prompt_id(prompt, request.probe, material.kind)
    settings = {**request.settings.chosen(), "prompt": named}
    if request.demonstrations is None:
        examples = choose_examples(material.train, chosen.shots, chosen.selection)
        return _Who(request.model, "endpoint", chosen.name, settings), examples
    if not chosen.shots:
        raise InputError(
            f"the prompt {prompt!r} shows no examples; use cot, which explains them, or few-shot"
        )
    shown = request.demonstrations
    settings["demonstrations"] = shown.digest
    who = _Who(request.model, "endpoint", f"{chosen.name} {shown.name}", settings)
    return who, _shown(shown, material)


def _shown(demonstrations: Demonstrations, material: Material) -> Examples:
    """The demonstrations as examples; none may be asked, and all must fit the items."""
    for item in demonstrations.items:
        if material.items.place(item.hash) is not None:
            raise InputError(
                f"the demonstration {item.hash[:12]} is among the items of"
                f" {material.dataset.name}; write others with another --seed"
            )
        if kind_of(item) is not material.kind:
            raise InputError(
                f"the demonstrations are questions of the kind {kind_of(item)}, but those of"
                f" {material.dataset.name} are of the kind {material.kind}"
            )
    languages = {item.traits.language for item in material.items}
    if languages != {item.traits.language for item in demonstrations.items}:
        raise InputError(
            f"the demonstrations are not in the language of the items of {material.dataset.name};"
            " use others or choose another --language"
        )
    return Examples(tuple((item,) for item in demonstrations.items), len(demonstrations.items))


def _with_hash(run: Run, items: Items) -> Run:
    decisive: list[object] = [
        run.dataset_hash,
        items.hashes,
        run.model,
        "ceiling" if run.kind == "oracle" else run.kind,  # its former name: hashes of runs stay
        run.endpoint,
        run.prompt,
        run.probe,
        run.settings,
        run.samples,
    ]
    if run.rotated:
        decisive.append("rotated")
    return replace(run, run_hash=run_hash(*decisive))

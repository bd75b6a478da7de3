"""The run configuration: all settings of `evaluate`, from flags, a TOML file or Python."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Self

import orjson
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from engine.ask.endpoints.address import Address, address
from engine.ask.endpoints.pacing import Limits
from engine.ask.endpoints.profile import CONCURRENCY, TIMEOUT_S, Profile
from engine.ask.endpoints.request_fields import SYSTEM, AnswerBy, Api, Settings
from engine.ask.endpoints.retrying import Patience
from engine.ask.prompts import BARE
from engine.ask.prompts.probes import NONE
from engine.ask.runs import Delivery, Part, Request, part_named
from engine.ask.weights import read_weights
from engine.core.errors import InputError
from engine.core.pasted_keys import DEFAULT_KEY, refuse_key_as_model
from engine.core.toml_files import read_toml

Text = str | None
AtLeastOne = Annotated[int | None, Field(ge=1, lt=2**31)]
NotNegative = Annotated[float | None, Field(ge=0, lt=1e6)]
Seconds = Annotated[float, Field(gt=0, lt=1e6)]


def _several(given: object) -> object:
    """A single text as a list."""
    return (given,) if isinstance(given, str) else given


def _extra(given: object) -> object:
    """The fields of KEY=JSON pairs; a value that is not JSON is text."""
    if not isinstance(given, list | tuple):
        return given
    found: dict[str, Any] = {}  # Any: JSON
    for pair in given:
        name, sign, text = str(pair).partition("=")
        if not sign or not name:
            raise InputError(f"--extra takes KEY=JSON, such as top_k=5, not {pair}")
        try:
            found[name] = orjson.loads(text)
        except orjson.JSONDecodeError:
            found[name] = text
    return found


def _endpoints(given: object) -> object:
    """Endpoints of which each may be a text of its settings."""
    if not isinstance(given, list | tuple):
        return given
    return tuple(_written(one) if isinstance(one, str) else one for one in given)


def _written(text: str) -> dict[str, str]:
    """The settings of an endpoint written as base_url=http://host/v1,concurrency=16."""
    pairs = [part.partition("=") for part in text.split(",")]
    if any(name not in Endpoint.model_fields for name, _, _ in pairs):
        raise InputError(
            "--endpoints takes settings such as base_url=http://host/v1,concurrency=16; they are"
            f" {', '.join(Endpoint.model_fields)}"
        )
    return {name: value for name, _, value in pairs}


def _points(given: object) -> object:
    """Percentage points, which may be written with a sign."""
    return given.strip().lstrip("±+-").rstrip("%") if isinstance(given, str) else given


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Endpoint(_Frozen):
    """A further endpoint of the same model; settings left out are those of the first."""

    base_url: str
    key_env: Text = None
    concurrency: AtLeastOne = None
    requests_per_minute: AtLeastOne = None
    tokens_per_minute: AtLeastOne = None


class RunConfiguration(_Frozen):
    """What to ask which model, and how. It never contains keys of endpoints.

    The description of a field is the help text of its flag.
    """

    dataset: Text = None
    suite: Text = None
    model: Text = Field(
        default=None, description="The model, or a built-in respondent such as prover-3."
    )
    baselines: bool = Field(default=False, description="Ask all built-in respondents.")
    base_url: Annotated[tuple[str, ...], BeforeValidator(_several)] = Field(
        default=(),
        description="An OpenAI-compatible endpoint, such as http://host/v1; may be repeated.",
    )
    key_env: str = Field(
        default=DEFAULT_KEY, description="The environment variable that holds the key."
    )
    endpoints: Annotated[tuple[Endpoint, ...], BeforeValidator(_endpoints)] = Field(
        default=(),
        description="A further endpoint with its own limits, such as"
        " base_url=http://host/v1,concurrency=16; may be repeated.",
    )
    prompt: Text = Field(
        default=None,
        description="zero-shot, few-shot, cot or paper (as the family's paper asks), or your own"
        " prompt file (.toml). +forms lists the argument forms, :2 shows two examples, ~7 draws"
        " them with that seed, ~depth takes examples of the item's depth.",
    )
    demonstrations: Path | None = Field(
        default=None, description="Show the examples in a file written by `demonstrations`."
    )
    probe: str = Field(
        default=NONE,
        description="no-logic, shuffled-premises, paraphrased or symbolic; for statements also"
        " no-context; for single choices also no-content, options-only or withheld-option.",
    )
    rotations: bool = Field(default=False, description="Ask with all rotations of the options.")
    split: Text = Field(
        default=None, description="The split, test by default; all asks every split."
    )
    language: Text = Field(
        default=None,
        description="The language, en by default; symbolic asks the symbolic twins, all asks"
        " every language.",
    )
    limit: AtLeastOne = Field(default=None, description="Ask a sample of at most this many items.")
    until: Annotated[float | None, BeforeValidator(_points), Field(gt=0, lt=50)] = Field(
        default=None,
        description="Ask more and more items until accuracy is known within ±2 points, say.",
    )
    part: Annotated[Part | None, BeforeValidator(part_named)] = Field(
        default=None,
        description="Ask one part, such as 3/8; `runs merge` joins the journals of all hosts.",
    )
    samples: int = Field(default=1, ge=1, le=100, description="Answers per item.")
    temperature: NotNegative = Field(default=None, description="Sampling temperature.")
    top_p: float | None = Field(default=None, ge=0, le=1, description="Nucleus sampling.")
    max_tokens: AtLeastOne = Field(default=None, description="Maximum tokens per reply.")
    seed: Annotated[int | None, Field(gt=-(2**63), lt=2**63)] = Field(
        default=None,
        description="Sampling seed for the endpoint; further --samples get seeds derived from it,"
        " in the column seed of the view item_responses.",
    )
    reasoning_effort: Text = Field(default=None, description="Such as low or high.")
    stop: Annotated[tuple[str, ...], BeforeValidator(_several)] = Field(
        default=(), description="A stop sequence; may be repeated."
    )
    system: Text = Field(
        default=None, description="A system prompt to put before the instructions."
    )
    system_role: str = Field(
        default=SYSTEM,
        pattern="^(system|user)$",
        description="user: put the instructions into the user's message.",
    )
    stream: bool = Field(default=False, description="Stream the replies.")
    api: str = Field(
        default="chat",
        pattern="^(chat|responses|completions)$",
        description="The API: chat, responses, or, by logprobs only, completions.",
    )
    answer_by: str = Field(
        default="text",
        pattern="^(text|logprobs)$",
        description="text, or logprobs: score the stated answers by their log-probability, by the"
        " next token in a chat; by all tokens with --api completions, one request an answer, where"
        " the endpoint echoes prompts outside batches, else by the next token.",
    )
    extra: Annotated[dict[str, Any], BeforeValidator(_extra)] = Field(  # Any: JSON
        default={}, description="A field KEY=JSON to add to every request; may be repeated."
    )
    weights: Path | None = Field(
        default=None,
        description="The file of weights that the endpoint serves (GGUF or safetensors), to record"
        " its SHA-256, architecture, quantisation and chat template, and this machine if the"
        " endpoint is on it.",
    )
    no_check: bool = Field(
        default=False, description="Leave out the check of an unknown endpoint, five requests."
    )
    concurrency: Annotated[int | None, Field(ge=1, le=1000)] = Field(
        default=None, description="Requests at a time; by default as many as the endpoint can."
    )
    requests_per_minute: AtLeastOne = Field(default=None, description="Maximum per minute.")
    tokens_per_minute: AtLeastOne = Field(default=None, description="Maximum per minute.")
    timeout: Seconds | None = Field(
        default=None, description="Seconds before a request times out, by default by its speed."
    )
    attempts: int = Field(default=6, ge=1, le=100, description="Attempts per request.")
    look_every: Seconds = Field(default=30.0, description="Seconds between looks at a batch.")
    max_cost: float | None = Field(default=None, gt=0, description="Most US dollars to spend.")
    prices: Path | None = Field(
        default=None, description="Your prices, in the format of data/prices."
    )
    batch: bool = Field(
        default=False, description="Use the batch API: cheaper, answers within a day."
    )
    again: bool = Field(default=False, description="Ask again what earlier runs have answered.")
    fresh: bool = Field(
        default=False, description="Also ask newly seeded items of the same recipe."
    )
    seed_file: Path | None = Field(
        default=None, description="For --fresh: a file made by `seal`; created by default."
    )
    extractor_model: Text = Field(
        default=None,
        description="A model that extracts answers our rules cannot read; see `extract`.",
    )

    @model_validator(mode="wrap")
    @classmethod
    def _in_one_sentence(cls, given: object, validate: Callable[[object], Self]) -> Self:
        try:
            return validate(given)
        except ValidationError as error:
            first = error.errors()[0]
            name = ".".join(str(part) for part in first["loc"])
            if first["type"] == "extra_forbidden":
                raise InputError(
                    f"there is no setting {name!r}; the settings are"
                    f" {', '.join(cls.model_fields)}. Keys come only from the environment"
                ) from None
            raise InputError(f"the setting {name} is wrong: {first['msg']}") from None

    @model_validator(mode="after")
    def _goes_together(self) -> RunConfiguration:
        if self.baselines == (self.model is not None) or self.model == "":
            raise InputError(
                "name one respondent with --model, or use --baselines for all built-in ones"
            )
        if (self.dataset is None) == (self.suite is None):
            raise InputError("name one data set or one suite")
        for option in ("model", "extractor_model"):
            named = getattr(self, option) or ""
            refuse_key_as_model(named, self.key_env, f"--{option.replace('_', '-')}")
        if self.extractor_model and self.max_cost is not None:
            raise InputError(
                "--max-cost does not cover --extractor-model; leave one of them out, and extract"
                " afterwards with `sorites extract`"
            )
        if self.batch and len(self.base_url) + len(self.endpoints) > 1:
            raise InputError("batches go to one endpoint; name one --base-url with --batch")
        if self.until and (self.suite or self.baselines or self.samples > 1 or self.rotations):
            raise InputError(
                "--until asks one model one data set once; leave out --baselines, --samples and"
                " --rotations, and name a data set"
            )
        if self.until and (self.fresh or self.again):
            raise InputError("--until keeps earlier answers; leave out --fresh and --again")
        if self.part and (self.until or self.fresh):
            raise InputError("--until and --fresh need all questions; leave out --part")
        if self.fresh and (self.probe != NONE or self.rotations or self.demonstrations):
            options = "--probe, --rotations and --demonstrations"
            raise InputError(f"--fresh needs plain questions; leave out {options}")
        if lacking := self.settings().lacking():
            raise InputError(
                f"the API {self.api!r} does not support {' and '.join(lacking)}; leave that out, or"
                " use --api chat"
            )
        if self.answer_by == "logprobs" and self.stream:
            raise InputError("log-probabilities are not read from streams; leave out --stream")
        if self.prompt and self.prompt.endswith(BARE):
            raise InputError(
                f"the prompt {self.prompt!r} is what --answer-by logprobs asks with; give that, and"
                f" --prompt {self.prompt.removesuffix(BARE)}"
            )
        if self.answer_by == "text" and self.api == "completions":
            raise InputError("--api completions needs --answer-by logprobs; use chat for text")
        return self

    def request(self, dataset: str, model: str) -> Request:
        """The request of one run."""
        shown = None
        if self.demonstrations:  # late, because it loads the solvers
            from engine.pipeline.improve.demonstrations import read_demonstrations

            shown = read_demonstrations(self.demonstrations)
        return Request(
            dataset,
            model,
            self.split,
            self.limit,
            self.prompt,
            self.probe,
            self.samples,
            self.settings(),
            self.rotations,
            self.language,
            shown,
            read_weights(self.weights) if self.weights else None,
            self.until,
            self.part,
        )

    def settings(self) -> Settings:
        """The settings sent with the messages."""
        return Settings(
            self.temperature,
            self.top_p,
            self.max_tokens,
            self.seed,
            self.reasoning_effort,
            self.stop,
            self.system,
            self.stream,
            Api(self.api),
            AnswerBy(self.answer_by),
            self.extra,
            self.system_role,
        )

    def addresses(self) -> tuple[Address, ...]:
        """The endpoints of the model, the main one first.

        Raises:
            InputError: an address is not a URL, or a key is missing.
        """
        first = address(self.base_url[0] if self.base_url else None, self.key_env)
        others = (address(one.base_url, one.key_env or self.key_env) for one in self._others())
        return (first, *others)

    def _others(self) -> tuple[Endpoint, ...]:
        return (*(Endpoint(base_url=url) for url in self.base_url[1:]), *self.endpoints)

    def delivery(self, profile: Profile | None = None, max_tokens: int | None = None) -> Delivery:
        """How requests are sent; settings left out are those the endpoint's profile proposes."""
        concurrency = self.concurrency or (profile.concurrency if profile else CONCURRENCY)
        timeout_s = self.timeout or (profile.timeout_s(max_tokens) if profile else TIMEOUT_S)
        limits = Limits(concurrency, self.requests_per_minute, self.tokens_per_minute)
        return Delivery(
            limits,
            tuple(
                Limits(
                    other.concurrency or concurrency,
                    other.requests_per_minute or self.requests_per_minute,
                    other.tokens_per_minute or self.tokens_per_minute,
                )
                for other in self._others()
            ),
            timeout_s,
            Patience(self.attempts),
            is_fresh=self.again,
            is_batched=self.batch,
            look_every_s=self.look_every,
        )

    def recorded(self, where: tuple[Address, ...]) -> str:
        """The settings that differ from the defaults, without secrets, to store with a run."""
        kept = self.model_dump(
            mode="json", exclude_defaults=True, exclude={"base_url", "endpoints"}
        )
        if where:
            kept["base_url"] = [one.shown for one in where]
        return orjson.dumps(kept, option=orjson.OPT_SORT_KEYS).decode()


_EITHER = ({"dataset", "suite"}, {"model", "baselines"})
"""Settings of which one replaces the other."""


def configure(given: Mapping[str, Any], path: Path | None = None) -> RunConfiguration:  # Any: flags
    """The run configuration from given settings, which override those of a TOML file, if any.

    Raises:
        InputError: the file is missing or not TOML, or a setting is unknown or out of bounds.
    """
    table = read_toml(path, "the file of settings").table if path else {}
    flags = {name: value for name, value in given.items() if _is_given(value)}
    for either in _EITHER:
        if either & flags.keys():
            table = {name: value for name, value in table.items() if name not in either}
    table |= flags
    try:
        return RunConfiguration.model_validate(table)
    except InputError as error:
        if path is None:
            raise
        raise InputError(f"{error} (with the settings in {path})") from None


def _is_given(value: object) -> bool:
    """Whether a setting was given; zero counts."""
    return value is not None and value is not False and value not in ((), [], {})


def shown_address(base_url: str, key_env: str | None) -> str:
    """An address without user, password, query and key, safe to print."""
    key = os.environ.get(key_env or DEFAULT_KEY, "").strip()
    return Address(base_url, key).shown

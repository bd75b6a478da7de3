"""How `sorites evaluate` is told to ask: a TOML file, and flags that win over it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.core.errors import InputError
from engine.core.toml_files import read_toml

if TYPE_CHECKING:
    from engine.ask.endpoints.address import Address
    from engine.ask.endpoints.settings import Settings
    from engine.ask.runs import Manner

Flags = dict[str, Any]  # Any: values of options of several types


class Beside(BaseModel):
    """A further endpoint of the same model; what it leaves out is as for the first."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    base_url: str
    key_env: str | None = None
    concurrency: int | None = Field(None, ge=1, le=1000)
    requests_per_minute: int | None = Field(None, ge=1)
    tokens_per_minute: int | None = Field(None, ge=1)


class Asking(BaseModel):
    """All that a settings file may say. Keys of endpoints are not among it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    base_url: str | None = None
    key_env: str = "OPENAI_API_KEY"
    beside: tuple[Beside, ...] = ()
    temperature: float | None = Field(None, ge=0)
    top_p: float | None = Field(None, ge=0, le=1)
    max_tokens: int | None = Field(None, ge=1)
    seed: int | None = None
    reasoning_effort: str | None = None
    stop: tuple[str, ...] = ()
    system: str | None = None
    stream: bool = False
    api: str = Field("chat", pattern="^(chat|responses)$")
    extra: dict[str, Any] = {}  # Any: JSON for an endpoint unknown
    concurrency: int = Field(16, ge=1, le=1000)
    requests_per_minute: int | None = Field(None, ge=1)
    tokens_per_minute: int | None = Field(None, ge=1)
    timeout: float = Field(600.0, gt=0)
    attempts: int = Field(6, ge=1, le=100)
    look_every: float = Field(30.0, gt=0)
    max_cost: float | None = Field(None, gt=0)
    prices: Path | None = None

    def settings(self) -> Settings:
        """What is sent beside the messages.

        Raises:
            InputError: the API has no place for one of them.
        """
        from engine.ask.endpoints.settings import Api, Settings

        chosen = Settings(
            self.temperature,
            self.top_p,
            self.max_tokens,
            self.seed,
            self.reasoning_effort,
            self.stop,
            self.system,
            self.stream,
            Api(self.api),
            self.extra,
        )
        if lacking := chosen.lacking():
            raise InputError(
                f"the Responses API takes no {' and no '.join(lacking)}; leave that out, or use"
                " --api chat"
            )
        return chosen

    def addresses_beside(self) -> tuple[Address, ...]:
        """Where else the model is asked.

        Raises:
            InputError: an address is no URL, or a key is missing.
        """
        from engine.ask.endpoints.address import address

        return tuple(address(one.base_url, one.key_env or self.key_env) for one in self.beside)

    def manner(self, *, is_fresh: bool) -> Manner:
        """How the endpoint is asked."""
        from engine.ask.endpoints.pacing import Limits
        from engine.ask.endpoints.retrying import Patience
        from engine.ask.runs import Manner

        limits = Limits(self.concurrency, self.requests_per_minute, self.tokens_per_minute)
        return Manner(
            limits,
            tuple(
                Limits(
                    other.concurrency or self.concurrency,
                    other.requests_per_minute or self.requests_per_minute,
                    other.tokens_per_minute or self.tokens_per_minute,
                )
                for other in self.beside
            ),
            self.timeout,
            Patience(self.attempts),
            is_fresh=is_fresh,
            look_every_s=self.look_every,
        )


def read_asking(path: Path | None, flags: Flags) -> Asking:
    """What the file says, with the flags that were given instead.

    Raises:
        InputError: the file is not there, is no TOML or says what cannot be.
    """
    told = read_toml(path, "the file of settings").table if path else {}
    told |= {name: value for name, value in flags.items() if _is_given(value)}
    try:
        return Asking.model_validate(told)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        if first["type"] == "extra_forbidden":
            raise InputError(
                f"the settings in {path} have no {name!r}; they have"
                f" {', '.join(Asking.model_fields)}, and keys come from the environment only"
            ) from None
        raise InputError(f"the setting {name} is wrong: {first['msg']}") from None


def _is_given(value: object) -> bool:
    """Whether a flag was given; nought is a value."""
    return value is not None and value is not False and value not in ((), {})


def read_extra(pairs: Sequence[str]) -> dict[str, Any]:  # Any: JSON
    """The fields of `--extra KEY=JSON`; what is no JSON is text.

    Raises:
        InputError: a pair has no equals sign.
    """
    found: dict[str, Any] = {}
    for pair in pairs:
        name, sign, text = pair.partition("=")
        if not sign or not name:
            raise InputError(f"--extra {pair} is not of the form KEY=JSON, such as top_k=5")
        try:
            found[name] = orjson.loads(text)
        except orjson.JSONDecodeError:
            found[name] = text
    return found

"""The format of a file of answers: JSON lines, the first of which is the header."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from typing import Annotated, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    ValidationError,
    model_validator,
)

from engine.ask.prompts.probes import NONE, PROBES, WITHHELD_OPTION
from engine.ask.respondents import name_problem

FORMAT: Literal["sorites-submission-1"] = "sorites-submission-1"

_STRICT = ConfigDict(frozen=True, extra="forbid")
_LATEST = timezone(timedelta(hours=14))
"""The earliest time zone: a later date than today's there has begun nowhere."""


def _free(name: str) -> str:
    if problem := name_problem(name):
        raise ValueError(problem)
    return name


def _printable(text: str) -> str:
    if not (text.strip() and text.isprintable()):
        raise ValueError("it is blank or has unprintable characters")
    return text


def _gradable(probe: str) -> str:
    if probe not in PROBES or probe in (NONE, WITHHELD_OPTION):
        raise ValueError(f"there is no such probe, or its replies are no answers: {probe!r}")
    return probe


class Header(BaseModel):
    """Model, prompt, settings and dates; `content_hash` identifies the data set of a suite.

    `limit` is the size of the sample asked, if it was drawn with `--limit`. `weights` and `server`
    say what answered, in the words of whoever asked.
    """

    model_config = _STRICT

    format: Literal["sorites-submission-1"]
    content_hash: str = Field(pattern="^[0-9a-f]{64}$")
    split: Literal["train", "validation", "test"] | None = None
    language: str | None = None
    rotated: bool = False
    limit: int | None = Field(default=None, ge=1)
    probe: Annotated[str, AfterValidator(_gradable)] | None = None
    model: Annotated[str, Field(max_length=200), AfterValidator(_free)]
    prompt: Annotated[str, Field(max_length=200), AfterValidator(_printable)]
    settings: dict[str, JsonValue] = {}
    weights: dict[str, JsonValue] | None = None
    server: Annotated[str, Field(max_length=500), AfterValidator(_printable)] | None = None
    asked_from: date
    asked_to: date
    contact: Annotated[str, Field(max_length=200), AfterValidator(_printable)]

    @model_validator(mode="after")
    def _days_have_been(self) -> Self:
        if self.asked_from > self.asked_to:
            raise ValueError(f"asked_from ({self.asked_from}) is after asked_to ({self.asked_to})")
        if self.asked_to > datetime.now(_LATEST).date():
            raise ValueError(f"asked_to ({self.asked_to}) is still to come")
        return self


class Reply(BaseModel):
    """One raw reply to one item, named by its hash; `raw` is null if there was no reply.

    `scores` are the log-probabilities of the stated answers, if it answered by likelihood.
    """

    model_config = _STRICT

    item: str = Field(pattern="^[0-9a-f]{64}$")
    rotation: int = Field(default=0, ge=0, le=15)
    raw: str | None = Field(max_length=200_000)
    finish_reason: str | None = None
    prompt_tokens: int | None = Field(default=None, ge=0, lt=2**31)
    completion_tokens: int | None = Field(default=None, ge=0, lt=2**31)
    scores: dict[str, float] | None = None


def complaint(error: ValidationError) -> str:
    """The first fault of a line, with its field."""
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"])) or "the line"
    if first["type"] == "extra_forbidden":
        return f"{where}: there is no such field; scores are worked out here, not taken"
    return f"{where}: {first['msg'].removeprefix('Value error, ')}"

"""One finished figure of one cell, wherever it comes from."""

from __future__ import annotations

from math import inf
from typing import Literal, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, Field, model_validator

from engine.core.items import Origin
from engine.store.responses.runs import ModelKind

STRICT = ConfigDict(frozen=True, extra="forbid")

OF_TEXT = frozenset({"vocabulary_size", "kl_divergence"})
"""Metrics of the language of a data set: no shares, so that nothing bounds them above."""
CHANGES = frozenset({"accuracy_change"})
"""Differences of two shares, from -1 to 1."""


class HasValue(Protocol):
    """A metric and its value."""

    metric: str
    value: float


Model = TypeVar("Model", bound=HasValue)


def check_value(model: Model) -> Model:
    """Refuse a value that the metric cannot have."""
    least = -1 if model.metric in CHANGES else 0
    greatest = inf if model.metric in OF_TEXT else 1
    if not least <= model.value <= greatest:
        raise ValueError(
            f"{model.metric} is a number from {least} to {greatest}, not {model.value:g}"
        )
    return model


class Figure(BaseModel):
    """One figure of one cell, with where it comes from.

    `kind` is the kind of `model`, as in the table `models`. `n` is the number of questions behind
    the figure; None means that nobody says, and then there is no interval. `low` and `high` are
    the ends of the 95% Wilson interval.
    """

    model_config = STRICT

    origin: Literal[Origin.REPORTED, Origin.REPRODUCED, Origin.REGRADED]
    family: str
    dataset: str
    model: str
    kind: ModelKind = "published"
    prompt: str | None
    breakdown: str = "overall"
    cell: str = "all"
    metric: str
    value: float
    n: int | None = Field(ge=1)
    low: float | None = None
    high: float | None = None
    source: str
    command: str | None = None
    note: str | None = None

    _value = model_validator(mode="after")(check_value)

"""One finished figure of one cell, wherever it comes from."""

from __future__ import annotations

from typing import Literal, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, Field, model_validator

from engine.items import Origin
from engine.store.runs import ModelKind

STRICT = ConfigDict(frozen=True, extra="forbid")

OF_TEXT = frozenset({"vocabulary_size", "kl_divergence"})
"""Metrics of the language of a data set: no shares, so that nothing bounds them."""


class HasValue(Protocol):
    """A metric and its value."""

    metric: str
    value: float


Model = TypeVar("Model", bound=HasValue)


def check_share(model: Model) -> Model:
    """Refuse a value above 1, unless the metric is one of `OF_TEXT`."""
    if model.metric not in OF_TEXT and model.value > 1:
        raise ValueError(f"{model.metric} is a share of 0 to 1, not {model.value:g}")
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
    value: float = Field(ge=0)
    n: int | None = Field(ge=1)
    low: float | None = None
    high: float | None = None
    source: str
    command: str | None = None
    note: str | None = None

    _share = model_validator(mode="after")(check_share)

"""Estimate the requests, tokens, cost and time of a run before it starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from math import inf
from pathlib import Path
from statistics import fmean

from engine.ask.endpoints.endpoint import CHARACTERS_A_TOKEN
from engine.ask.endpoints.request_fields import Api
from engine.ask.prompts import messages
from engine.ask.runs.asking import Delivery
from engine.ask.runs.plan import Plan
from engine.ask.runs.series import tally
from engine.ask.runs.spending import Price, total
from engine.core.errors import InputError
from engine.store import connect_read_only
from engine.store.responses.measured import mean_reply

_LEAST_S = 1e-6
_LOOKED_AT = 200
"""Questions in the sample that estimates the length of all."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """The rest of a run; all figures but the numbers of questions are estimates.

    Tokens sent assume four characters per token. Tokens received and time are the model's means for
    the same prompt. If it was never asked with this prompt, tokens received are at most what
    `max_tokens` allows, or None, and time is None. Cost is None if the price or the tokens are
    unknown.
    """

    model: str
    dataset: str
    n_planned: int
    to_ask: int
    requests: int
    tokens_sent: int
    tokens_received: int | None
    is_upper_bound: bool
    cost_usd: float | None
    seconds: float | None


def estimate(db: Path, plan: Plan, delivery: Delivery, price: Price | None) -> Estimate:
    """Estimate what is left to ask of a plan."""
    to_ask = plan.questions.n_without(tally(db, plan).has_answer)
    requests = round(_requests_a_question(plan) * to_ask)
    sent = round(_tokens_a_question(plan) * requests) if plan.where else 0
    before = _before(db, plan) if plan.where else None
    limit = plan.request.settings.most_tokens
    each = before.tokens if before else limit
    received = round(each * (to_ask if before else requests)) if each is not None else None
    cost = price.cost_usd(sent, received) if price and received is not None else None
    return Estimate(
        plan.run.model,
        plan.run.dataset,
        plan.run.n_planned,
        to_ask,
        requests,
        sent,
        received if plan.where else 0,
        before is None and limit is not None,
        cost,
        _seconds(delivery, to_ask, before.latency_s) if before else None,
    )


def together(estimates: Sequence[Estimate]) -> Estimate:
    """The sum of the estimates of consecutive runs; a figure is unknown if any summand is."""
    models = dict.fromkeys(one.model for one in estimates)
    return Estimate(
        model=", ".join(models) if len(models) == 1 else f"{len(models)} respondents",
        dataset=f"all {len(estimates)}",
        n_planned=sum(one.n_planned for one in estimates),
        to_ask=sum(one.to_ask for one in estimates),
        requests=sum(one.requests for one in estimates),
        tokens_sent=sum(one.tokens_sent for one in estimates),
        tokens_received=total(one.tokens_received for one in estimates),
        is_upper_bound=any(one.is_upper_bound for one in estimates),
        cost_usd=total(one.cost_usd for one in estimates),
        seconds=total(one.seconds for one in estimates),
    )


def _requests_a_question(plan: Plan) -> float:
    """One, or one for each stated answer where completions echo them, over the same sample."""
    settings = plan.request.settings
    if not settings.by_likelihood or settings.api is not Api.COMPLETIONS:
        return 1
    places = range(0, len(plan.items), max(1, len(plan.items) // _LOOKED_AT))
    return fmean(len(plan.items[place].options) for place in places)


def _tokens_a_question(plan: Plan) -> float:
    """The mean tokens of a question and everything sent with it, over an evenly spaced sample."""
    places = range(0, len(plan.items), max(1, len(plan.items) // _LOOKED_AT))
    characters = 0
    for place in islice(places, _LOOKED_AT):
        item = plan.items[place]
        shown = plan.examples.for_item(item)
        asked = messages(item, plan.prompt, plan.request.probe, shown)
        characters += sum(len(message["content"]) for message in asked)
    own = len(plan.request.settings.system or "")
    return (characters / min(len(places), _LOOKED_AT) + own) / CHARACTERS_A_TOKEN


@dataclass(frozen=True, slots=True)
class _Before:
    tokens: float
    latency_s: float


def _before(db: Path, plan: Plan) -> _Before | None:
    """The model's mean reply to the same prompt, if the database has any."""
    try:
        con = connect_read_only(db)
    except InputError:
        return None
    try:
        found = mean_reply(con, plan.run.model, plan.run.prompt)
    finally:
        con.close()
    return None if found is None else _Before(*found)


def _seconds(delivery: Delivery, to_ask: int, latency_s: float) -> float:
    """The time for questions at the allowed concurrency or requests per minute."""
    rates = [
        1 / max(latency_s / limits.concurrency, 60 / (limits.requests_a_minute or inf), _LEAST_S)
        for limits in (delivery.limits, *delivery.beside)
    ]
    return to_ask / sum(rates)

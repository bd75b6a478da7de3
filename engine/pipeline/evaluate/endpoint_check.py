"""Check an endpoint briefly before its first run, and store the profile for later runs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.ask.endpoints.address import Address, address
from engine.ask.endpoints.checking import check
from engine.ask.endpoints.failures import ADVICE, HOPELESS, halted
from engine.ask.endpoints.profile import REFUSED, SEEN, Profile, find_profile, keep_profile
from engine.ask.endpoints.replies import Reply
from engine.ask.endpoints.request_fields import SYSTEM, Api, Settings
from engine.ask.prompts import PAPER, style
from engine.ask.runs import Plan, Price, make_plan, price_of
from engine.core.errors import InputError
from engine.core.kinds import FORMAL
from engine.core.machine import machine
from engine.core.pasted_keys import refuse_key_as_model
from engine.store.responses.journal import journal_root

NO_CHECK = "SORITES_NO_CHECK"
"""The environment variable that switches automatic checks off."""

_BARE, _REASONED = 2048, 8192
"""The usual limits on tokens: of a bare answer, and of one after reasoning."""

_SENT = 400
"""Tokens of a usual question with its instructions."""


@dataclass
class Profiles:
    """The profiles of the endpoints of one command; `checks` allows requests to unknown ones."""

    db: Path
    tell: Callable[[str], None]
    checks: bool
    known: dict[tuple[str, str], Profile | None] = field(default_factory=dict)

    def of(
        self, where: Address, model: str, settings: Settings, has_others: bool = False
    ) -> Profile | None:
        """The profile of a model at an endpoint; the first time, a check makes it.

        None if the check got no answer. `has_others`: other endpoints may answer in its place.

        Raises:
            InputError: the endpoint refuses what these settings send, or everything.
        """
        key = where.shown, model
        if key not in self.known:
            self.known[key] = self._found(where, model, settings.api, is_vital=not has_others)
            found = self.known[key]
            for sentence in found.warnings(settings) if found else ():
                if found and found.system == REFUSED and settings.system_role == SYSTEM:
                    raise InputError(sentence)
                self.tell(sentence)
        return self.known[key]

    def _found(self, where: Address, model: str, api: Api, *, is_vital: bool) -> Profile | None:
        profile = find_profile(self.db, where.shown, model, api)
        if profile is None and self.checks and not os.environ.get(NO_CHECK):
            self.tell(f"checking {where.shown} with a few short requests first")
            checked = check(where, model, api)
            profile, failed = checked.profile, checked.failure
            if failed is not None and is_vital and failed.error_kind in HOPELESS:
                raise InputError(_unanswered(where, failed))
            if failed is not None:
                self.tell(_unanswered(where, failed))
            if profile is not None:
                keep_profile(self.db, profile)
                self.tell(f"checked {where.shown}: {'; '.join(findings(profile))}")
        return profile


def fitted(plan: Plan, profile: Profile | None, db: Path) -> Plan:
    """The plan adapted to the endpoint. It gets a token limit unless it has one or was begun."""
    if profile is None:
        return plan
    settings = profile.fitted(plan.request.settings)
    if settings.most_tokens is None and not (journal_root(db) / plan.run.run_hash).is_dir():
        settings = replace(settings, max_tokens=profile.max_tokens(usual_tokens(plan)))
    if settings != plan.request.settings:
        request = replace(plan.request, settings=settings)
        plan = make_plan(request, plan.material, plan.where, plan.beside)
    return replace(plan, run=replace(plan.run, server=served_by(plan, profile)))


def served_by(plan: Plan, profile: Profile) -> str | None:
    """The endpoint's software, and its machine if it serves a file of weights on this one."""
    is_here = plan.request.weights is not None and plan.where is not None and plan.where.is_local
    known = (profile.server, machine() if is_here else None)
    return ", on ".join(filter(None, known)) or None


def usual_tokens(plan: Plan) -> int:
    """The most tokens that replies to a plan's questions usually need."""
    base = style(plan.prompt).base
    is_formal = plan.material.kind in FORMAL.values() and base != PAPER
    return _REASONED if is_formal or base in ("cot", "own") else _BARE


def check_endpoint(
    db: Path,
    base_url: str,
    key_env: str,
    model: str,
    prices: Path | None = None,
    api: str = Api.CHAT,
) -> tuple[Profile, int, Price | None]:
    """Check an API of an endpoint now, and store its profile in place of an earlier one.

    Gives the profile, the number of requests, and the model's price, None if unknown.

    Raises:
        InputError: before any request, there is no such API, or the user's prices cannot be read or
            lack the model; or the endpoint answered nothing, with its own sentence and what to do.
    """
    refuse_key_as_model(model, key_env)
    if api not in list(Api):
        raise InputError(f"there is no API {api!r}; choose one of {', '.join(Api)}")
    where = address(base_url, key_env)
    price = price_of(model, (where.shown,), False, prices)
    if prices is not None and price is None:
        raise InputError(
            f"{prices} has no price of {model} at {where.shown}; add one, or leave out --prices"
        )
    checked = check(where, model, Api(api))
    if checked.profile is None:
        raise InputError(_unanswered(where, checked.failure or Reply()))
    keep_profile(db, checked.profile)
    return checked.profile, checked.requests, price


def _unanswered(where: Address, failed: Reply) -> str:
    """That a check got no answer, why, and what to do."""
    kind, error = failed.error_kind or "", failed.error
    if kind in HOPELESS or kind == "malformed":
        return f"{where.shown} did not answer the check: {halted(kind, error)}"
    if kind in ADVICE:
        return (
            f"{where.shown} refused the check's question ({error}), so its limits are unknown; a"
            " run's questions may still be answered"
        )
    return (
        f"{where.shown} did not answer the check ({kind}: {error}); see that the address is right"
        " and the server running"
    )


def findings(profile: Profile) -> Iterator[str]:
    """What a check found, in clauses."""
    if profile.server:
        yield profile.server
    yield f"system role {profile.system or 'unclear'}"
    if profile.context:
        yield f"context {profile.context:,} tokens"
    yield f"limit by {profile.limit_field}"
    lacking = [name for name in ("temperature", "seed") if not getattr(profile, name)]
    if lacking:
        yield f"no {' and no '.join(lacking)}"
    top = profile.top_logprobs
    yield f"log-probabilities of {top} alternatives" if top else "no log-probabilities"
    if profile.several is not None:
        yield f"{'several replies' if profile.several else 'one reply'} a request"
    if profile.stream_usage is not None:
        yield f"streams {'with' if profile.stream_usage else 'without'} token counts"
    if profile.thinking:
        yield f"thinking: {profile.thinking}"
    if profile.slots:
        yield f"{profile.slots} request{'s' * (profile.slots > 1)} at a time"
    if profile.tokens_a_second:
        yield f"{profile.tokens_a_second:g} tokens a second"


def usual_warnings(profile: Profile) -> list[str]:
    """What goes wrong with the usual settings, in sentences."""
    return list(profile.warnings(Settings()))


def proposals(profile: Profile, price: Price | None) -> Iterator[str]:
    """The flags that fit the endpoint, which are the defaults from now on, and the cost."""
    most = profile.max_tokens(_BARE)
    role = "" if profile.system in (None, SEEN) else " --system-role user"
    yield (
        f"proposed: --concurrency {profile.concurrency} --max-tokens {most} (after reasoning"
        f" {profile.max_tokens(_REASONED)}) --timeout {profile.timeout_s(most):g}{role}"
    )
    if price is not None:
        cost = price.cost_usd(_SENT * 1000, most * 1000)
        yield f"1,000 questions cost at most ${cost:,.2f} at the price of {price.on:%Y-%m-%d}"
    else:
        yield "the cost is unknown; name a file of prices with --prices"

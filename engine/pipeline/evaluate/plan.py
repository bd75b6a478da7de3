"""Turn a run configuration into plans, one per data set and respondent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from engine.ask.endpoints.address import Address
from engine.ask.respondents import (
    BASELINES,
    baselines_for,
    is_baseline,
    is_learner,
    resembles_baseline,
)
from engine.ask.runs import Plan, Price, load_material, make_plan, obstacle, price_of
from engine.ask.runs.budget import require_price
from engine.core.errors import InputError
from engine.pipeline.evaluate.endpoint_check import Profiles, fitted
from engine.pipeline.evaluate.run_configuration import RunConfiguration
from engine.pipeline.generate.example_items import with_examples


def plans_of(
    configuration: RunConfiguration, tell: Callable[[str], None], profiles: Profiles
) -> Iterator[Plan]:
    """The plans of all runs, in order."""
    for dataset in _datasets(configuration):
        yield from _plans(configuration, dataset, tell, profiles)


def _datasets(configuration: RunConfiguration) -> Sequence[str]:
    if configuration.suite is None:
        return [configuration.dataset or ""]
    from engine.pipeline.generate.suites import load_suite

    return [entry.name for entry in load_suite(configuration.suite)]


def _plans(
    configuration: RunConfiguration, dataset: str, tell: Callable[[str], None], profiles: Profiles
) -> Iterator[Plan]:
    material = load_material(profiles.db, configuration.request(dataset, configuration.model or ""))
    tell(material.words())
    trained = {item.hash for item in material.train}
    named = configuration.model
    for name in [named] if named else baselines_for(material.kind):
        where = _addresses(configuration, name)
        if not named and (lacking := obstacle(name, material)):
            tell(f"{name} is left out: {lacking}")
            continue
        if is_learner(name) and any(material.items.place(h) is not None for h in trained):
            tell(f"{name} was trained on some of these questions; --split test has none of them")
        first, *beside = where or (None,)
        request = configuration.request(dataset, name)
        shown = with_examples(material, request)
        plan = make_plan(request, shown, first, tuple(filter(None, beside)))
        if first is not None:
            if profiles.checks:  # before the check, which sends requests
                require_price(configuration.max_cost, price_for(configuration, [plan]))
            profile = profiles.of(first, name, request.settings, has_others=bool(beside))
            plan = fitted(plan, profile, profiles.db)
            most = plan.request.settings.max_tokens
            if most != request.settings.max_tokens:
                tell(f"replies may have {most:,} tokens; another limit: --max-tokens")
        yield plan


def _addresses(configuration: RunConfiguration, name: str) -> tuple[Address, ...]:
    """The endpoints of a model; none for a built-in respondent."""
    if is_baseline(name):
        if configuration.base_url:
            raise InputError(f"{name} is built in and has no endpoint; leave out --base-url")
        return ()
    if not configuration.base_url and resembles_baseline(name):
        raise InputError(
            f"{name} is not a built-in respondent (those are {', '.join(BASELINES)}); to ask a"
            " model of that name, give its endpoint with --base-url"
        )
    return configuration.addresses()


def price_for(configuration: RunConfiguration, plans: Iterable[Plan]) -> Price | None:
    """The price of the model at its endpoints; None if unknown or for built-in respondents."""
    for plan in plans:
        if plan.where:
            endpoints = [one.shown for one in (plan.where, *plan.beside)]
            model = plan.request.model
            return price_of(model, endpoints, configuration.batch, configuration.prices)
    return None

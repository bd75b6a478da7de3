"""`sorites power`: the smallest difference between models that N items can detect."""

from __future__ import annotations

from typing import Annotated

import typer

from engine.show.terminal.options import AsJson
from engine.show.terminal.output import say, write_json


def power(
    n: Annotated[int, typer.Argument(help="Number of items.", min=2)],
    accuracy: Annotated[
        float, typer.Option(help="Expected accuracy of the weaker model.", min=0.01, max=0.99)
    ] = 0.7,
    discordant: Annotated[
        float,
        typer.Option(
            help="Expected share of items that only one model gets right.", min=0.01, max=0.99
        ),
    ] = 0.2,
    wanted_power: Annotated[
        float,
        typer.Option(
            "--power", help="Probability of detecting a true difference.", min=0.5, max=0.99
        ),
    ] = 0.8,
    group: Annotated[
        int,
        typer.Option(help="Items per group of related items, such as 3 in a triple.", min=1),
    ] = 1,
    correlation: Annotated[
        float,
        typer.Option(help="Intra-class correlation of answers in a group.", min=0, max=1),
    ] = 0.3,
    as_json: AsJson = False,
) -> None:
    """Show the smallest difference between two models that N items can detect."""
    from engine.core.statistics import detectable_paired, detectable_unpaired, wilson

    trials = n / (1 + (group - 1) * correlation)
    low, high = wilson(accuracy * trials, trials)
    paired = detectable_paired(trials, discordant, wanted_power)
    unpaired = detectable_unpaired(trials, accuracy, wanted_power)
    if as_json:
        found = {"paired": paired, "unpaired": unpaired, "low": low, "high": high}
        write_json({"n": n, "effective_n": trials, "power": wanted_power, **found})
        return
    effective = f" (effective sample size {trials:,.0f})" if group > 1 else ""
    say(f"{n:,} items{effective}, tested at 5% with a power of {wanted_power:.0%}, detect:")
    say(
        f"  two models on the same items, if only one is right on {discordant:.0%} of them:"
        f" {_points(paired)}"
    )
    say(f"  two models on different items, the weaker at {accuracy:.0%}: {_points(unpaired)}")
    say(f"  one model at {accuracy:.0%}: 95% interval {low:.1%} to {high:.1%}")


def _points(difference: float | None) -> str:
    if difference is None:
        return "no possible difference"
    return f"differences of at least {100 * difference:.1f} points"

"""`sorites power`: what so many items can show, before a model is asked."""

from __future__ import annotations

from typing import Annotated

import typer

from engine.cli.options import AsJson


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("power")(power)


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
    chance_to_find: Annotated[
        float,
        typer.Option(
            "--power", help="Probability of detecting a true difference.", min=0.5, max=0.99
        ),
    ] = 0.8,
    group: Annotated[
        int,
        typer.Option(help="Items per group that share something, such as 3 in a triple.", min=1),
    ] = 1,
    likeness: Annotated[
        float,
        typer.Option(help="Intra-class correlation of answers in a group.", min=0, max=1),
    ] = 0.3,
    as_json: AsJson = False,
) -> None:
    """Show how small a difference between two models a number of items can detect."""
    from engine.core.statistics import detectable_paired, detectable_unpaired, wilson
    from engine.show.output import say, write_json

    trials = n / (1 + (group - 1) * likeness)
    low, high = wilson(accuracy * trials, trials)
    paired = detectable_paired(trials, discordant, chance_to_find)
    unpaired = detectable_unpaired(trials, accuracy, chance_to_find)
    if as_json:
        found = {"paired": paired, "unpaired": unpaired, "low": low, "high": high}
        write_json({"n": n, "effective_n": trials, "power": chance_to_find, **found})
        return
    worth = f", worth {trials:,.0f} independent ones" if group > 1 else ""
    say(f"{n:,} items{worth}; tests at 5%, found with a chance of {chance_to_find:.0%}:")
    say(
        f"  two models on the same items, {discordant:.0%} of which only one gets right:"
        f" {_points(paired)}"
    )
    say(f"  two models on different items, the weaker at {accuracy:.0%}: {_points(unpaired)}")
    say(f"  one model at {accuracy:.0%}: known to lie between {low:.1%} and {high:.1%}")


def _points(difference: float | None) -> str:
    if difference is None:
        return "no difference they can have is found"
    return f"differences from {100 * difference:.1f} points on"

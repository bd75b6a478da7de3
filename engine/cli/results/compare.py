"""`sorites compare`: compare runs on the same items, pair by pair."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from engine.core.paths import db_to_read
from engine.show.terminal.options import AsJson, Db
from engine.show.terminal.output import say, show_table, write_json

if TYPE_CHECKING:
    from engine.analysis.scores.comparison import Comparison


def compare(
    dataset: Annotated[str, typer.Argument(help="The data set of the runs.")],
    runs: Annotated[
        list[str],
        typer.Argument(metavar="RUN RUN…", help="A model, or a run's hash or a prefix of it."),
    ],
    prompt: Annotated[str | None, typer.Option(help="Only runs with this prompt.")] = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Compare runs item by item: paired differences with 95% intervals and adjusted p."""
    from engine.analysis.scores.comparison import compare_runs

    found = compare_runs(db_to_read(db), dataset, runs, prompt)
    if as_json:
        write_json({"dataset": dataset, **asdict(found)})
    else:
        _show(dataset, found)


def _show(dataset: str, found: Comparison) -> None:
    n = found.conditions[0].n
    asked = "counterparts, each run in its language" if found.by_counterparts else "items"
    show_table(
        f"{dataset}: {n:,} {asked} answered by all, in {found.n_groups:,} groups",
        ("run", "right", "95% interval", "hash"),
        [
            (c.name, f"{c.share:6.1%}", f"{c.low:.1%} to {c.high:.1%}", c.run[:12])
            for c in found.conditions
        ],
    )
    show_table(
        None,
        (
            "first", "second", "second − first", "95% interval", "right: only first",
            "only second", "p", "Holm",
        ),
        [
            (
                pair.first,
                pair.second,
                f"{100 * pair.difference:+.1f}",
                f"{100 * pair.low:+.1f} to {100 * pair.high:+.1f}",
                pair.only_first,
                pair.only_second,
                f"{pair.p:.3g}",
                f"{pair.p_holm:.3g}",
            )
            for pair in found.pairs
        ],
    )  # fmt: skip
    say(
        "Differences are in percentage points. p: McNemar's exact test, by groups if items are"
        " related. Holm: that p adjusted for the number of pairs."
    )

"""Endpoints, tokens and cost of the runs that were asked here.

Runs whose answers others collected are left out: nobody here counted or paid for them.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.analysis.scores.costs import Price, price_in
from engine.analysis.sources.reading import Row
from engine.show.tables.html import Cell, code, text


def asked_here(runs: Sequence[Row]) -> list[Row]:
    """The runs that asked an endpoint from here."""
    return [run for run in runs if run["kind"] == "endpoint"]


def kind_in(runs: Sequence[Row]) -> str:
    """The kind of respondent; a model asked here and by others counts as asked here."""
    kinds = [str(run["kind"]) for run in runs]
    return next((kind for kind in kinds if kind != "published"), kinds[0])


def endpoints_cell(runs: Sequence[Row]) -> Cell:
    """All endpoints that the runs asked."""
    found = sorted({endpoint for run in runs for endpoint in run["endpoints"] or ()})
    if not found:
        return text(None)
    return Cell("<br>".join(code(endpoint).html for endpoint in found), found[0])


def truncated(runs: Sequence[Row]) -> str | None:
    """How many replies were cut off; unknown for answers that others collected."""
    own = asked_here(runs)
    if not own:
        return None
    cut = f"{sum(run['n_truncated'] for run in own):,}"
    if len(own) == len(runs):
        return cut
    return f"{cut} of {sum(run['n'] for run in own):,} asked here"


def tokens(runs: Sequence[Row]) -> str | None:
    """The tokens sent and received, and who counted them."""
    own = asked_here(runs)
    others = [run for run in runs if run["kind"] != "endpoint"]
    counted = [
        _counted(own, "counted by the endpoint"),
        _counted(others, "as the submitters report"),
    ]
    return "; ".join(filter(None, counted)) or None


def _counted(runs: Sequence[Row], by: str) -> str | None:
    if not any(run["sent"] for run in runs):
        return None
    sent, received = _tokens_of(runs)
    return f"{sent:,} and {received:,}, {by}"


def _tokens_of(runs: Sequence[Row]) -> tuple[int, int]:
    sent, received = (sum(run[name] or 0 for run in runs) for name in ("sent", "received"))
    return sent, received


def cost(runs: Sequence[Row]) -> str:
    """The cost of the counted tokens at the bundled prices, or why it is unknown."""
    own = asked_here(runs)
    if not own:
        return "no endpoint was asked here"
    priced = [(run, price_of_run(run)) for run in own]
    known = [(run, price) for run, price in priced if price and not run["uncounted"]]
    if not known:
        if not any(price for _, price in priced):
            return "unknown: data/prices/prices.toml has no single price for it at these endpoints"
        return "unknown: the endpoint did not report all token counts"
    return f"{_dollars(known)}{_left_out(len(own) - len(known), len(own))}"


def price_of_run(run: Row) -> Price | None:
    """The price that applied to a run; None if unknown."""
    return price_in(run["model"], run["endpoints"] or (), run["is_batched"])


def _dollars(known: Sequence[tuple[Row, Price]]) -> str:
    usd = sum(price.cost_usd(*_tokens_of([run])) for run, price in known)
    most = any(is_at_most(run, price) for run, price in known)
    sources = dict.fromkeys(f"{price.source}, {price.on}" for _, price in known)
    batches = "; batch requests at the batch price" if _has_batches(known) else ""
    limit = "at most " if most else ""
    return f"{limit}{usd:,.2f} US dollars ({'; '.join(sources)}{batches})"


def is_at_most(run: Row, price: Price) -> bool:
    """Whether some requests of a run may have gone out in batches, at a lower price."""
    return price.in_batches != 1 and run["is_batched"] is None


def _has_batches(known: Sequence[tuple[Row, Price]]) -> bool:
    return any(run["is_batched"] for run, _ in known)


def _left_out(n: int, n_runs: int) -> str:
    """Say how many runs the sum leaves out."""
    if not n:
        return ""
    return f", without {n} of {n_runs} runs whose price or tokens are unknown"

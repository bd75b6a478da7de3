"""What asking took, of the runs that were asked here: where, how many tokens, what they cost.

A model may be known of others' answers too. What these took is theirs to tell: no endpoint counted
it here, and nobody here paid for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.analysis.costs import Price, price_in
from engine.analysis.reading import Row
from engine.show.tables import Cell, code, text


def asked_here(runs: Sequence[Row]) -> list[Row]:
    """Those of the runs in which an endpoint was asked here."""
    return [run for run in runs if run["kind"] == "endpoint"]


def kind_in(runs: Sequence[Row]) -> str:
    """Who answered in all the runs: of a model that others asked too, that it was asked here."""
    kinds = [str(run["kind"]) for run in runs]
    return next((kind for kind in kinds if kind != "published"), kinds[0])


def endpoints_cell(runs: Sequence[Row]) -> Cell:
    """All the endpoints that were asked in the runs."""
    found = sorted({endpoint for run in runs for endpoint in run["endpoints"] or ()})
    if not found:
        return text(None)
    return Cell("<br>".join(code(endpoint).html for endpoint in found), found[0])


def truncated(runs: Sequence[Row]) -> str | None:
    """How many replies were cut off; of answers that others collected nobody knows."""
    own = asked_here(runs)
    if not own:
        return None
    cut = f"{sum(run['n_truncated'] for run in own):,}"
    if len(own) == len(runs):
        return cut
    return f"{cut} of the {sum(run['n'] for run in own):,} asked for here"


def tokens(runs: Sequence[Row]) -> str | None:
    """The tokens sent and received, and who counted them."""
    own = asked_here(runs)
    others = [run for run in runs if run["kind"] != "endpoint"]
    told = [
        _counted(own, "as the endpoint counts"),
        _counted(others, "as those say who sent in the answers"),
    ]
    return "; ".join(filter(None, told)) or None


def _counted(runs: Sequence[Row], by: str) -> str | None:
    if not any(run["sent"] for run in runs):
        return None
    sent, received = _tokens_of(runs)
    return f"{sent:,} and {received:,}, {by}"


def _tokens_of(runs: Sequence[Row]) -> tuple[int, int]:
    sent, received = (sum(run[name] or 0 for run in runs) for name in ("sent", "received"))
    return sent, received


def cost(runs: Sequence[Row]) -> str:
    """What the counted tokens cost by the prices that travel with us; unknown is not nothing."""
    own = asked_here(runs)
    if not own:
        return "nothing was asked of an endpoint here"
    priced = [(run, price_of_run(run)) for run in own]
    known = [(run, price) for run, price in priced if price and not run["uncounted"]]
    if not known:
        if not any(price for _, price in priced):
            return (
                "unknown: there is no one price of it in data/prices/prices.toml for the endpoints"
                " it was asked at"
            )
        return "unknown: the endpoint did not count all tokens"
    return f"{_dollars(known)}{_left_out(len(own) - len(known), len(own))}"


def price_of_run(run: Row) -> Price | None:
    """The price at which a run was asked; None if nobody told it."""
    return price_in(run["model"], run["endpoints"] or (), run["is_batched"])


def _dollars(known: Sequence[tuple[Row, Price]]) -> str:
    usd = sum(price.cost_usd(*_tokens_of([run])) for run, price in known)
    most = any(is_at_most(run, price) for run, price in known)
    sources = dict.fromkeys(f"{price.source}, {price.on}" for _, price in known)
    batches = "; what went out in batches at their price" if _has_batches(known) else ""
    limit = "at most " if most else ""
    return f"{limit}{usd:,.2f} US dollars ({'; '.join(sources)}{batches})"


def is_at_most(run: Row, price: Price) -> bool:
    """Whether some of a run may have gone out in batches, which cost less than its price says."""
    return price.in_batches != 1 and run["is_batched"] is None


def _has_batches(known: Sequence[tuple[Row, Price]]) -> bool:
    return any(run["is_batched"] for run, _ in known)


def _left_out(n: int, n_runs: int) -> str:
    """The runs of which nothing is in the sum."""
    if not n:
        return ""
    return f", and what {n} of {n_runs} runs cost, of which price or tokens are unknown"

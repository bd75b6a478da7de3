"""A limit on the cost of one command, over all its runs and requests in flight.

Before each request, its estimated cost is reserved. Tokens sent are estimated by the ratio of
tokens to bytes so far (a quarter before the first reply). Tokens received are the most that the
settings allow or, without such a limit, the mean so far; until that is known, questions go out one
at a time. So the limit is exceeded at most by the excess of requests in flight over their
estimates, which is nothing if the settings limit the tokens of replies and tokens per byte are
constant. Where the endpoint says what it charged, that is spent, whatever the price. Endpoints do
not report the cost of time-outs and other errors, so these count as free.
"""

from __future__ import annotations

import asyncio

from engine.ask.endpoints.endpoint import CHARACTERS_A_TOKEN
from engine.ask.runs.spending import Price, cost_of, source_of_cost
from engine.ask.runs.tally import Tally
from engine.core.errors import InputError


def require_price(limit_usd: float | None, price: Price | None) -> None:
    """Refuse a limit on cost without a price: what an endpoint reports comes after the request.

    Raises:
        InputError: there is a limit but no price.
    """
    if limit_usd is not None and price is None:
        raise InputError(
            "--max-cost needs the model's price; put it into a file in the format of"
            " data/prices/prices.toml, and name the file with --prices"
        )


class Budget:
    """The cost of the runs of one command, including earlier starts, and its limit."""

    def __init__(self, limit_usd: float | None = None) -> None:
        self.limit_usd = limit_usd
        self._spent: dict[str, float] = {}

    @property
    def spent_usd(self) -> float:
        """The known cost so far."""
        return sum(self._spent.values())

    def know(self, run_hash: str, cost_usd: float) -> None:
        """Set the cost of a run so far."""
        self._spent[run_hash] = cost_usd


class Spending:
    """The cost of one run by its tally, and whether it may cost more.

    `most_tokens` is the most that a reply may have; None means no limit.

    Raises:
        InputError: there is a cost limit but no price.
    """

    def __init__(
        self,
        run_hash: str,
        tally: Tally,
        price: Price | None,
        budget: Budget | None = None,
        most_tokens: int | None = None,
    ) -> None:
        self._budget = budget or Budget()
        require_price(self._budget.limit_usd, price)
        self._run_hash = run_hash
        self._tally = tally
        self._price = price
        self._most_tokens = most_tokens
        self._sent_before = tally.prompt_tokens
        self._bytes = 0
        self._n_out = 0
        self._reserved_usd = 0.0
        self._news = asyncio.Condition()
        self.halted: str | None = None
        """Why nothing more may be asked, as a clause; None while it may."""
        self._note()

    @property
    def is_limited(self) -> bool:
        """Whether the user set a limit."""
        return self._budget.limit_usd is not None

    @property
    def cost_usd(self) -> float | None:
        """The cost so far; None if it is unknown."""
        return cost_of(self._tally, self._price)

    @property
    def source(self) -> str | None:
        """Where the cost is from, in words."""
        return source_of_cost(self._tally, self._price)

    async def reserve(self, size: int) -> float | None:
        """Reserve the cost of a request of `size` bytes once it fits; None if it never will.

        The caller must release it after recording the reply or an error.
        """
        if self._budget.limit_usd is None:
            return 0.0
        async with self._news:
            while (needed := self._needed_usd(size)) is None:
                await self._news.wait()
            if self.halted is not None:
                self._news.notify_all()
                return None
            self._n_out += 1
            self._reserved_usd += needed
            return needed

    async def release(self, reserved_usd: float, size: int, is_answered: bool) -> None:
        """Release a reserved cost after the request."""
        if self._budget.limit_usd is None:
            return
        self._n_out -= 1
        self._reserved_usd -= reserved_usd
        self._bytes += size if is_answered else 0
        self._note()
        async with self._news:
            self._news.notify_all()

    def _needed_usd(self, size: int) -> float | None:
        """The cost to reserve, 0 if the run is halted; None to wait for other replies."""
        limit = self._budget.limit_usd
        if self.halted is not None or self._price is None or limit is None:
            return 0.0
        reply = self._tokens_a_reply()
        needed = self._price.cost_usd(size * self._tokens_a_byte(), reply or 0.0)
        spent = self._budget.spent_usd
        if self._n_out and (reply is None or spent + self._reserved_usd + needed > limit):
            return None
        if spent + needed > limit:
            self.halted = (
                f"${spent:.4f} of the ${limit:g} of --max-cost are spent, and the next question"
                f" may cost ${needed:.4f}"
            )
        return needed

    def _tokens_a_byte(self) -> float:
        here = self._tally.prompt_tokens - self._sent_before
        return here / self._bytes if self._bytes and here else 1 / CHARACTERS_A_TOKEN

    def _tokens_a_reply(self) -> float | None:
        tally = self._tally
        mean = tally.completion_tokens / tally.counted if tally.counted else None
        return max(self._most_tokens, mean or 0.0) if self._most_tokens else mean

    def _note(self) -> None:
        """Update the budget with the cost of the run so far."""
        if self._budget.limit_usd is None:
            return
        cost = self.cost_usd
        if cost is None:
            self.halted = (
                "the endpoint does not report token counts, so --max-cost cannot be enforced"
            )
        else:
            self._budget.know(self._run_hash, cost)

"""A limit on what one command may spend, kept over all its runs and with what is in flight.

Before a question is put, what it may cost is set aside: as many tokens a byte as were sent so far,
a quarter before the first reply, and a reply of the most tokens that the settings allow, or of the
mean so far where they allow any; while that is unknown, one question goes out alone. So the limit
is overshot by no more than what is in flight costs above these estimates: by nothing where the
endpoint keeps to the most that the settings allow and counts tokens evenly. What time-outs and
other errors cost no endpoint tells; they count as nothing.
"""

from __future__ import annotations

import asyncio

from engine.ask.endpoints.endpoint import CHARACTERS_A_TOKEN
from engine.ask.runs.spending import Price, cost_of
from engine.ask.runs.tally import Tally
from engine.core.errors import InputError


class Budget:
    """What the runs of one command have cost, earlier starts included, and may cost together."""

    def __init__(self, limit_usd: float | None = None) -> None:
        self.limit_usd = limit_usd
        self._spent: dict[str, float] = {}

    @property
    def spent_usd(self) -> float:
        """What is known to be spent."""
        return sum(self._spent.values())

    def know(self, run_hash: str, cost_usd: float) -> None:
        """Take note of what a run has cost up to now."""
        self._spent[run_hash] = cost_usd


class Spending:
    """What one run has cost by its tally, and whether it may cost more.

    `most_tokens` are those that a reply may have; None for any number.

    Raises:
        InputError: there is a limit, and no price to keep it by.
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
        if self._budget.limit_usd is not None and price is None:
            raise InputError(
                "--max-cost needs the model's price; put it into a file of the form of"
                " data/prices/prices.toml and name that with --prices"
            )
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
        """Whether the user allows only so much."""
        return self._budget.limit_usd is not None

    @property
    def cost_usd(self) -> float | None:
        """What the counted tokens cost; None where a price or the tokens are unknown."""
        return cost_of(self._tally, self._price)

    async def reserve(self, size: int) -> float | None:
        """Set aside what a request of so many bytes may cost, once that fits; None: it never does.

        It is to be released when the reply has been recorded, or none has come.
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
        """What was set aside is spent, or is not needed."""
        if self._budget.limit_usd is None:
            return
        self._n_out -= 1
        self._reserved_usd -= reserved_usd
        self._bytes += size if is_answered else 0
        self._note()
        async with self._news:
            self._news.notify_all()

    def _needed_usd(self, size: int) -> float | None:
        """What to set aside now, nought where the run is halted; None to wait for other replies."""
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
                f"${spent:.4f} of the ${limit:g} that --max-cost allows are spent, and the next"
                f" question may cost ${needed:.4f}"
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
        """Tell the budget what the run has cost up to now."""
        if self._budget.limit_usd is None:
            return
        cost = self.cost_usd
        if cost is None:
            self.halted = (
                "the endpoint does not tell the tokens used, so that --max-cost cannot be kept"
            )
        else:
            self._budget.know(self._run_hash, cost)

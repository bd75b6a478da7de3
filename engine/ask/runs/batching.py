"""Ask a plan's questions in batches: submit, wait and collect.

`batches.json` in the run's journal lists the batches in flight. It is written before and after each
submission. So wherever the process is killed, the same command finds all batches and pays for none
twice.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path

import orjson

from engine.ask.endpoints.address import Address
from engine.ask.endpoints.batches import Batches, BatchTrouble, State
from engine.ask.endpoints.retrying import Patience
from engine.ask.runs.asking import Asked, Delivery, Record
from engine.ask.runs.echoing import scoring_words
from engine.ask.runs.plan import Plan, Question
from engine.ask.runs.requests_and_rows import now, remember, remembered, responded, sent
from engine.core.durable import write_durably
from engine.core.errors import InputError, StoreError
from engine.store import ResponseCache

_FILE = "batches.json"
_MOST = 10_000
_MOST_BYTES = 50_000_000
"""The most requests and bytes of a batch: a fifth and a quarter of OpenAI's limits, so that parts
of a large run return early and use little memory."""

_HASH = 40
"""Characters of an item's hash in the name of its request, which must stay under 64."""


@dataclass(slots=True)
class _Out:
    """A batch in flight: its name, its id once known, its time of submission and its questions."""

    name: str
    id: str | None
    handed_over: str
    questions: list[str]


def ask_batches(
    plan: Plan,
    questions: Iterator[Question],
    record: Record,
    delivery: Delivery,
    cache: ResponseCache,
    folder: Path,
) -> Asked:
    """Submit the questions that are not in flight, wait for all batches, and record the replies.

    Raises:
        InputError: the endpoint does not accept batches.
        StoreError: the journal cannot be written.
    """
    if plan.where is None:
        raise ValueError("the plan has no endpoint")
    first = next(questions, None)
    if first is None and not n_out(folder):
        return Asked()  # before loading the client, which takes most of a second
    if plan.request.settings.by_likelihood:
        delivery.tell(scoring_words(by_echo=False))
    patience = delivery.patience or Patience()
    with Batches(
        plan.where,
        plan.request.settings,
        timeout_s=delivery.timeout_s,
        attempts=patience.attempts,
    ) as batches:
        asking = _Asking(plan, plan.where, batches, record, delivery, cache, folder / _FILE)
        try:
            asking.find_lost()
            asking.hand_over(chain([first] if first else [], questions))
            return Asked(halted=asking.collect_all())
        except KeyboardInterrupt:
            return Asked(is_stopped=True)
        except BatchTrouble as trouble:
            return Asked(halted=f"a request to the batch API failed: {trouble}")


def n_out(folder: Path) -> int:
    """The number of questions in flight in batches, by the journal of a run."""
    return sum(len(out.questions) for out in _read(folder / _FILE))


class _Asking:
    """Asks the questions of a run in batches."""

    def __init__(
        self,
        plan: Plan,
        where: Address,
        batches: Batches,
        record: Record,
        delivery: Delivery,
        cache: ResponseCache,
        path: Path,
    ) -> None:
        self._plan = plan
        self._where = where
        self._batches = batches
        self._record = record
        self._delivery = delivery
        self._cache = cache
        self._path = path
        self._out = _read(path)
        self._hashes = {name[:_HASH]: name for name in plan.items.hashes}

    def find_lost(self) -> None:
        """Look up the ids of batches whose submission got no response."""
        for out in self._out:
            out.id = out.id or self._batches.find(out.name)
        self._out = [out for out in self._out if out.id]
        self._write()

    def hand_over(self, questions: Iterator[Question]) -> None:
        """Submit the questions that are neither in flight nor answered by earlier runs."""
        waiting = {name for out in self._out for name in out.questions}
        requests: dict[str, bytes] = {}
        size = 0
        for question in questions:
            name = _name(question)
            if name in waiting:
                continue
            asked = sent(self._plan, question, self._where, echo=False)
            known = None if self._delivery.is_fresh else remembered(self._cache, asked)
            if known is not None:
                self._record(question.item, responded(question, asked, known, now(), True))
                continue
            if requests and (len(requests) == _MOST or size + len(asked.body) > _MOST_BYTES):
                self._submit(requests)
                requests, size = {}, 0
            requests[name] = asked.body
            size += len(asked.body)
        if requests:
            self._submit(requests)

    def _submit(self, requests: dict[str, bytes]) -> None:
        begun = now()
        out = _Out(f"{self._plan.run.run_hash[:32]} {begun}", None, begun, list(requests))
        self._out.append(out)
        self._write()
        try:
            out.id = self._batches.submit(out.name, requests)
        except BatchTrouble as trouble:
            if trouble.passes:
                raise
            self._out.remove(out)
            self._write()
            raise InputError(
                f"the endpoint rejected the batch ({trouble}); leave out --batch to ask one by one"
            ) from None
        self._write()

    def collect_all(self) -> str | None:
        """Wait for all batches; gives the reason if some questions have no reply."""
        troubles: list[str] = []
        done = -1
        while self._out:
            states = [self._batches.state(out.id or "") for out in self._out]
            if sum(state.n_done for state in states) != done:
                done = sum(state.n_done for state in states)
                self._tell(done)
            for out, state in zip(list(self._out), states, strict=True):
                if state.is_ended:
                    troubles += self._collect(out, state)
            if self._out:
                time.sleep(self._delivery.look_every_s)
        return "; ".join(troubles) or None

    def _tell(self, done: int) -> None:
        n = sum(len(out.questions) for out in self._out)
        batches = "a batch" if len(self._out) == 1 else f"{len(self._out)} batches"
        self._delivery.tell(
            f"{n:,} questions are in flight in {batches}, {done:,} of them done; you may stop with"
            " Ctrl-C and collect them later with the same command"
        )

    def _collect(self, out: _Out, state: State) -> list[str]:
        """Record the replies of a batch; gives clauses on missing ones."""
        asked = set(out.questions)
        for name, reply in self._batches.replies(state.files):
            if name in asked and (question := self._question(name)):
                asked.discard(name)
                request = sent(self._plan, question, self._where, echo=False)
                self._record(
                    question.item, responded(question, request, reply, out.handed_over, False)
                )
                remember(self._cache, request, reply)
        self._out.remove(out)
        self._write()
        if not asked:
            return []
        why = f"it failed: {state.failure}" if state.failure else "they expired or were cancelled"
        return [f"{len(asked):,} questions of a batch have no reply, because {why}"]

    def _question(self, name: str) -> Question | None:
        """The question of the request with a name; None if it is not in this plan."""
        beginning, sample, rotation = name.split(".")
        place = self._plan.items.place(self._hashes.get(beginning, ""))
        if place is None:
            return None
        return Question(self._plan.items[place], int(sample), int(rotation))

    def _write(self) -> None:
        try:
            write_durably(self._path, orjson.dumps([asdict(out) for out in self._out]))
        except OSError as error:
            raise StoreError(f"cannot write {self._path}: {error.strerror}") from None


def _name(question: Question) -> str:
    return f"{question.item.hash[:_HASH]}.{question.sample}.{question.rotation}"


def _read(path: Path) -> list[_Out]:
    """The batches in flight; none if the file does not exist."""
    try:
        return [_Out(**entry) for entry in orjson.loads(path.read_bytes())]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, TypeError) as error:
        raise StoreError(
            f"{path}, the list of batches in flight, cannot be read ({error}); look for the batches"
            " at the endpoint, then remove the file"
        ) from None

"""Ask a model to extract the answers from replies that our rules could not read.

The same rules grade what it extracts, and the result is stored separately from their verdict on
the reply. Results are stored batch by batch and never asked for again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from duckdb import DuckDBPyConnection

from engine.ask.endpoints.address import Address
from engine.ask.endpoints.endpoint import Endpoint
from engine.ask.endpoints.pacing import Limits
from engine.ask.endpoints.replies import Reply
from engine.ask.endpoints.request_fields import Settings
from engine.ask.extraction.wording import extraction_messages, is_none
from engine.ask.prompts import our_prompt_id
from engine.core.items import Item, Outcome
from engine.grade import grade
from engine.store import Extraction, Unread, connect, load_items, unread_replies, write_extractions

BATCH = 256
"""Replies per batch."""

Message = dict[str, str]


@dataclass(frozen=True, slots=True)
class Extracted:
    """The results of one command: the replies sent, answers extracted, and errors."""

    dataset: str
    extractor: str
    prompt: str
    n: int
    n_answers: int
    n_right: int
    n_errors: int
    last_error: str | None


@dataclass(frozen=True, slots=True)
class Extractor:
    """A model at an endpoint, and its number of concurrent requests."""

    model: str
    where: Address
    concurrency: int = 16


def extract(
    db: Path,
    dataset: str,
    extractor: Extractor,
    *,
    model: str | None = None,
    limit: int | None = None,
    advance: Callable[[int], None] = lambda _: None,
) -> Extracted:
    """Extract answers from the unread replies to a data set, of one model or of all.

    Raises:
        InputError: there is no such data set, or the endpoint refused the first requests.
    """
    prompt = our_prompt_id("extract")
    with closing(connect(db)) as con:
        waiting = unread_replies(con, dataset, model, extractor.model, prompt, limit)
        items = _items(con, dataset, waiting)
    found: list[Extraction] = []
    for start in range(0, len(waiting), BATCH):
        batch = waiting[start : start + BATCH]
        sent = [extraction_messages(items[one.item], one.raw, one.key.rotation) for one in batch]
        replies = ask_all(extractor, sent)
        pairs = zip(batch, replies, strict=True)
        read = [_read(items[one.item], one, reply) for one, reply in pairs if reply is not None]
        with closing(connect(db)) as con:
            write_extractions(con, extractor.model, prompt, read)
        found += read
        advance(len(batch))
        if len(read) < len(batch):
            break
    return _summary(dataset, extractor.model, prompt, found)


def ask_all(extractor: Extractor, sent: Sequence[list[Message]]) -> list[Reply | None]:
    """The replies to messages, in order; None for those never sent because the endpoint failed."""

    async def ask() -> list[Reply | None]:
        limits = Limits(concurrency=extractor.concurrency)
        settings = Settings(temperature=0)
        async with Endpoint(extractor.model, extractor.where, settings, limits=limits) as endpoint:
            asked = (endpoint.ask(endpoint.body(messages)) for messages in sent)
            return list(await asyncio.gather(*asked))

    return asyncio.run(ask())


def _items(con: DuckDBPyConnection, dataset: str, waiting: Sequence[Unread]) -> dict[str, Item]:
    ids = sorted({one.key.item_id for one in waiting})
    return {item.hash: item for item in load_items(con, dataset, ids=ids)} if ids else {}


def _read(item: Item, unread: Unread, reply: Reply) -> Extraction:
    """The extractor's reply, graded as a reply to the item."""
    if reply.raw is None:
        error = Outcome.ERROR
        return Extraction(unread.key, None, reply.error_kind, reply.error, None, error, None, None)
    if is_none(reply.raw):
        nothing = Outcome.NO_ANSWER
        return Extraction(unread.key, reply.raw, None, None, None, nothing, None, None)
    found = grade(item, reply.raw, unread.key.rotation)
    return Extraction(
        unread.key,
        reply.raw,
        None,
        None,
        found.lenient,
        found.outcome,
        found.mistake,
        found.evidence,
    )


def _summary(dataset: str, extractor: str, prompt: str, found: Sequence[Extraction]) -> Extracted:
    errors = [one for one in found if one.outcome == Outcome.ERROR]
    return Extracted(
        dataset=dataset,
        extractor=extractor,
        prompt=prompt,
        n=len(found),
        n_answers=sum(one.answer is not None for one in found),
        n_right=sum(one.outcome == Outcome.RIGHT for one in found),
        n_errors=len(errors),
        last_error=f"{errors[-1].error_kind}: {errors[-1].error}" if errors else None,
    )

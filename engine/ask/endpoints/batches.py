"""The Batch API of OpenAI and compatible endpoints: requests in a file, answered within a day.

Every batch has a name in its metadata. So if a process is killed before it learns the id of its
batch, the batch is found again and not paid for twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

import orjson

from engine.ask.endpoints.replies import Reply, failure, read_reply, status_failure
from engine.ask.endpoints.request_fields import Settings

if TYPE_CHECKING:
    from openai import OpenAI
    from openai.types import Batch

    from engine.ask.endpoints.address import Address

Given = TypeVar("Given")

_NAME = "sorites"
_LOOKED_AT = 100
_ENDED = frozenset({"completed", "failed", "expired", "cancelled"})


class BatchTrouble(Exception):
    """A request to the Batch API failed. `passes` says whether it may succeed later."""

    def __init__(self, message: str, *, passes: bool) -> None:
        self.passes = passes
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class State:
    """The state of a batch: requests done, whether it has ended, and why it failed.

    `files` are the result files, once there are any.
    """

    n_done: int
    is_ended: bool
    failure: str | None
    files: tuple[str, ...]


class Batches:
    """The batches at one address. Use as a context manager."""

    def __init__(
        self, where: Address, settings: Settings, *, timeout_s: float, attempts: int
    ) -> None:
        self._where = where
        self._redactor = where.redactor()
        self._settings = settings
        self._timeout_s = timeout_s
        self._attempts = attempts
        self._client: OpenAI | None = None

    def __enter__(self) -> Self:
        # late: the package takes most of a second to load
        from openai import DefaultHttpxClient, OpenAI

        self._client = OpenAI(
            api_key=self._where.key,
            base_url=self._where.bare,
            default_query=self._where.query,
            default_headers=self._where.headers,
            timeout=self._timeout_s,
            max_retries=self._attempts - 1,
            http_client=DefaultHttpxClient(follow_redirects=False),  # the key stays here
        )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._client is not None:
            self._client.close()

    def submit(self, name: str, requests: Mapping[str, bytes]) -> str:
        """Submit requests, given as bodies by their ids; gives the id of the batch.

        Raises:
            BatchTrouble: the endpoint does not accept batches, or not this one.
        """
        path = f"/v1/{self._settings.path}"
        lines = b"".join(_line(one, path, body) for one, body in requests.items())

        def hand_over(client: OpenAI) -> str:
            file = client.files.create(file=("requests.jsonl", lines), purpose="batch")
            # no retries: a request that timed out may have made a batch, which `find` detects
            batch = client.with_options(max_retries=0).batches.create(
                input_file_id=file.id,
                endpoint=path,  # type: ignore[arg-type]  # one of two of its literals
                completion_window="24h",
                metadata={_NAME: name},
            )
            return batch.id

        return self._asked(hand_over)

    def find(self, name: str) -> str | None:
        """The id of the batch with a name, if it is among the endpoint's latest batches.

        Raises:
            BatchTrouble: the request failed.
        """

        def look(client: OpenAI) -> str | None:
            for batch in client.batches.list(limit=_LOOKED_AT).data:
                if (batch.metadata or {}).get(_NAME) == name:
                    return batch.id
            return None

        return self._asked(look)

    def state(self, batch: str) -> State:
        """The state of a batch.

        Raises:
            BatchTrouble: the request failed.
        """
        state = _state(self._asked(lambda client: client.batches.retrieve(batch)))
        return replace(state, failure=state.failure and self._redactor.text(state.failure))

    def replies(self, files: Iterable[str]) -> Iterator[tuple[str, Reply]]:
        """The replies in result files, with the ids of their requests; expired ones have none.

        Raises:
            BatchTrouble: the request failed.
        """
        for file in files:
            for line in self._content(file).splitlines():
                if line.strip():
                    for name, reply in self._read(line):
                        yield name, self._redactor.reply(reply)

    def _content(self, file: str) -> bytes:
        content = self._asked(lambda client: client.files.content(file).content)
        return self._redactor.body(content)

    def _read(self, line: bytes) -> Iterator[tuple[str, Reply]]:
        """The reply on a line of a result file, which may have any shape."""
        try:
            entry = orjson.loads(line)
            name, response = entry["custom_id"], entry["response"]
            if response is None:
                if _code(entry.get("error")) != "batch_expired":
                    yield str(name), failure("refused", str(entry.get("error")))
                return
            status, body = int(response["status_code"]), orjson.dumps(response["body"])
        except (ValueError, TypeError, KeyError):
            return  # its question counts as not asked
        is_well = 200 <= status < 300
        yield (
            str(name),
            read_reply(body, self._settings) if is_well else status_failure(status, body),
        )

    def _asked(self, ask: Callable[[OpenAI], Given]) -> Given:
        """The result of a request; errors become a `BatchTrouble` in one clause."""
        import openai

        if self._client is None:
            raise RuntimeError("use `Batches` inside `with`")
        try:
            return ask(self._client)
        except openai.APIStatusError as error:
            failed = status_failure(
                error.status_code,
                self._redactor.body(error.response.content),
                error.response.headers.get("location"),
            )
            passes = error.status_code == 429 or error.status_code >= 500
            raise BatchTrouble(self._redactor.text(failed.error or ""), passes=passes) from None
        except openai.APIConnectionError as error:
            cause = error.__cause__ or error
            text = self._redactor.text(f"{type(cause).__name__}: {cause}")
            raise BatchTrouble(text, passes=True) from None
        except (openai.OpenAIError, ValueError) as error:
            raise BatchTrouble(self._redactor.text(str(error)), passes=False) from None


def _line(name: str, path: str, body: bytes) -> bytes:
    """A request as a line of the file."""
    request = {"custom_id": name, "method": "POST", "url": path, "body": orjson.Fragment(body)}
    return orjson.dumps(request) + b"\n"


def _state(batch: Batch) -> State:
    counts = batch.request_counts
    errors = (batch.errors.data if batch.errors else None) or []
    message = "; ".join(error.message for error in errors if error.message)
    return State(
        n_done=counts.completed + counts.failed if counts else 0,
        is_ended=batch.status in _ENDED,
        failure=(message or "no reason given") if batch.status == "failed" else None,
        files=tuple(filter(None, (batch.output_file_id, batch.error_file_id))),
    )


def _code(error: object) -> Any:  # Any: JSON from outside
    return error.get("code") if isinstance(error, dict) else None

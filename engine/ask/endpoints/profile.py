"""What a short check found out about a model at an endpoint, kept by endpoint and model."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import orjson

from engine.ask.endpoints.request_fields import SYSTEM, Api, Settings
from engine.core.durable import write_durably

DROPPED, REFUSED, SEEN = "dropped", "refused", "seen"
"""What becomes of messages in the system role."""

CONCURRENCY = 16
"""Requests at a time where nothing is known of the endpoint."""

_LEAST_TIMEOUT_S, TIMEOUT_S = 60.0, 600.0
_TIMES = 3
"""How much longer than expected a reply may take."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known of a model at an endpoint; None where the check could not tell.

    `system` is seen, dropped (silently) or refused. `limit_field` is the name of the limit on
    tokens, `top_logprobs` the most alternatives to a token (0: none), `thinking` where its thinking
    appears: a field of the reply, `tags` in it, or `hidden`. `slots` are the requests that it works
    on at a time. `api` is the API that was checked.
    """

    endpoint: str
    model: str
    checked_at: str
    server: str | None = None
    context: int | None = None
    system: str | None = None
    limit_field: str = "max_tokens"
    temperature: bool = True
    seed: bool = True
    top_logprobs: int = 0
    several: bool | None = None
    stream_usage: bool | None = None
    thinking: str | None = None
    slots: int | None = None
    tokens_a_second: float | None = None
    api: str = Api.CHAT

    @property
    def concurrency(self) -> int:
        """The requests to send at a time."""
        return min(self.slots or CONCURRENCY, CONCURRENCY)

    def max_tokens(self, usual: int) -> int:
        """The limit on tokens of a reply that usually needs at most `usual`."""
        most = usual * 8 if self.thinking else usual
        return min(most, self.context // 2) if self.context else most

    def timeout_s(self, max_tokens: int | None) -> float:
        """The time-out for replies of at most this many tokens."""
        if not self.tokens_a_second or not max_tokens:
            return TIMEOUT_S
        needed = _TIMES * max_tokens / self.tokens_a_second
        return round(max(_LEAST_TIMEOUT_S, min(needed, 6 * TIMEOUT_S)))

    def fitted(self, settings: Settings) -> Settings:
        """The settings in the endpoint's own terms; what a run asks stays the same."""
        field = self.limit_field if settings.api is Api.CHAT else "max_tokens"
        return replace(settings, limit_field=field, top=self.top_logprobs or settings.top)

    def warnings(self, settings: Settings) -> Iterator[str]:
        """What goes wrong with these settings, in sentences."""
        if self.system in (DROPPED, REFUSED) and settings.system_role == SYSTEM:
            what = "drops" if self.system == DROPPED else "refuses"
            yield (
                f"the endpoint {what} messages in the system role, where the instructions are; put"
                " them into the user's message with --system-role user"
            )
        if self.system is None and settings.system_role == SYSTEM:
            yield (
                "whether the endpoint reads messages in the system role, where the instructions"
                " are, is unclear; put them into the user's message with --system-role user"
            )
        if settings.by_likelihood and settings.api is Api.CHAT and not self.top_logprobs:
            yield "the endpoint gave no log-probabilities, which --answer-by logprobs needs"
        if settings.temperature is not None and not self.temperature:
            yield "the endpoint refuses a temperature; leave out --temperature"
        if settings.seed is not None and not self.seed:
            yield "the endpoint refuses a seed; leave out --seed"


def find_profile(db: Path, endpoint: str, model: str, api: str = Api.CHAT) -> Profile | None:
    """The profile stored next to a database; None if there is none that can be read."""
    try:
        return Profile(**orjson.loads(_path(db, endpoint, model, api).read_bytes()))
    except (OSError, ValueError, TypeError):
        return None


def keep_profile(db: Path, profile: Profile) -> None:
    """Store a profile in place of an earlier one."""
    path = _path(db, profile.endpoint, profile.model, profile.api)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_durably(path, orjson.dumps(asdict(profile), option=orjson.OPT_INDENT_2))


def _path(db: Path, endpoint: str, model: str, api: str) -> Path:
    by = [endpoint, model, *([api] if api != Api.CHAT else [])]
    name = hashlib.sha256(orjson.dumps(by)).hexdigest()[:16]
    return db.parent / "endpoints" / f"{name}.json"

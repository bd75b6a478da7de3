"""The kinds of failed requests, by the status and the error that an endpoint reports."""

from __future__ import annotations

import re

LOADING = "loading"

NO_LOGPROBS = "no-logprobs"

TRANSIENT = frozenset({"rate-limit", "server", "timeout", "connection", LOADING})
"""The kinds that may pass on retry."""

ADVICE = {
    "auth": "the endpoint refuses the key; put the right one into the environment variable that"
    " --key-env names",
    "payment": "the account has no credit left; add some, then repeat the command",
    "certificate": "the endpoint's certificate is not trusted; name the file of its authority in"
    " the environment variable SSL_CERT_FILE",
    "not-found": "the endpoint does not know the model or the path; check --model and --base-url",
    "moved": "the endpoint redirects to another address, to which nothing was sent; name it with"
    " --base-url if you trust it",
    "too-long": "the prompts do not fit the model's context; raise the server's context size, lower"
    " --max-tokens or show fewer examples",
    "forbidden": "the endpoint refuses every request; see that the key may use this model, and that"
    " it is served in your country",
    "page": "the address answers with a web page; name the API's own with --base-url, and see that"
    " no sign-in stands before it",
    "malformed": "the address answers, but not as this API does; name an OpenAI-compatible API with"
    " --base-url, and the right one with --api",
    "no-choice": "the endpoint sends replies without a choice; see its log, and try another model",
    "too-large": "the replies are endless; limit them with --max-tokens",
    "refused": "the endpoint sends an error in place of every reply; change what it names",
    NO_LOGPROBS: "the endpoint gives no log-probabilities; switch them on at the server, or leave"
    " out --answer-by logprobs",
    "rejected": "the endpoint rejects every request; change the setting that it names",
}
"""What is wrong, and what to do, for the kinds that retrying does not mend."""

_OF_WHAT_IS_ASKED = {"too-long", "rejected", "malformed", "no-choice", "too-large", "refused"}
HOPELESS = frozenset(ADVICE) - _OF_WHAT_IS_ASKED - {NO_LOGPROBS}
"""The kinds that do not depend on what is asked."""

_FLAGGED = re.compile(
    r"\bflagged\b|content[ _-](?:filter|management|policy)|\bmoderation\b|usage polic(?:y|ies)"
    r"|\bsafety\b",
    re.IGNORECASE,
)


def is_flagged(error: str | None) -> bool:
    """Whether a filter refused the prompt itself, by the endpoint's own sentence.

    >>> is_flagged("HTTP 403: your input was flagged"), is_flagged("HTTP 403: not in your country")
    (True, False)
    """
    return bool(_FLAGGED.search(error or ""))


def halted(kind: str, error: str | None) -> str:
    """Why asking is hopeless, with the endpoint's own sentence, and what to do."""
    what, _, to_do = ADVICE[kind].partition("; ")
    return f"{what} ({error}); {to_do}"


_OF_STATUS = {
    401: "auth",
    402: "payment",
    403: "forbidden",
    404: "not-found",
    408: "timeout",
    429: "rate-limit",
}
_OF_CODE = {
    "insufficient_quota": "payment",
    "model_not_found": "not-found",
    "context_length_exceeded": "too-long",
    "exceed_context_size_error": "too-long",
}
_NO_CREDIT = re.compile(
    r"credit balance|insufficient (?:balance|credits?|funds|quota)|out of credits?"
    r"|exceeded your current quota",
    re.IGNORECASE,
)
_NO_MODEL = re.compile(
    r"\bmodel\W+(?:\S+\s+)?(?:is |was )?(?:does )?not (?:exist|found|be found)"
    r"|\b(?:invalid|unknown|no such) model\b",
    re.IGNORECASE,
)
_A_MINUTE = "PerMinute"
"""In the details of Gemini's errors: a quota that comes back soon."""
_TOO_LONG = re.compile(r"context (?:length|size|window)", re.IGNORECASE)
_IS_LOADING = re.compile(r"\bloading\b", re.IGNORECASE)


def kind_of(status: int, error: object, message: str) -> str:
    """The kind of a failure; `error` is the endpoint's error object, which may have any shape.

    >>> kind_of(429, {"code": "insufficient_quota"}, ""), kind_of(503, {}, "Loading model")
    ('payment', 'loading')
    >>> kind_of(404, {}, ""), kind_of(400, {}, "the context length is 2048"), kind_of(400, {}, "")
    ('not-found', 'too-long', 'rejected')
    >>> kind_of(400, {}, "Model Not Exist"), kind_of(400, {}, "Your credit balance is too low")
    ('not-found', 'payment')
    """
    for name in ("code", "type"):
        code = error.get(name) if isinstance(error, dict) else None
        if isinstance(code, str) and code in _OF_CODE:
            return _OF_CODE[code]
    if "logprobs" in message and status not in _OF_STATUS:
        return NO_LOGPROBS
    if status in (400, 403, 429) and _NO_CREDIT.search(message) and _A_MINUTE not in repr(error):
        return "payment"
    if status in _OF_STATUS:
        return _OF_STATUS[status]
    if status in (400, 422) and _NO_MODEL.search(message):
        return "not-found"
    if 300 <= status < 400:
        return "moved"
    if status >= 500:
        return LOADING if status == 503 and _IS_LOADING.search(message) else "server"
    return "too-long" if status in (400, 413) and _TOO_LONG.search(message) else "rejected"


_PASSES = re.compile(
    r"overload|\bbusy\b|try again|temporar|unavailable|time[d-]? ?out|capacity|server[_ ]error",
    re.IGNORECASE,
)
_LIMITED = re.compile(r"rate[_ -]?limit|too many requests", re.IGNORECASE)


def status_in(error: object) -> int | None:
    """The HTTP status that an error object in a successful response names or describes.

    None if it does neither.

    >>> status_in({"code": 502}), status_in({"code": "429"}), status_in({"code": "overloaded"})
    (502, 429, 503)
    >>> status_in({"message": "Rate limit exceeded"}), status_in("the prompt was flagged")
    (429, None)
    """
    code = error.get("code") if isinstance(error, dict) else None
    if isinstance(code, str) and code.isdecimal():
        code = int(code[:4])
    is_status = isinstance(code, int) and not isinstance(code, bool) and 400 <= code < 600
    if is_status:
        return code
    parts = error.values() if isinstance(error, dict) else (error,)
    text = " ".join(part for part in parts if isinstance(part, str))
    return 429 if _LIMITED.search(text) else 503 if _PASSES.search(text) else None

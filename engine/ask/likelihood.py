"""Answers by likelihood: each stated answer is scored by the log-probability that a model gives it.

A model that is asked for the bare answer begins it with the first token of its reply, or after
`Answer:`. Every token there that begins exactly one of the stated answers adds to the score of that
answer, whatever its letter case or blanks: `true`, ` True` and `tr`. Letters of options must be
capitals. The answer is the one with the highest score; one that no given token begins has none, as
it is less likely than all given tokens.

Where completions echo, an answer has the sum of the log-probabilities of all its tokens after the
prompt.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import exp, log

from engine.ask.endpoints.logprobs import Token, tokens_of
from engine.ask.endpoints.request_fields import CONTINUED
from engine.core.items import Item
from engine.core.rotations import is_single_choice

_BEFORE = "answer"
"""The heading that may stand before the answer, in one token or several."""


def scores_of(shown: Item, logprobs: str) -> dict[str, float]:
    """The log-probability of each stated answer of an item, as shown, by its key."""
    keys = [option.key for option in shown.options]
    is_lettered = is_single_choice(shown)
    token = _first(tokens_of(logprobs), keys, is_lettered)
    if token is None:
        return {}
    found: defaultdict[str, float] = defaultdict(float)
    own = {} if token.logprob is None else {token.text: token.logprob}
    for text, logprob in {**own, **token.top}.items():
        key = _begun(text, keys, is_lettered)
        if key is not None:
            found[key] += exp(logprob)
    return {key: round(log(found[key]), 6) for key in keys if found[key] > 0}


def echoed(logprobs: str, answer: str) -> float | None:
    """The log-probability of an answer at the end of an echoed text; None if it is not there.

    One token may follow it, which endpoints add. Tokens may lack their blanks.
    """
    tokens = [(_squeezed(token.text), token.logprob) for token in tokens_of(logprobs)]
    wanted = _squeezed(answer)
    for known in (tokens[:-1], tokens):
        if "".join(text for text, _ in known).endswith(CONTINUED + wanted):
            score, missing = 0.0, len(wanted)
            for text, logprob in reversed(known):
                if missing <= 0 and text:
                    return score
                if logprob is None:
                    return None
                score, missing = score + logprob, missing - len(text)
    return None


def _squeezed(text: str) -> str:
    return "".join(text.replace("Ġ", " ").replace("▁", " ").split())


def highest(scores: dict[str, float]) -> str | None:
    """The answer with the highest score; None if there is none, or several share it."""
    most = max(scores.values(), default=None)
    best = [key for key, score in scores.items() if score == most]
    return best[0] if len(best) == 1 else None


def _first(tokens: Sequence[Token], keys: Sequence[str], is_lettered: bool) -> Token | None:
    """The token where the answer begins: the first that is more than a heading."""
    before = ""
    for token in tokens:
        if _begun(token.text, keys, is_lettered) is not None:
            return token
        before += "".join(filter(str.isalnum, token.text)).lower()
        if before and not (before.startswith("ans") and _BEFORE.startswith(before)):
            return token
    return None


def _begun(text: str, keys: Sequence[str], is_lettered: bool) -> str | None:
    """The only answer that a token begins; None if it begins none or several."""
    word = text.strip(" \t\n\r*_()[]\"'`.,:;▁Ġ")
    if not word:
        return None
    if is_lettered:
        return word if word in keys else None
    begun = [key for key in keys if key.lower().startswith(word.lower())]
    return begun[0] if len(begun) == 1 else None

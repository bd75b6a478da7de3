"""Refuses keys where no key belongs, and names and reasons too long to be stored and shown."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.core.errors import InputError
from engine.core.secrets import holds_key

DEFAULT_KEY = "OPENAI_API_KEY"
"""The environment variable of the key, unless another one is named."""

_LIKE_A_KEY = re.compile(r"[0-9a-f]{32,}|[A-Za-z0-9]{40,}")
"""Keys without a known beginning, which only models' names are not."""
_NAMES_A_MODEL = re.compile(r"--([a-z]+-)?model")
_ADDRESS = "://"
"""What begins an address, whose user, password and query are used and never stored."""
_LONGEST_NAME = 200
_LONGEST_REMARK = 2_000


def refuse_keys(words: Sequence[str]) -> None:
    """Refuse a command line that holds a key anywhere but in an address.

    Raises:
        InputError: it does.
    """
    for before, word in zip(["", *words], words, strict=False):
        option, sign, value = word.partition("=") if word.startswith("--") else (before, "", word)
        if _NAMES_A_MODEL.fullmatch(option):
            refuse_key_as_model(value, DEFAULT_KEY, option)
        if _ADDRESS not in word and holds_key(word):
            place = option if sign or option.startswith("-") else "an argument"
            raise InputError(_refusal(place))


def refuse_key_as_model(model: str, key_env: str, option: str = "--model") -> None:
    """Refuse a model's name, given by `option`, that looks like a key.

    Raises:
        InputError: it does.
    """
    if _LIKE_A_KEY.fullmatch(model) or holds_key(model):
        raise InputError(
            f"{option} is followed by what looks like a key; name the model, and put the key into"
            f" the environment variable {key_env}"
        )


def check_name(name: str, what: str) -> None:
    """Refuse the name of something in the database that is empty, too long or holds a key.

    Raises:
        InputError: it is.
    """
    if not name.strip():
        raise InputError(f"{what} needs a name; give it one with --name")
    _check(name, f"the name of {what}", _LONGEST_NAME)
    if not name.isprintable():
        raise InputError(f"the name of {what} holds line breaks or control characters; drop them")


def check_remark(text: str, what: str) -> None:
    """Refuse a free text to store, called `what`, that is too long or holds a key.

    Raises:
        InputError: it is.
    """
    _check(text, what, _LONGEST_REMARK)


def _check(text: str, what: str, most: int) -> None:
    if len(text) > most:
        raise InputError(f"{what} has {len(text):,} letters; {most:,} are the most, so shorten it")
    if holds_key(text):
        raise InputError(_refusal(what))


def _refusal(what: str) -> str:
    return (
        f"{what} holds what is or looks like a key, and would be stored or shown; keys are read"
        f" from environment variables alone, such as {DEFAULT_KEY}"
    )

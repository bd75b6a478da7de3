"""Keys where no key belongs: given as a model's name, which is stored and shown."""

from __future__ import annotations

import os
import re

from engine.core.errors import InputError

DEFAULT_KEY = "OPENAI_API_KEY"
"""The environment variable of the key, unless another one is named."""

_LIKE_A_KEY = re.compile(
    r"(?:sk|pk|rk|gsk|xai|hf|nvapi|AIza|r8|pplx|csk|fw|tgp|glpat|gh[opsu]|key)[-_]?[\w-]{20,}"
    r"|[0-9a-f]{32,}|[A-Za-z0-9]{40,}",
    re.ASCII,
)


def refuse_key_as_model(model: str, key_env: str, option: str = "--model") -> None:
    """Refuse a model's name, given by `option`, that looks like a key: names are stored and shown.

    Raises:
        InputError: it does.
    """
    keys = (value for name, value in os.environ.items() if name.endswith("_API_KEY"))
    if _LIKE_A_KEY.fullmatch(model) or (model and model in keys):
        raise InputError(
            f"{option} is followed by what looks like a key; name the model, and put the key into"
            f" the environment variable {key_env}"
        )

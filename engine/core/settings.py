"""Settings as written on a command line, and their canonical JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pydantic import BaseModel

from engine.core.errors import InputError


def parse_settings(pairs: Sequence[str]) -> dict[str, str]:
    """KEY=VALUE pairs as a mapping.

    Raises:
        InputError: a pair without an equals sign.
    """
    settings = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise InputError(f"--set {pair}: write it as KEY=VALUE")
        settings[key.strip()] = value.strip()
    return settings


def canonical_json(params: BaseModel) -> str:
    """The canonical JSON that seeds and hashes depend on: sorted keys, no spaces."""
    return json.dumps(params.model_dump(mode="json"), sort_keys=True, separators=(",", ":"))

"""Settings as people write them on a command line."""

from __future__ import annotations

from collections.abc import Sequence

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

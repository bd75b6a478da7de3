"""TOML files from users: parsed and validated, or refused in one sentence."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from engine.core.errors import InputError, first_fault
from engine.core.outside import MOST_BYTES_OF_SETTINGS, parse_toml, read_bytes
from engine.core.secrets import holds_key

if TYPE_CHECKING:
    from pydantic import BaseModel

_Form = TypeVar("_Form", bound="BaseModel")


class TomlFile(NamedTuple):
    """A parsed file. `name` is what messages call it, such as `the prompt plain.toml`."""

    name: str
    content: bytes
    table: dict[str, Any]  # Any: TOML

    def fitted(self, form: type[_Form]) -> _Form:
        """The contents of the file, validated as `form`.

        Raises:
            InputError: it does not fit; names the first place that is wrong.
        """
        from pydantic import ValidationError  # late: `sorites --help` needs none

        try:
            return form.model_validate(self.table)
        except ValidationError as error:
            raise InputError(f"{self.name} is wrong at {first_fault(error)}") from None


def read_toml(path: Path, what: str) -> TomlFile:
    """The file of a path, which is `what` for messages: `the prompt`, `the file of prices`.

    Raises:
        InputError: it cannot be read, or is not TOML.
    """
    name = f"{what} {path}"
    try:
        content = read_bytes(path, MOST_BYTES_OF_SETTINGS)
    except InputError as error:
        raise InputError(f"{what} {error}") from None
    if holds_key(content.decode("utf-8", "replace")):
        raise InputError(
            f"{name} contains what looks like a key, and may be stored or shown; take the key out,"
            " because it comes from the environment alone"
        )
    return TomlFile(name, content, parse_toml(content, name))

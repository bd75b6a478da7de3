"""What a file of weights says of itself: GGUF or safetensors.

Only the header is read, and the whole file for its SHA-256. A safetensors file names neither its
architecture nor its chat template; those are in `config.json` and `tokenizer_config.json` or
`chat_template.jinja` beside it.
"""

from __future__ import annotations

import hashlib
import struct
from collections import Counter
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO

import orjson

from engine.core.errors import InputError
from engine.core.left_out import NOT_SHAPED
from engine.core.outside import parse_json, read_json, read_text

_GGUF = b"GGUF"
_STRING, _ARRAY = 8, 9
_NUMBERS = {
    0: "B",
    1: "b",
    2: "H",
    3: "h",
    4: "I",
    5: "i",
    6: "f",
    7: "?",
    10: "Q",
    11: "q",
    12: "d",
}
"""The formats of GGUF's types of numbers."""

_LONGEST = 2**26
"""The most bytes of a header or a text in one; anything longer is damaged."""

_FILE_TYPES = {
    0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 7: "Q8_0", 8: "Q5_0", 9: "Q5_1", 10: "Q2_K",
    11: "Q3_K_S", 12: "Q3_K_M", 13: "Q3_K_L", 14: "Q4_K_S", 15: "Q4_K_M", 16: "Q5_K_S",
    17: "Q5_K_M", 18: "Q6_K", 19: "IQ2_XXS", 20: "IQ2_XS", 21: "Q2_K_S", 22: "IQ3_XS",
    23: "IQ3_XXS", 24: "IQ1_S", 25: "IQ4_NL", 26: "IQ3_S", 27: "IQ3_M", 28: "IQ2_S", 29: "IQ2_M",
    30: "IQ4_XS", 31: "IQ1_M", 32: "BF16", 36: "TQ1_0", 37: "TQ2_0", 38: "MXFP4",
}  # fmt: skip
"""The quantisations by GGUF's `general.file_type`."""


@lru_cache(maxsize=8)
def read_weights(path: Path) -> str:
    """A file of weights as JSON: SHA-256, size, format, name, architecture, quantisation, template.

    Raises:
        InputError: the file cannot be read, or is neither GGUF nor safetensors.
    """
    try:
        with path.open("rb") as file:
            header = _gguf(file) if file.read(4) == _GGUF else _safetensors(file, path.parent)
            file.seek(0)
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        known = {"sha256": digest, "bytes": path.stat().st_size, **header}
    except OSError as error:
        raise InputError(f"cannot read the weights {path}: {error.strerror}") from None
    except (*NOT_SHAPED, InputError, RecursionError, struct.error):
        raise InputError(
            f"--weights {path} is neither a GGUF nor a safetensors file, or is damaged; name the"
            " file that the server has loaded"
        ) from None
    kept = {name: value for name, value in known.items() if isinstance(value, str | int)}
    return orjson.dumps(kept, option=orjson.OPT_SORT_KEYS).decode()


def _gguf(file: BinaryIO) -> dict[str, object]:
    """The metadata of a GGUF file, after its first four bytes."""
    version, _, n_pairs = _unpacked(file, "IQQ")
    if version < 2:
        raise ValueError("an old version")
    pairs: dict[str, Any] = {}  # Any: values of many types
    for _ in range(n_pairs):
        name = _text(file)
        (kind,) = _unpacked(file, "I")
        pairs[name] = _value(file, kind)
    architecture = pairs.get("general.architecture")
    return {
        "format": "GGUF",
        "name": pairs.get("general.name"),
        "architecture": architecture,
        "quantisation": _FILE_TYPES.get(pairs.get("general.file_type", -1)),
        "context": pairs.get(f"{architecture}.context_length"),
        "chat_template": pairs.get("tokenizer.chat_template"),
    }


def _value(file: BinaryIO, kind: int) -> object:
    """A value of the metadata; arrays, such as vocabularies, are passed over."""
    if kind == _STRING:
        return _text(file)
    if kind != _ARRAY:
        return _unpacked(file, _NUMBERS[kind])[0]
    of, n = _unpacked(file, "IQ")
    if of in _NUMBERS:
        file.seek(n * struct.calcsize(f"<{_NUMBERS[of]}"), 1)
        return None
    for _ in range(n):
        _value(file, of)
    return None


def _text(file: BinaryIO) -> str:
    (length,) = _unpacked(file, "Q")
    if length > _LONGEST:
        raise ValueError("too long")
    return file.read(length).decode("utf-8", "replace")


def _unpacked(file: BinaryIO, form: str) -> tuple[Any, ...]:  # Any: numbers
    return struct.unpack(f"<{form}", file.read(struct.calcsize(f"<{form}")))


def _safetensors(file: BinaryIO, folder: Path) -> dict[str, object]:
    """The header of a safetensors file, and what stands beside the file."""
    file.seek(0)
    (length,) = _unpacked(file, "Q")
    if length > _LONGEST:
        raise ValueError("too long")
    header = parse_json(file.read(length), "its header")
    about = header.pop("__metadata__", {})
    sizes = Counter[str]()
    for tensor in header.values():
        start, end = tensor["data_offsets"]
        sizes[tensor["dtype"]] += end - start
    config, tokenizer = _beside(folder / "config.json"), _beside(folder / "tokenizer_config.json")
    quantised = (config.get("quantization_config") or {}).get("quant_method")
    template = tokenizer.get("chat_template")
    with suppress(InputError):
        template = read_text(folder / "chat_template.jinja")
    return {
        "format": "safetensors",
        "name": about.get("name") or config.get("_name_or_path") or None,
        "architecture": next(iter(config.get("architectures") or ()), None),
        "quantisation": quantised or max(sizes, key=lambda kind: sizes[kind], default=None),
        "context": config.get("max_position_embeddings"),
        "chat_template": template,
    }


def _beside(path: Path) -> dict[str, Any]:  # Any: JSON from outside
    """A JSON object in a file; empty if there is none."""
    with suppress(InputError):
        found = read_json(path)
        return found if isinstance(found, dict) else {}
    return {}

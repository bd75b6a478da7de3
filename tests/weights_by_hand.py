"""Small files of weights in both formats."""

import struct

import orjson


def _text(text: str) -> bytes:
    return struct.pack("<Q", len(text)) + text.encode()


def _pair(name: str, kind: int, value: bytes) -> bytes:
    return _text(name) + struct.pack("<I", kind) + value


def gguf() -> bytes:
    """A file of weights as GGUF, with metadata of several types."""
    vocabulary = struct.pack("<IQ", 8, 2) + _text("a") + _text("b")
    types = struct.pack("<IQ", 5, 2) + struct.pack("<2i", 1, 1)
    pairs = [
        _pair("general.architecture", 8, _text("llama")),
        _pair("general.name", 8, _text("Tiny")),
        _pair("tokenizer.ggml.tokens", 9, vocabulary),
        _pair("tokenizer.ggml.token_type", 9, types),
        _pair("general.file_type", 4, struct.pack("<I", 15)),
        _pair("llama.context_length", 4, struct.pack("<I", 2048)),
        _pair("tokenizer.chat_template", 8, _text("{{ messages }}")),
    ]
    return b"GGUF" + struct.pack("<IQQ", 3, 0, len(pairs)) + b"".join(pairs) + b"weights"


def safetensors() -> bytes:
    """A file of weights as safetensors."""
    header = orjson.dumps(
        {
            "__metadata__": {"format": "pt"},
            "a": {"dtype": "BF16", "shape": [8], "data_offsets": [0, 16]},
            "b": {"dtype": "F32", "shape": [1], "data_offsets": [16, 20]},
        }
    )
    return struct.pack("<Q", len(header)) + header + bytes(20)

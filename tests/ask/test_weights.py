"""The header of a file of weights, in both formats, and files that are neither."""

import struct
from hashlib import sha256
from pathlib import Path

import orjson
import pytest

from engine.ask.weights import read_weights
from engine.core.errors import InputError


def _text(text: str) -> bytes:
    return struct.pack("<Q", len(text)) + text.encode()


def _pair(name: str, kind: int, value: bytes) -> bytes:
    return _text(name) + struct.pack("<I", kind) + value


def _gguf() -> bytes:
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


def test_a_gguf_file_names_its_architecture_quantisation_and_template(tmp_path: Path) -> None:
    path = tmp_path / "tiny.gguf"
    path.write_bytes(_gguf())
    assert orjson.loads(read_weights(path)) == {
        "sha256": sha256(_gguf()).hexdigest(),
        "bytes": len(_gguf()),
        "format": "GGUF",
        "name": "Tiny",
        "architecture": "llama",
        "quantisation": "Q4_K_M",
        "context": 2048,
        "chat_template": "{{ messages }}",
    }


def test_a_safetensors_file_is_completed_by_the_files_beside_it(tmp_path: Path) -> None:
    header = orjson.dumps(
        {
            "__metadata__": {"format": "pt"},
            "a": {"dtype": "BF16", "shape": [8], "data_offsets": [0, 16]},
            "b": {"dtype": "F32", "shape": [1], "data_offsets": [16, 20]},
        }
    )
    path = tmp_path / "model.safetensors"
    path.write_bytes(struct.pack("<Q", len(header)) + header + bytes(20))
    (tmp_path / "config.json").write_text('{"architectures": ["LlamaForCausalLM"]}')
    (tmp_path / "tokenizer_config.json").write_text('{"chat_template": "{{ x }}"}')
    found = orjson.loads(read_weights(path))
    assert (found["architecture"], found["quantisation"]) == ("LlamaForCausalLM", "BF16")
    assert found["chat_template"] == "{{ x }}"


@pytest.mark.parametrize("content", [b"", b"GGUF", _gguf()[:90], b"PK\x03\x04 no weights at all"])
def test_other_files_are_refused_in_a_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other"
    path.write_bytes(content)
    with pytest.raises(InputError, match="neither a GGUF nor a safetensors file"):
        read_weights(path)

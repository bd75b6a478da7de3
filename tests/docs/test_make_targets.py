"""What the Makefile does around the commands that people and workflows have it run."""

from __future__ import annotations

import subprocess
from pathlib import Path

from engine.resources import project_file

CALLED = '#!/bin/sh\necho "$@" >> called\n'


def test_a_submission_is_judged_with_none_that_was_tried_before(tmp_path: Path) -> None:
    for name in ("pyproject.toml", "requirements.lock", ".venv/.created", ".venv/.runtime"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    command = tmp_path / ".venv/bin/elenchus"
    command.parent.mkdir()
    command.write_text(CALLED, encoding="utf-8")
    command.chmod(0o755)
    tried = tmp_path / "build/submission/elenchus.duckdb"
    tried.parent.mkdir(parents=True)
    tried.touch()
    subprocess.run(
        ["make", "-f", project_file("Makefile"), "check-submission", "FILE=a.jsonl b.jsonl"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    assert not tried.exists()
    first = (tmp_path / "called").read_text(encoding="utf-8").splitlines()[0]
    assert first == "submission check a.jsonl b.jsonl --db build/submission/elenchus.duckdb"

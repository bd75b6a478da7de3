"""The page on exports: its commands run, and it says what is exported."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from engine.core.canary import canary
from engine.io.exports import FORMATS
from tests.docs.test_readme import BLOCK

PAGE = Path(__file__).parent.parent.parent / "site" / "exports.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_the_page_names_every_format_and_the_canary() -> None:
    assert [name for name in FORMATS if f"--to {name}" not in TEXT] == []
    assert canary() in TEXT


def test_the_commands_of_the_page_run(tmp_path: Path) -> None:
    """In one process, since it is the commands that are tried and not how long Python starts."""
    blocks = [text for _, text in BLOCK.findall(TEXT) if "MODEL" not in text]
    lines = [line for text in blocks for line in text.splitlines() if line]
    assert all(line.startswith("sorites ") for line in lines)
    assert len(lines) > 10
    script = (
        "import shlex, sys\nfrom typer.testing import CliRunner\nfrom engine.cli import app\n"
        "for line in sys.stdin.read().splitlines():\n"
        "    done = CliRunner().invoke(app, shlex.split(line)[1:], catch_exceptions=False)\n"
        "    assert done.exit_code == 0, (line, done.output)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        input="\n".join(lines),
        cwd=tmp_path,
        env={**os.environ, "SORITES_DB": str(tmp_path / "e.duckdb")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr

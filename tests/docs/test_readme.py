"""What the documents say can be done, done."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.command_map import README, mistake, with_table

PROJECT = README.parent
DOCUMENTS = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "benchmarks/README.md"]
# ```sh runnable: the test runs it, in order, in one folder. Other blocks need a key or never end.
BLOCK = re.compile(r"^```sh([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!\w+:|#)([^)#]+)(?:#[^)]*)?\)")


def blocks(runnable: bool) -> list[str]:
    found = BLOCK.findall(README.read_text(encoding="utf-8"))
    return [text for marks, text in found if ("runnable" in marks.split()) == runnable]


def test_the_map_of_commands_is_the_command_line_s_own() -> None:
    readme = README.read_text(encoding="utf-8")
    assert readme == with_table(readme), "run: make readme"


def test_the_runnable_blocks_run(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "SORITES_DB": str(tmp_path / "readme.duckdb"),
    }
    assert blocks(runnable=True)
    for block in blocks(runnable=True):
        done = subprocess.run(
            ["sh", "-eu", "-c", block],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            check=False,
        )
        assert done.returncode == 0, f"{block}\n{done.stdout}\n{done.stderr}"


def test_the_other_blocks_name_commands_and_options_that_exist() -> None:
    lines = "".join(blocks(runnable=False)).replace("\\\n", " ").splitlines()
    assert [shown for line in lines if (shown := mistake(line))] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_between_documents_lead_somewhere(document: str) -> None:
    path = PROJECT / document
    links = LINK.findall(path.read_text(encoding="utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_every_benchmark_stands_in_the_table_with_its_result() -> None:
    text = (PROJECT / "benchmarks/README.md").read_text(encoding="utf-8")
    measuring = [p for p in (PROJECT / "benchmarks").glob("*.py") if p.name != "machine.py"]
    assert [path.name for path in measuring if f"`{path.name}`" not in text] == []

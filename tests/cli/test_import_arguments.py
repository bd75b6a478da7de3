"""`sorites import arguments`: counts for people and programs, and triplets as JSON lines."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli import app

FIXTURES = Path(__file__).parent.parent / "fixtures" / "arguments"


def _run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["import", "arguments", *arguments])
    return result.exit_code, result.output


def test_a_corpus_is_counted(tmp_path: Path) -> None:
    out = tmp_path / "triplets.jsonl"
    code, printed = _run("--format", "aif", str(FIXTURES / "aif"), "--json", "--out", str(out))
    assert code == 0
    document = json.loads(printed)
    assert (document["documents"], document["propositions"], document["linked supports"]) == (
        1,
        5,
        1,
    )
    rows = {row["structure"]: row for row in document["rows"]}
    assert rows["linear"]["triplets"] == rows["linear"]["disjoint"] == 1
    assert rows["linear"]["balanced"] == 0
    assert out.read_bytes() == b""


@pytest.mark.parametrize("form", ["brat", "argdown"])
def test_people_get_a_sentence_and_a_table(form: str) -> None:
    code, printed = _run("--format", form, str(FIXTURES / form))
    assert code == 0
    assert "1 documents" in printed
    assert "divergent" in printed

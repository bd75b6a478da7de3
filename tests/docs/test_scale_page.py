"""The commands of the page on scale, run on a cluster whose workers see none of our files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.core.resources import project_file
from tests.dask_cluster import dask_cluster
from tests.docs.test_readme import BLOCK

MODEL = "MODEL --base-url http://127.0.0.1:8000/v1"


@pytest.mark.full(quick="docs/test_site_commands.py::test_the_commands_of_a_page_exist")
def test_the_commands_run_in_order(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    page = project_file("site/scale.md").read_text(encoding="utf-8")
    blocks = [text for _, text in BLOCK.findall(page) if not text.startswith(("pip", "dask"))]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "SORITES_DB": str(tmp_path / "e.duckdb")}
    with dask_cluster(tmp_path_factory.getbasetemp()) as cluster:
        script = "".join(blocks).replace("dask://HOST:8786", cluster.name).replace(MODEL, "solver")
        subprocess.run(["sh", "-eu", "-c", script], cwd=tmp_path, env=environment, check=True)
    assert cluster.name in script
    assert "HOST" not in script
    assert "--model solver" in script

"""The workflows of GitHub: they run what people run, and may do no more than they need to."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from engine.core.resources import project_file

WORKFLOWS = {path.stem: path for path in project_file(".github/workflows").glob("*.yml")}
PINNED = re.compile(r"uses: [\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$")
MAY_WRITE = {
    ("site", "deploy"): {"pages", "id-token"},
    ("release", "release"): {"attestations", "contents", "id-token"},
}
"""The jobs that may write anything, and what."""


def read(name: str) -> dict[Any, Any]:  # Any: YAML, in which the key `on` is true
    document: dict[Any, Any] = yaml.safe_load(WORKFLOWS[name].read_text(encoding="utf-8"))
    return document


@pytest.mark.parametrize("name", WORKFLOWS)
def test_actions_of_others_are_pinned_to_a_commit_and_keep_no_token(name: str) -> None:
    lines = WORKFLOWS[name].read_text(encoding="utf-8").splitlines()
    assert [line.strip() for line in lines if "uses:" in line and not PINNED.search(line)] == []
    for job in read(name)["jobs"].values():
        for step in job["steps"]:
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False


@pytest.mark.parametrize("name", WORKFLOWS)
def test_what_is_run_is_a_target_that_people_run(name: str) -> None:
    makefile = project_file("Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    commands = [
        step["run"] for job in read(name)["jobs"].values() for step in job["steps"] if "run" in step
    ]
    called = {
        target for one in commands for target in re.findall(r"(?:\bmake|^\.ci/run) ([a-z-]+)", one)
    }
    assert called <= targets
    assert called or commands == [".ci/run"]
    assert ".ci/run" not in commands or project_file(".ci/run").stat().st_mode & 0o111


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_job_may_write_only_what_it_is_for(name: str) -> None:
    workflow = read(name)
    for job_name, job in workflow["jobs"].items():
        granted = job.get("permissions", workflow["permissions"])
        written = {scope for scope, level in granted.items() if level == "write"}
        assert written == MAY_WRITE.get((name, job_name), set())
        assert job["timeout-minutes"] <= 90


@pytest.mark.parametrize(
    ("repository", "address"),
    [
        ("sorites", "https://socrates.github.io/sorites"),
        ("Socrates.github.io", "https://socrates.github.io/"),
    ],
)
def test_the_site_is_built_for_the_address_at_which_it_is_published(
    repository: str, address: str, tmp_path: Path
) -> None:
    [step] = [one for one in read("site")["jobs"]["build"]["steps"] if "REPOSITORY" in str(one)]
    make = tmp_path / "make"
    make.write_text('#!/bin/sh\necho "$@ $SORITES_SITE"\n', encoding="utf-8")
    make.chmod(0o755)
    names = {"OWNER": "Socrates", "REPOSITORY": repository, "PATH": f"{tmp_path}:/usr/bin:/bin"}
    done = subprocess.run(
        ["bash", "-e", "-c", step["run"]], env=names, capture_output=True, text=True, check=True
    )
    assert done.stdout == f"site {address}\n"


def test_what_strangers_send_in_is_judged_without_secrets_and_without_leave_to_write() -> None:
    for name, path in WORKFLOWS.items():
        text = path.read_text(encoding="utf-8")
        assert not {"pull_request_target", "workflow_run"} & set(read(name)[True])
        if "pull_request" in read(name)[True]:
            assert "secrets." not in text
            assert read(name)["permissions"] == {"contents": "read"}

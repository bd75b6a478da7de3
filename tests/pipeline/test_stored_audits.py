"""The audits kept with the project: of which content, from which day, and shown as such."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from engine.audit import Audit
from engine.core.resources import data_file
from engine.core.suite_files import read_suite, suite_names
from engine.families import FAMILIES
from engine.pipeline.check.auditing import audit_dataset
from engine.pipeline.check.stored_audits import StoredChecks
from engine.pipeline.demo import demo
from engine.store import connect, connect_read_only
from tests.site.material import publish_sample

DATASET = "sample"
FROZEN = {entry.content_hash: entry for name in suite_names() for entry in read_suite(name).dataset}


def kept(content: str) -> StoredChecks:
    path = data_file("audits") / f"{content}.json"
    return StoredChecks.model_validate_json(path.read_bytes())


def test_the_checks_kept_are_of_the_very_content_of_frozen_sets() -> None:
    files = {path.stem for path in data_file("audits").glob("*.json")}
    assert files
    for content in files:
        checks, entry = kept(content), FROZEN[content]
        assert checks.content_hash == content
        assert checks.version == FAMILIES[checks.family].version
        assert (checks.family, checks.seed, checks.n) == (entry.family, entry.seed, entry.n)


def test_kept_checks_stand_in_for_training_and_are_shown_as_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = tmp_path / "el.duckdb"
    publish_sample(db)
    measured = audit_dataset(DATASET, db, by_itself=True, out=tmp_path / "audits")
    monkeypatch.setattr(
        "engine.pipeline.check.stored_audits.data_file", lambda name: tmp_path / name
    )
    shown = audit_dataset(DATASET, db, stored=True)
    [path] = (tmp_path / "audits").iterdir()
    checks = StoredChecks.model_validate_json(path.read_bytes())
    assert shown.basis.startswith(f"{measured.basis}; stored result of {checks.ran} by version ")
    figures = [(row.name, row.scope, row.accuracy, row.n, row.bound) for row in measured.checks]
    assert [(r.name, r.scope, r.accuracy, r.n, r.bound) for r in shown.checks] == figures
    assert shown.balance == measured.balance
    with closing(connect_read_only(db)) as con:
        assert con.execute("SELECT DISTINCT basis, ran_at::DATE FROM audits").fetchall() == [
            (shown.basis, checks.ran)
        ]


def test_other_content_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = tmp_path / "el.duckdb"
    publish_sample(db)
    audit_dataset(DATASET, db, by_itself=True, out=tmp_path / "audits")
    with closing(connect(db)) as con:
        con.execute("UPDATE datasets SET content_hash = 'another'")
    monkeypatch.setattr(
        "engine.pipeline.check.stored_audits.data_file", lambda name: tmp_path / name
    )
    assert "stored" not in audit_dataset(DATASET, db, by_itself=True, stored=True).basis


@pytest.mark.full(
    quick="pipeline/test_stored_audits.py::test_the_checks_kept_are_of_the_very_content_of_frozen_sets"
)
def test_what_is_kept_is_what_an_audit_measures_today(tmp_path: Path) -> None:
    db = tmp_path / "el.duckdb"
    for shown in (one for one in demo(db) if isinstance(one, Audit)):
        measured = audit_dataset(shown.dataset, db)
        assert shown.basis.startswith(f"{measured.basis}; stored result of ")
        for one, other in zip(shown.checks, measured.checks, strict=True):
            assert (one.name, one.scope, one.n) == (other.name, other.scope, other.n)
            assert one.accuracy == pytest.approx(other.accuracy, abs=0.005)

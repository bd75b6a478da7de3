"""Remove a mistaken run: its answers go, its journal is set aside, and its reason is recorded."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

from duckdb import DuckDBPyConnection

from engine.core.errors import InputError
from engine.core.pasted_keys import check_remark
from engine.store.connection import connect
from engine.store.records import Row, read_rows
from engine.store.responses.journal import journal_root
from engine.store.transactions import transaction

_ASIDE = "removed"
_SHORTEST = 6
_OF_RUN = (
    "responses", "former_grades", "extractions", "extraction_judgements", "intervals", "runs",
)  # fmt: skip
"""The tables with rows of a run, by `run_id`."""


def remove_run(db: Path, named: str, reason: str) -> Row:
    """Remove the run whose hash begins so; gives its row of `removed_runs`.

    The journal goes first, into the folder `removed` beside the others, so that a kill in between
    leaves a run that can be removed again, and never one that is ingested again.

    Raises:
        InputError: the beginning means no run, or several, or there is no reason.
    """
    if not reason.strip():
        raise InputError("say with --reason why the run is removed; the reason is kept")
    check_remark(reason, "the reason")
    with closing(connect(db)) as con:
        run_id, run_hash = _found(con, named)
        _set_aside(journal_root(db), run_hash)
        with transaction(con):
            [row] = read_rows(
                con,
                "INSERT INTO removed_runs SELECT u.run_hash, m.name, d.name, u.prompt, u.probe,"
                " (SELECT count(*) FROM responses WHERE run_id = $run), $reason,"
                " date_trunc('second', now() AT TIME ZONE 'UTC')"
                " FROM runs u JOIN models m USING (model_id) JOIN datasets d USING (dataset_id)"
                " WHERE u.run_id = $run RETURNING *",
                {"run": run_id, "reason": reason.strip()},
            )
            for table in _OF_RUN:
                con.execute(f"DELETE FROM {table} WHERE run_id = $run", {"run": run_id})
            con.execute("DELETE FROM _journal WHERE run_hash = $hash", {"hash": run_hash})
        return row


def _found(con: DuckDBPyConnection, named: str) -> tuple[int, str]:
    if len(named) < _SHORTEST:
        raise InputError(f"name the run by at least {_SHORTEST} characters of its hash")
    found = con.execute(
        "SELECT run_id, run_hash FROM runs WHERE starts_with(run_hash, $named)", {"named": named}
    ).fetchall()
    if not found:
        raise InputError(f"there is no run {named}; `sorites runs list` lists all")
    if len(found) > 1:
        raise InputError(f"{named} means {len(found)} runs; give more of the hash")
    return found[0]


def _set_aside(root: Path, run_hash: str) -> None:
    """Move a run's journal to the removed ones, under a free name."""
    folder, aside = root / run_hash, root / _ASIDE
    if not folder.is_dir():
        return
    aside.mkdir(exist_ok=True)
    number = len([one for one in aside.iterdir() if one.name.startswith(run_hash)])
    shutil.move(folder, aside / (f"{run_hash}-{number}" if number else run_hash))

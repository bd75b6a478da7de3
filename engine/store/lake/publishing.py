"""Publish a database as a lake: what changed is written, then the catalogue, then `lake.json`.

The views of `engine.store.snapshot.materialised` are worked out for the models and data sets that
changed; the rows of all others are taken from the last catalogue.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from duckdb import DuckDBPyConnection

from engine.core.canary import canary
from engine.core.resources import engine_build
from engine.store.connection import PATIENCE_S, connect
from engine.store.definitions import literal, order_of
from engine.store.lake.files import as_rows, reach
from engine.store.lake.parts import TABLES, WORKED_OUT, Part, survey
from engine.store.lake.place import Place, Version
from engine.store.snapshot.materialised import KEPT, put, take_in, work_out
from engine.store.snapshot.publishing import Stamp, content_of, source_of
from engine.store.snapshot.sums import digest_of

_ROW_GROUP = 4_096
"""Rows per group: a query for one item unpacks as many replies from each file of its data set."""

_ORDERS = {
    "responses": "run_id, item_id, sample, rotation",
    "item_scores": "run_id, item_id",
    "group_scores": "run_id, group_no",
    "item_traits": "group_no, item_id, trait",
    "messages": "message_id",
}
"""The order of rows in files; elsewhere by item."""

_BY_ITEM = "item_statistics"
"""The only view whose rows depend on the answers of several models."""

_WORKED = "worked.duckdb"

_SMALL = tuple(view for view in KEPT if view not in WORKED_OUT)

_FILLED_BY_ITSELF = ("_migrations", "stamp", *TABLES)


@dataclass(frozen=True, slots=True)
class LakeVersion:
    """A new version of a lake: its stamp, and how many of its files had to be written."""

    url: str
    stamp: Stamp
    n_files: int
    n_written: int


def publish_lake(db: Path, url: str, *, patience_s: float = PATIENCE_S) -> LakeVersion:
    """Bring a lake up to date with a database; readers see the old version until it is complete.

    Raises:
        StoreBusy: if another process is writing to the database.
        StoreError: if there is no database, or the lake cannot be read or written.
    """
    place = Place(url)
    last = place.present()
    if last and not place.all_files().keys() >= {last.catalogue, *last.files}:
        last = None  # it lost a file, and is written anew
    with place.scratch() as folder, closing(source_of(db, patience_s)) as con:
        con.execute(f"SET temp_directory = {literal(folder / 'spilled')}")
        work = _Publication(con, place, folder, survey(con), last.files if last else ())
        work.write("source", _of(work.changed, "items", "verifications", "messages", "responses"))
        work.work_out()
        if last and _of(work.unchanged, *WORKED_OUT):  # else an earlier engine may have made it
            work.take_over(last.catalogue)
        stamp = Stamp(datetime.now(UTC).replace(tzinfo=None), engine_build(), content_of(con))
        catalogue = work.catalogue(stamp)
        version = Version(
            f"catalogue/{digest_of(catalogue)[:20]}.duckdb",
            tuple(sorted(part.name for part in work.parts)),
            f"{stamp.published_at:%Y%m%dT%H%M%S.%f}",
        )
        place.put(catalogue, version.catalogue)
        place.publish(version)
    return LakeVersion(url, stamp, len(work.parts), len(work.changed))


class _Publication:
    """One publication, from a database that is attached as `source` and in use."""

    def __init__(
        self,
        con: DuckDBPyConnection,
        place: Place,
        folder: Path,
        parts: list[Part],
        known: Collection[str],
    ) -> None:
        known = frozenset(known)
        self.con, self.place, self.folder, self.parts = con, place, folder, parts
        self.changed = [part for part in parts if part.name not in known]
        self.unchanged = [part for part in parts if part.name in known]
        reach(con, place.url, [part.name for part in parts])

    def write(self, database: str, parts: Iterable[Part]) -> None:
        """Write parts of an attached database, each in order, so that an item's rows are near."""
        for part in parts:
            file = self.folder / "part"
            self.con.execute(
                f"COPY (FROM {database}.{part.table} WHERE {part.where}"
                f" ORDER BY {_ORDERS.get(part.table, 'item_id')}) TO $file"
                f" (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {_ROW_GROUP},"
                " KV_METADATA {canary: $canary})",
                {"file": str(file), "canary": canary()},
            )
            self.place.put(file, part.name)

    def work_out(self) -> None:
        """Work out all views for the models and data sets that changed, as the database `worked`.

        Statistics of items are written at once, since they need the answers of all models.
        """
        runs = f"WHERE run_id IN {_listed(_runs(self.changed))}"
        instead = {
            "responses": f"FROM source.responses {runs}",
            "runs": f"FROM source.runs {runs}",
            "items": f"FROM source.items WHERE dataset_id IN {_listed(_sets(self.changed))}",
        }
        file = self.folder / _WORKED
        work_out(self.con, file, [view for view in KEPT if view != _BY_ITEM], instead)
        self.con.execute(f"ATTACH {literal(file)} AS worked")
        self.write("worked", _of(self.changed, "item_traits", "item_scores", "group_scores"))
        self.con.execute("DROP TABLE worked.item_scores")
        self._over("runs", "FROM source.runs")
        for part in _of(self.changed, _BY_ITEM):
            scores = [p for p in _of(self.parts, "item_scores") if p.dataset == part.dataset]
            self._over("item_scores", as_rows(score.name for score in scores))
            self._over("items", f"FROM source.items WHERE dataset_id = {part.dataset}")
            self.write("worked", [part])

    def _over(self, name: str, query: str) -> None:
        """Let the views of `worked` read other rows."""
        self.con.execute(f"CREATE OR REPLACE VIEW worked.{name} AS {query}")

    def take_over(self, catalogue: str) -> None:
        """Add what the views gave for the models and data sets that did not change."""
        self.place.copy(catalogue, self.folder / "last.duckdb")
        self.con.execute(f"ATTACH {literal(self.folder / 'last.duckdb')} AS last (READ_ONLY)")
        runs = _listed(_runs(self.unchanged))
        sets = _listed(_sets(self.unchanged) - _sets(self.changed))
        of_runs = (
            "(model, dataset) IN (SELECT (m.name, d.name) FROM source.runs"
            " JOIN source.models m USING (model_id) JOIN source.datasets d USING (dataset_id)"
            f" WHERE run_id IN {runs})"
        )
        for view in _SMALL:
            columns = [row[0] for row in self.con.execute(f"DESCRIBE worked.{view}").fetchall()]
            where = (
                f"run_id IN {runs}" if "run_id" in columns
                else f"dataset_id IN {sets}" if "dataset_id" in columns
                else of_runs
            )  # fmt: skip
            self.con.execute(f"INSERT INTO worked.{view} FROM last.{view} WHERE {where}")
            if order := order_of(view):
                ordered = f"SELECT * FROM worked.{view} ORDER BY {order}"
                self.con.execute(f"CREATE OR REPLACE TABLE worked.{view} AS {ordered}")
        self.con.execute("DETACH last")

    def catalogue(self, stamp: Stamp) -> Path:
        """Write the small tables, the views' rows, and views over the files."""
        file = self.folder / "catalogue.duckdb"
        connect(file).close()
        self._copy_small_tables(file)
        self.con.execute("DETACH worked")
        with closing(connect(file)) as con:
            names = [part.name for part in self.parts]
            reach(con, self.place.url, names)
            take_in(con, self.folder / _WORKED, _SMALL)
            for table in TABLES:
                if parts := _of(self.parts, table):
                    put(con, table, "VIEW", as_rows(part.name for part in parts))
            con.execute("CREATE TABLE _files AS SELECT unnest($names) AS name", {"names": names})
            con.execute("COMMENT ON TABLE _files IS 'The files of this version of the lake.'")
            con.execute("COMMENT ON COLUMN _files.name IS 'The path within the lake.'")
            con.execute(
                "INSERT INTO stamp VALUES ($at, $engine, $content)",
                {"at": stamp.published_at, "engine": stamp.engine_version,
                 "content": stamp.content},
            )  # fmt: skip
            con.execute("CHECKPOINT")
        return file

    def _copy_small_tables(self, catalogue: Path) -> None:
        self.con.execute(f"ATTACH {literal(catalogue)} AS catalogue")
        for (table,) in self.con.execute(
            "SELECT table_name FROM duckdb_tables() WHERE database_name = 'source'"
        ).fetchall():
            if table not in _FILLED_BY_ITSELF:
                self.con.execute(f"INSERT INTO catalogue.{table} FROM source.{table}")
        self.con.execute("DETACH catalogue")


def _of(parts: Iterable[Part], *tables: str) -> list[Part]:
    return [part for part in parts if part.table in tables]


def _runs(parts: Iterable[Part]) -> set[int]:
    """The runs whose scores are among the parts."""
    return {run for part in _of(parts, "item_scores") for run in part.runs}


def _sets(parts: Iterable[Part]) -> set[int]:
    """The data sets of which something that views count is among the parts."""
    return {
        part.dataset
        for part in _of(parts, "item_scores", "item_traits")
        if part.dataset is not None
    }


def _listed(keys: Collection[int]) -> str:
    """Keys as an SQL list; none is a key that no row has."""
    return f"({', '.join(map(str, sorted(keys))) or 'NULL'})"

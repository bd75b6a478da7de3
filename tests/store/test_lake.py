"""A lake shows what a snapshot of the same database shows, after any change and at any time."""

from __future__ import annotations

import json
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import BinaryIO

import duckdb
import pytest
from pyarrow.fs import LocalFileSystem

from engine.core.errors import InputError, StoreError, sentence_of
from engine.core.paths import db_to_read
from engine.store import (
    connect,
    connect_read_only,
    open_snapshot,
    publish_lake,
    run_sql,
    snapshot_of,
    write_parquet,
)
from engine.store.lake.files import LakeFiles
from engine.store.lake.place import Place
from tests.store.every_kind import fill
from tests.store.lakes import ask, assert_alike, n_answers, opened


def test_a_lake_shows_what_a_snapshot_shows_after_every_change(db: Path, lake: Path) -> None:
    fill(db)
    first = publish_lake(db, str(lake))
    assert first.n_written == first.n_files
    assert_alike(db, lake)
    with closing(connect(db)) as con:
        [(regraded,)] = con.execute("SELECT max(run_id) FROM runs").fetchall()
        con.execute(
            "UPDATE responses SET outcome = 'wrong', strict_outcome = 'wrong'"
            " WHERE run_id = $run AND outcome = 'right'",
            {"run": regraded},
        )
        con.execute("UPDATE models SET name = 'Ünï/cødé: *?[x] %41 ''q''' WHERE name = 'weak'")
    second = publish_lake(db, str(lake))
    assert 0 < second.n_written < second.n_files
    assert_alike(db, lake)
    with closing(connect(db)) as con:
        con.execute("DELETE FROM responses WHERE run_id = $run", {"run": regraded})
        con.execute("DELETE FROM runs WHERE run_id = $run", {"run": regraded})
    assert publish_lake(db, str(lake)).n_files < second.n_files
    assert_alike(db, lake)


def test_only_what_changed_is_written(asked: Path, lake: Path) -> None:
    publish_lake(asked, str(lake))
    before = Place(str(lake)).all_files()
    assert publish_lake(asked, str(lake)).n_written == 0
    ask(asked, "later")
    publish_lake(asked, str(lake))
    written = {name for name in Place(str(lake)).all_files().keys() - before if "=" in name}
    assert {name.split("/")[0] for name in written if "/model=later/" in name} == {
        "responses", "item_scores", "group_scores",
    }  # fmt: skip
    assert {name.split("/")[0] for name in written if "/model=" not in name} == {"item_statistics"}
    assert not [name for name in written if "/model=gpt-x/" in name]


@pytest.mark.parametrize("fails_at", ["put", "publish"])
def test_a_publication_that_fails_changes_nothing_for_readers(
    asked: Path, lake: Path, monkeypatch: pytest.MonkeyPatch, fails_at: str
) -> None:
    publish_lake(asked, str(lake))
    old = snapshot_of(lake)
    ask(asked, "later")
    with monkeypatch.context() as broken:
        n_left = iter((True, True, False))
        whole = getattr(Place, fails_at)

        def breaks(self: Place, *values: object) -> object:
            if fails_at == "put" and next(n_left):
                return whole(self, *values)
            raise StoreError("the disk is full")

        broken.setattr(Place, fails_at, breaks)
        with pytest.raises(StoreError, match="disk is full"):
            publish_lake(asked, str(lake))
    assert snapshot_of(lake) == old
    assert n_answers(lake) == {"gpt-x": 12}
    publish_lake(asked, str(lake))
    assert n_answers(lake) == {"gpt-x": 12, "later": 12}


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake of one run, which no test changes."""
    folder = tmp_path_factory.mktemp("very_private")
    ask(folder / "sorites.duckdb", "gpt-x", lambda _: "true")
    publish_lake(folder / "sorites.duckdb", str(folder / "lake"))
    return folder / "lake"


def test_a_lake_may_be_moved(shown: Path, tmp_path: Path) -> None:
    moved = shutil.copytree(shown, tmp_path / "elsewhere's")
    reader = opened(moved)
    assert len(reader.rows("FROM item_responses")) == 12
    reader.release()


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("FROM read_parquet('lake://responses/x')", "read_parquet"),
        ("FROM 'lake://../sorites.duckdb'", "file"),
        ("FROM '/etc/passwd'", "etc/passwd"),
        ("FROM glob('lake://*')", "glob"),
        ("COPY (SELECT 1) TO 'lake://responses/x.parquet'", "COPY"),
        ("SET allowed_directories = ['/']", "SET"),
    ],
)
def test_sql_over_a_lake_reaches_no_other_file(shown: Path, query: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason) as caught:
        run_sql(snapshot_of(shown), query)
    assert "\n" not in str(caught.value)
    assert "very_private" not in str(caught.value)


def test_sql_over_a_lake_reads_its_views_and_sees_no_path(shown: Path) -> None:
    table = run_sql(snapshot_of(shown), "SELECT model, n, value FROM accuracy")
    assert table.rows == (("gpt-x", 12, 4 / 12),)
    for query in (
        "SELECT sql FROM duckdb_views() UNION ALL SELECT name FROM _files",
        "EXPLAIN ANALYZE SELECT raw FROM responses WHERE item_id = 3",
    ):
        assert "very_private" not in repr(run_sql(snapshot_of(shown), query).rows), query


def test_a_shown_lake_can_be_neither_written_nor_left(shown: Path) -> None:
    reader, content = opened(shown), (shown / "lake.json").read_bytes()
    file = reader.rows("SELECT name FROM _files WHERE name LIKE 'responses/%'")[0]["name"]
    with reader.cursor() as cursor:
        for query in (
            f"COPY (SELECT 1) TO 'lake://{file}'",
            "COPY (SELECT 1) TO 'lake://new.parquet'",
            f"FROM read_blob('{shown}/lake.json')",
            "ATTACH 'lake://../sorites.duckdb' AS other",
            "DELETE FROM runs",
        ):
            with pytest.raises(duckdb.Error):
                cursor.execute(query)
        for name in ("lake.json", "../sorites.duckdb", "**"):
            assert not cursor.execute(f"FROM read_blob('lake://{name}')").fetchall()
    assert len(reader.rows("FROM item_responses")) == 12
    assert (shown / "lake.json").read_bytes() == content
    reader.release()


class AllFiles(LakeFiles):
    """What a forger of a catalogue lets DuckDB find."""

    def glob(self, path: str, **_: object) -> list[str]:
        return [path]


def forge(snapshot: Path, name: str) -> Path:
    """Let a snapshot name a file as one of a lake, show it, and take its stamp from it."""
    with closing(duckdb.connect(snapshot)) as con:
        con.register_filesystem(AllFiles("/", []))
        con.execute("CREATE OR REPLACE TABLE _files AS SELECT $name AS name", {"name": name})
        con.execute(f"CREATE VIEW secret AS FROM read_text('lake://{name}')")
    return snapshot


@pytest.mark.parametrize("place", ["catalogue/{hash}.duckdb", "other/a.snapshot.duckdb"])
@pytest.mark.parametrize(
    "name", ["../secret", "items/../../secret", "secret", f"items/{'0' * 20}.parquet"]
)
def test_a_forged_catalogue_reads_no_other_file(
    shown: Path, tmp_path: Path, place: str, name: str
) -> None:
    lake = shutil.copytree(shown, tmp_path / "lake")
    for folder in (tmp_path, lake):
        (folder / "secret").write_text("sk-hidden")
    (lake / f"items/{'0' * 20}.parquet").symlink_to(tmp_path / "secret")
    made = lake / place.format(hash=snapshot_of(lake).stem)
    made.parent.mkdir(exist_ok=True)
    shutil.copy(snapshot_of(lake), made.with_suffix(".new"))
    forged = forge(made.with_suffix(".new"), name).replace(made)
    with suppress(InputError):
        assert run_sql(forged, "FROM secret").rows == ()
    reader = open_snapshot(forged)
    with suppress(duckdb.Error):
        assert reader.rows("FROM secret") == []
    reader.release()


def test_a_stamp_that_reads_a_file_shows_none_of_it(shown: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("sk-hidden")
    forged = Path(shutil.copy(snapshot_of(shown), tmp_path / "a.snapshot.duckdb"))
    with closing(duckdb.connect(forged)) as con:
        con.execute("DROP TABLE stamp")
        con.execute(
            "CREATE VIEW stamp AS SELECT now() AS published_at, '' AS engine_version, content"
            f" FROM read_text('{tmp_path}/secret')"
        )
    with pytest.raises(InputError, match="cannot be read"):
        run_sql(forged, "SELECT 1")


def test_a_lake_leads_to_no_other(shown: Path, tmp_path: Path) -> None:
    lake = shutil.copytree(shown, tmp_path / "lake")
    (lake / "url").write_text(str(tmp_path))
    reader = opened(lake)
    assert len(reader.rows("FROM item_responses")) == 12
    reader.release()
    present = json.loads((lake / "lake.json").read_text())
    (lake / "lake.json").write_text(json.dumps(present | {"catalogue": "../other.duckdb"}))
    with pytest.raises(StoreError, match="no lake of this version"):
        snapshot_of(lake)


def test_a_lost_file_is_named_as_the_reason(shown: Path, tmp_path: Path) -> None:
    lake = shutil.copytree(shown, tmp_path / "lake")
    shutil.rmtree(lake / "responses")
    with pytest.raises(InputError, match="a file of the lake cannot be read"):
        run_sql(snapshot_of(lake), "SELECT raw FROM responses")


def test_half_a_file_is_not_left_in_a_bucket(
    shown: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = Place(str(tmp_path))
    place.is_folder = False

    def breaks(_source: object, sink: BinaryIO, _size: int) -> None:
        sink.write(b"half")
        raise OSError("the line is cut")

    monkeypatch.setattr(shutil, "copyfileobj", breaks)
    with pytest.raises(StoreError, match="the line is cut"):
        place.put(shown / "lake.json", "half.parquet")
    assert (shown / "lake.json").exists()
    assert not place.all_files()


def test_a_query_over_a_bucket_has_its_credentials_but_no_key_of_an_endpoint(
    shown: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "sorites" / "lakes" / "bucket"
    shutil.copytree(shown / "catalogue", copy / "catalogue")
    (copy / "url").write_text("s3://bucket/lake")
    given = {"AWS_SECRET_ACCESS_KEY", "GOOGLE_APPLICATION_CREDENTIALS", "HTTPS_PROXY", "no_proxy"}
    kept = {"GOOGLE_API_KEY", "OPENAI_API_KEY", "AWS_BEARER_TOKEN_BEDROCK"}
    for name in given | kept:
        monkeypatch.setenv(name, "x")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    seen: dict[str, str] = {}

    def started(*_: object, env: dict[str, str], **__: object) -> None:
        seen.update(env)
        raise OSError("far enough")

    monkeypatch.setattr(subprocess, "Popen", started)
    with pytest.raises(OSError, match="far enough"):
        run_sql(copy / "catalogue" / snapshot_of(shown).name, "SELECT 1")
    assert given <= seen.keys()
    assert not kept & seen.keys()


def test_threads_read_one_file_each_at_its_own_place(shown: Path) -> None:
    [name] = (n for n in Place(str(shown)).all_files() if n.startswith("responses/"))
    with LakeFiles(str(shown), [name]).open(f"lake://{name}") as file:
        file.seek(0)
        with ThreadPoolExecutor(1) as other:
            other.submit(file.seek, 9).result()
        assert file.read(4) == b"PAR1"


def test_other_readers_take_a_lake_for_a_database(shown: Path, tmp_path: Path) -> None:
    with closing(connect_read_only(shown)) as con:
        assert len(con.execute("FROM item_responses").fetchall()) == 12
    write_parquet(snapshot_of(shown), "SELECT raw FROM responses", tmp_path / "raw.parquet")
    assert (tmp_path / "raw.parquet").stat().st_size


def test_what_is_no_lake_is_refused_in_one_sentence(db: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"there is no lake at .*publish --lake"):
        snapshot_of(tmp_path)
    for url in ("s3://AKIAKEY:secret@bucket/lake", "s3://AKIAKEY:sec/ret@bucket/lake"):
        for refused in (lambda url: publish_lake(db, url), lambda url: snapshot_of(Path(url))):
            with pytest.raises(StoreError, match="holds credentials") as caught:
                refused(url)
            assert "sec" not in str(caught.value)
    (tmp_path / "lake.json").write_text("{}")
    with pytest.raises(StoreError, match="no lake of this version"):
        snapshot_of(tmp_path)
    (tmp_path / "lake.json").write_text("")
    with pytest.raises(StoreError, match="no lake of this version"):
        snapshot_of(tmp_path)
    for unread in ("ftp://x/y", f"file://{tmp_path}", "gcs://bucket/lake", "s3://"):
        with pytest.raises(StoreError, match=f"cannot open the lake {unread}: name a folder"):
            publish_lake(db, unread)


def test_a_file_that_is_gone_is_named_by_a_sentence(shown: Path, tmp_path: Path) -> None:
    shutil.copytree(shown, tmp_path / "lake")
    reader = opened(tmp_path / "lake")
    shutil.rmtree(tmp_path / "lake" / "responses")
    sentence = "a file of the lake cannot be read"
    with pytest.raises(duckdb.Error) as failed:
        reader.rows("FROM responses")
    assert sentence_of(failed.value).startswith(sentence)
    assert str(tmp_path) not in str(failed.value)
    reader.release()


def test_a_lake_may_be_the_working_folder(shown: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(shown)
    assert n_answers(db_to_read(".")) == {"gpt-x": 12}


def test_readers_of_a_bucket_do_not_disturb_each_other(
    shown: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for module in ("place", "files"):
        monkeypatch.setattr(
            f"engine.store.lake.{module}.opened", lambda _: (LocalFileSystem(), str(shown))
        )
    bucket = Path("s3://bucket/lake/")
    with ThreadPoolExecutor(4) as pool:
        [first] = set(pool.map(lambda _: snapshot_of(bucket), range(8)))
    others = first.with_name(f"{'0' * 20}.duckdb.1.partial")
    others.write_text("of another process")
    former = first.rename(first.with_name(f"{'1' * 20}.duckdb"))
    assert snapshot_of(bucket) == first
    assert others.exists()
    assert not former.exists()
    assert n_answers(bucket) == {"gpt-x": 12}


def test_long_names_in_any_script_are_cut_in_names_of_folders(asked: Path, lake: Path) -> None:
    name = "模型" * 100
    for which in "ab":
        ask(asked, name + which)
    publish_lake(asked, str(lake))
    assert n_answers(lake) == {"gpt-x": 12, f"{name}a": 12, f"{name}b": 12}

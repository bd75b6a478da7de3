from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from duckdb import DuckDBPyConnection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.core.errors import InputError
from engine.core.items import (
    AnswerKind,
    Item,
    Option,
    ProofCertificate,
    Step,
    Symbol,
    Traits,
    Verification,
)
from engine.store import (
    as_shard,
    connect,
    find_item,
    ingest_shards,
    items_table,
    list_datasets,
    load_items,
    open_snapshot,
    publish,
    register_run,
    verifications_table,
    write_items,
    write_verifications,
)
from tests.items_by_hand import items
from tests.store.material import META, count, run_over, store_doors

words = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
texts = st.lists(words, max_size=3).map(tuple)
maybe = st.none() | words
numbers = st.none() | st.integers(0, 2**31 - 1)
certificates = st.builds(
    ProofCertificate,
    st.lists(
        st.builds(Step, words, words, st.lists(st.integers(0, 99), max_size=3).map(tuple)),
        max_size=3,
    ).map(tuple),
    st.none() | texts,
    st.none() | texts,
)
any_items = st.builds(
    Item,
    family=st.just("by-hand"),
    version=st.just(1),
    params=st.just("{}"),
    seed=st.just(0),
    group=st.integers(0, 99),
    role=words,
    index=st.integers(0, 2**31 - 1),
    split=words,
    passage=texts,
    question=words,
    options=st.lists(st.builds(Option, words, words, words), max_size=3).map(tuple),
    answer_kind=st.sampled_from(AnswerKind),
    gold=words,
    symbols=st.lists(
        st.builds(Symbol, words, words, maybe, maybe, maybe, st.none() | st.booleans()), max_size=3
    ).map(tuple),
    premises=texts,
    query=texts,
    intended=words,
    certificate=certificates,
    traits=st.builds(
        Traits,
        depth=numbers,
        height=numbers,
        root_form=maybe,
        forms=texts,
        domain=maybe,
        shown_accurate=st.none() | st.booleans(),
        distractors=maybe,
        contrast=maybe,
    ),
    published_label=maybe,
    source_id=maybe,
)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(any_items, min_size=1, max_size=5, unique_by=lambda item: item.index))
def test_items_come_back_from_the_database_as_they_were(
    con: DuckDBPyConnection, made: list[Item]
) -> None:
    write_items(con, META, items_table(made), replace=True)
    assert list(load_items(con, META.name)) == sorted(made, key=lambda item: item.index)


def test_a_stored_hash_is_loaded_and_not_made_anew(con: DuckDBPyConnection) -> None:
    corrupt = replace(items(1)[0], gold="false")
    assert corrupt.hash != corrupt.content_hash()
    write_items(con, META, items_table([corrupt]))
    assert next(load_items(con, META.name)).hash == corrupt.hash


def test_shards_are_ingested_with_dense_keys_in_order_of_index(
    con: DuckDBPyConnection, tmp_path: Path
) -> None:
    made = items(6)
    paths = [tmp_path / "late.parquet", tmp_path / "early.parquet"]
    for path, part in zip(paths, (made[9:], made[:9]), strict=True):
        path.write_bytes(as_shard(items_table(part)))
    dataset = ingest_shards(con, META, paths)
    assert dataset.n == len(made)
    assert tuple(load_items(con, "doors")) == made
    keys = con.execute("SELECT item_id, idx FROM items ORDER BY item_id").fetchall()
    assert keys == [(n + 1, item.index) for n, item in enumerate(made)]


def test_split_and_keys_narrow_down_what_is_loaded(con: DuckDBPyConnection) -> None:
    _, made = store_doors(con)
    test = [item for item in made if item.split == "test"]
    assert list(load_items(con, "doors", split="test")) == test
    assert list(load_items(con, "doors", ids=[5, 2])) == [made[1], made[4]]
    assert list(load_items(con, "doors", ids=[])) == []


def test_items_come_out_of_a_snapshot(con: DuckDBPyConnection, db: Path) -> None:
    _, made = store_doors(con)
    con.close()
    snapshot = open_snapshot(publish(db))
    with snapshot.cursor() as cursor:
        assert find_item(cursor, "doors:4")[2] == made[4]
    snapshot.release()


def test_the_same_content_twice_changes_nothing(con: DuckDBPyConnection) -> None:
    dataset, made = store_doors(con)
    assert write_items(con, META, items_table(made)) == dataset
    assert count(con, "items") == len(made)


def test_other_content_under_the_same_name_is_refused(con: DuckDBPyConnection) -> None:
    store_doors(con)
    with pytest.raises(InputError, match=r"--name, .* --replace"):
        write_items(con, META, items_table(items(2)))
    assert len(list(load_items(con, "doors"))) == 12


def test_a_replaced_set_goes_unless_it_was_answered(con: DuckDBPyConnection) -> None:
    store_doors(con)
    answered = write_items(con, META, items_table(items(2)), replace=True)
    assert [dataset.n for dataset in list_datasets(con)] == [6]
    register_run(con, run_over(answered))
    write_items(con, META, items_table(items(3)), replace=True)
    kept = f"doors@{answered.content_hash[:8]}"
    assert {dataset.name: dataset.n for dataset in list_datasets(con)} == {"doors": 9, kept: 6}


def test_an_answered_set_comes_back_under_its_name(con: DuckDBPyConnection) -> None:
    answered, made = store_doors(con)
    register_run(con, run_over(answered))
    write_items(con, META, items_table(items(1)), replace=True)
    back = write_items(con, META, items_table(made), replace=True)
    assert replace(back, created_at=answered.created_at) == answered
    assert [dataset.name for dataset in list_datasets(con)] == ["doors"]
    assert find_item(con, "doors:0")[0] == 1


def test_the_same_questions_with_other_traits_are_other_content(con: DuckDBPyConnection) -> None:
    answered, made = store_doors(con)
    register_run(con, run_over(answered))
    mended = [replace(item, traits=replace(item.traits, depth=7)) for item in made]
    with pytest.raises(InputError, match="--replace"):
        write_items(con, META, items_table(mended))
    again = write_items(con, META, items_table(mended), replace=True)
    assert again.dataset_id == answered.dataset_id
    assert list(load_items(con, "doors")) == mended
    assert con.execute("SELECT min(item_id), max(item_id) FROM items").fetchall() == [(1, 12)]


@pytest.mark.parametrize(
    ("made", "message"),
    [
        ((), "no items"),
        (items(1) + items(1), "have the index 0"),
        ((replace(items(1)[0], seed=9),), "another family, version, seed"),
    ],
)
def test_what_is_no_data_set_is_refused(
    con: DuckDBPyConnection, made: tuple[Item, ...], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        write_items(con, META, items_table(made))
    assert not list_datasets(con)


def test_an_item_is_found_by_each_of_its_names(con: DuckDBPyConnection) -> None:
    _, made = store_doors(con)
    wanted = made[4]
    for name in (wanted.hash, wanted.hash[:8].upper(), "5", "doors:4"):
        assert find_item(con, name) == (5, "doors", wanted)


@pytest.mark.parametrize("name", ["abc", "doors:99", "no:1", "77", "f" * 64, "'; DROP TABLE"])
def test_a_name_of_no_item_is_an_input_error(con: DuckDBPyConnection, name: str) -> None:
    store_doors(con)
    with pytest.raises(InputError, match="DATASET:INDEX"):
        find_item(con, name)


def test_a_name_of_several_items_says_which(con: DuckDBPyConnection) -> None:
    _, made = store_doors(con)
    twin = replace(META, name="twin")
    write_items(con, twin, items_table(made))
    with pytest.raises(InputError, match=r"5 \(of doors\), 17 \(of twin\)"):
        find_item(con, made[4].hash)


def test_an_absent_data_set_is_answered_with_those_there_are(con: DuckDBPyConnection) -> None:
    store_doors(con)
    with pytest.raises(InputError, match="there are: doors"):
        load_items(con, "windows")


def test_a_verification_replaces_the_one_before(con: DuckDBPyConnection) -> None:
    _, made = store_doors(con)
    first = [Verification(item.index, item.gold, True, "table", "z3") for item in made]
    again = [Verification(3, "false", False, "table", "z3", (0, 2), 1, 1, "the label")]
    write_verifications(con, "doors", verifications_table(first))
    write_verifications(con, "doors", verifications_table(again))
    assert count(con, "verifications") == len(made)
    assert con.execute(
        "SELECT agreed, minimal_premises, problem FROM verifications WHERE item_id = 4"
    ).fetchall() == [(False, [0, 2], "the label")]


def test_the_room_of_replaced_sets_is_taken_up_again(db: Path) -> None:
    sizes = []
    for n in (200, 201, 202, 203, 204, 205):
        with closing(connect(db)) as con:
            write_items(con, META, items_table(items(n)), replace=True)
        sizes.append(db.stat().st_size)
    assert max(sizes) < 3 * sizes[0]

"""The DuckDB database that holds everything; the metrics are its views.

Code that needs Arrow is loaded on use: Arrow takes 40 MB, and asking and reading do without it.
"""

from __future__ import annotations

import typing  # by its own name, for what a room imports by name it exports

from engine.store.audits import AuditFinding, AuditRow, Duplicates, write_audit
from engine.store.connection import (
    STORAGE_VERSION,
    StoreBusy,
    check_usable,
    connect,
    connect_read_only,
)
from engine.store.datasets.describing import (
    Dataset,
    DatasetMeta,
    find_dataset,
    list_datasets,
)
from engine.store.datasets.groups import group_members
from engine.store.datasets.integrity import OTHER_CONTENT, dataset_faults
from engine.store.datasets.items import find_item, load_items
from engine.store.datasets.keys import item_ids
from engine.store.datasets.known import items_by_language, ways_checked
from engine.store.datasets.parcels import items_in, parcels, unpacked
from engine.store.datasets.rejections import rejected_candidates
from engine.store.datasets.shards import as_shard, shards_beside
from engine.store.datasets.writing import (
    find_made,
    ingest_shards,
    write_items,
    write_verifications,
)
from engine.store.migrations import migrate
from engine.store.responses.answers import Answer, record_run, store_answers
from engine.store.responses.cache import ResponseCache, cache_key
from engine.store.responses.extractions import (
    Extraction,
    Judged,
    ReplyKey,
    Unread,
    extracted_replies,
    faithfulness,
    unread_replies,
    write_extractions,
    write_judgements,
)
from engine.store.responses.ingestion import Ingestion, catch_up, ingest
from engine.store.responses.intervals import rotated_interval
from engine.store.responses.journal import Journal, journals, open_journal, read_journal, read_run
from engine.store.responses.runs import (
    NO_PROMPT,
    Run,
    part_of,
    register_model,
    register_run,
    run_hash,
)
from engine.store.snapshot.parquet import write_parquet
from engine.store.snapshot.publishing import (
    Snapshot,
    Stamp,
    open_snapshot,
    publish,
    snapshot_of,
)
from engine.store.snapshot.sandbox import Limits, Table, run_sql
from engine.store.snapshot.schema import Relation, describe, documentation
from engine.store.snapshot.sums import digest_of, sum_of
from engine.store.transactions import transaction
from engine.store.validity import ValidityReading, validity_rates, write_validity

if typing.TYPE_CHECKING:
    from engine.store.datasets.rows import items_table, verifications_table
    from engine.store.datasets.sentences import (
        Inventory,
        InventoryMeta,
        SentenceRow,
        find_inventory,
        ingest_sentences,
        sentence_counts,
        sentences_table,
    )
    from engine.store.lake.publishing import LakeVersion, publish_lake
    from engine.store.lake.reading import vacuum

__all__ = [
    "NO_PROMPT",
    "OTHER_CONTENT",
    "STORAGE_VERSION",
    "Answer",
    "AuditFinding",
    "AuditRow",
    "Dataset",
    "DatasetMeta",
    "Duplicates",
    "Extraction",
    "Ingestion",
    "Inventory",
    "InventoryMeta",
    "Journal",
    "Judged",
    "LakeVersion",
    "Limits",
    "Relation",
    "ReplyKey",
    "ResponseCache",
    "Run",
    "SentenceRow",
    "Snapshot",
    "Stamp",
    "StoreBusy",
    "Table",
    "Unread",
    "ValidityReading",
    "as_shard",
    "cache_key",
    "catch_up",
    "check_usable",
    "connect",
    "connect_read_only",
    "dataset_faults",
    "describe",
    "digest_of",
    "documentation",
    "extracted_replies",
    "faithfulness",
    "find_dataset",
    "find_inventory",
    "find_item",
    "find_made",
    "group_members",
    "ingest",
    "ingest_sentences",
    "ingest_shards",
    "item_ids",
    "items_by_language",
    "items_in",
    "items_table",
    "journals",
    "list_datasets",
    "load_items",
    "migrate",
    "open_journal",
    "open_snapshot",
    "parcels",
    "part_of",
    "publish",
    "publish_lake",
    "read_journal",
    "read_run",
    "record_run",
    "register_model",
    "register_run",
    "rejected_candidates",
    "rotated_interval",
    "run_hash",
    "run_sql",
    "sentence_counts",
    "sentences_table",
    "shards_beside",
    "snapshot_of",
    "store_answers",
    "sum_of",
    "transaction",
    "unpacked",
    "unread_replies",
    "vacuum",
    "validity_rates",
    "verifications_table",
    "ways_checked",
    "write_audit",
    "write_extractions",
    "write_items",
    "write_judgements",
    "write_parquet",
    "write_validity",
    "write_verifications",
]

_HOMES = {
    "items_table": "datasets.rows",
    "verifications_table": "datasets.rows",
    "LakeVersion": "lake.publishing",
    "publish_lake": "lake.publishing",
    "vacuum": "lake.reading",
}


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'engine.store' has no attribute {name!r}")
    from importlib import import_module

    home = _HOMES.get(name, "datasets.sentences")
    return getattr(import_module(f"engine.store.{home}"), name)

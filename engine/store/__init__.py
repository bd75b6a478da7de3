"""The one DuckDB file that everything rests on; the metrics are its views."""

from engine.store.audits import AuditRow, write_audit
from engine.store.choices import (
    chance_scores,
    circular_breakdown,
    circular_scores,
    contamination,
    group_members,
    item_rotations,
    position_bias,
    reported_distributions,
    variation,
)
from engine.store.connection import (
    StoreBusy,
    connect,
    connect_read_only,
    db_path,
    transaction,
)
from engine.store.datasets import (
    Dataset,
    DatasetMeta,
    engine_version,
    find_dataset,
    list_datasets,
)
from engine.store.ingestion import Ingestion, catch_up, ingest
from engine.store.integrity import OTHER_CONTENT, dataset_faults
from engine.store.items import find_item, load_items
from engine.store.journal import Journal, journals, open_journal, read_journal, read_run
from engine.store.migrations import migrate
from engine.store.records import ItemRecord, item_record, leaderboard, response_scores
from engine.store.rows import ITEM_SCHEMA, VERIFICATION_SCHEMA, items_table, verifications_table
from engine.store.runs import (
    NO_PROMPT,
    Answer,
    Run,
    Stored,
    record_run,
    register_model,
    register_run,
    run_hash,
    store_answers,
)
from engine.store.sandbox import Limits, Table, run_sql
from engine.store.schema import Column, Relation, describe, documentation
from engine.store.snapshot import (
    Snapshot,
    Stamp,
    db_to_show,
    open_snapshot,
    publish,
    snapshot_path,
)
from engine.store.validity import ReaderKind, ValidityReading, validity_rates, write_validity
from engine.store.writing import (
    find_made,
    ingest_shards,
    write_items,
    write_shard,
    write_verifications,
)

__all__ = [
    "ITEM_SCHEMA",
    "NO_PROMPT",
    "OTHER_CONTENT",
    "VERIFICATION_SCHEMA",
    "Answer",
    "AuditRow",
    "Column",
    "Dataset",
    "DatasetMeta",
    "Ingestion",
    "ItemRecord",
    "Journal",
    "Limits",
    "ReaderKind",
    "Relation",
    "Run",
    "Snapshot",
    "Stamp",
    "StoreBusy",
    "Stored",
    "Table",
    "ValidityReading",
    "catch_up",
    "chance_scores",
    "circular_breakdown",
    "circular_scores",
    "connect",
    "connect_read_only",
    "contamination",
    "dataset_faults",
    "db_path",
    "db_to_show",
    "describe",
    "documentation",
    "engine_version",
    "find_dataset",
    "find_item",
    "find_made",
    "group_members",
    "ingest",
    "ingest_shards",
    "item_record",
    "item_rotations",
    "items_table",
    "journals",
    "leaderboard",
    "list_datasets",
    "load_items",
    "migrate",
    "open_journal",
    "open_snapshot",
    "position_bias",
    "publish",
    "read_journal",
    "read_run",
    "record_run",
    "register_model",
    "register_run",
    "reported_distributions",
    "response_scores",
    "run_hash",
    "run_sql",
    "snapshot_path",
    "store_answers",
    "transaction",
    "validity_rates",
    "variation",
    "verifications_table",
    "write_audit",
    "write_items",
    "write_shard",
    "write_validity",
    "write_verifications",
]

"""The SQL of the question explorer: items by their traits and by what a run answered."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from dashboard.queries import SERIES
from dashboard.snapshot import Row, current, rows, rows_once
from engine.items import Item
from engine.store import find_item, group_members

TRAITS = (
    "split", "depth", "gold", "root_form", "query_shape", "question_type", "language", "rule",
    "leaf",
)  # fmt: skip
"""The columns of `items` that can be filtered by."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which items to list; None means any. `outcome` is of the run's answers, and needs one."""

    dataset: str
    split: str | None = None
    depth: int | None = None
    gold: str | None = None
    root_form: str | None = None
    query_shape: str | None = None
    question_type: str | None = None
    language: str | None = None
    rule: str | None = None
    leaf: str | None = None
    run_id: int | None = None
    outcome: str | None = None


_FOUND = """
    FROM items i
    JOIN datasets d ON d.dataset_id = i.dataset_id AND d.name = $dataset
    LEFT JOIN (
        SELECT item_id, list_sort(list(DISTINCT outcome)) AS outcomes,
            list_sort(list(DISTINCT lenient) FILTER (lenient IS NOT NULL)) AS answers
        FROM responses WHERE run_id = $run_id GROUP BY item_id
    ) r ON r.item_id = i.item_id
    WHERE ($split IS NULL OR i.split = $split)
        AND ($depth IS NULL OR i.depth = $depth)
        AND ($gold IS NULL OR i.gold = $gold)
        AND ($root_form IS NULL OR i.root_form = $root_form)
        AND ($query_shape IS NULL OR i.query_shape = $query_shape)
        AND ($question_type IS NULL OR i.question_type = $question_type)
        AND ($language IS NULL OR i.language = $language)
        AND ($rule IS NULL OR i.rule = $rule)
        AND ($leaf IS NULL OR i.leaf = $leaf)
        AND ($run_id IS NULL OR r.item_id IS NOT NULL)
        AND ($outcome IS NULL OR list_contains(r.outcomes, $outcome))
"""


def n_found(wanted: Wanted) -> int:
    """How many items there are of that kind."""
    [row] = rows(f"SELECT count(*) AS n {_FOUND}", **asdict(wanted))
    return int(row["n"])


def found(wanted: Wanted, page: int, per_page: int) -> list[Row]:
    """One page of them in order of index; pages count from 1."""
    return rows(
        "SELECT i.idx, i.question, i.split, i.depth, i.gold, i.root_form, i.query_shape,"
        " i.question_type, i.leaf,"
        f" r.outcomes, r.answers {_FOUND} ORDER BY i.idx LIMIT $limit OFFSET $offset",
        **asdict(wanted),
        limit=per_page,
        offset=(page - 1) * per_page,
    )


def values(dataset: str, trait: str) -> list[str | int]:
    """The values of one of `TRAITS` that occur in a data set, in order."""
    if trait not in TRAITS:
        raise ValueError(trait)
    listed = rows(
        f"SELECT DISTINCT {trait} AS value FROM items JOIN datasets d USING (dataset_id)"
        f" WHERE d.name = $dataset AND {trait} IS NOT NULL ORDER BY value",
        dataset=dataset,
    )
    return [row["value"] for row in listed]


def item(name: str) -> tuple[int, str, Item]:
    """The key, the data set and the item that `name` means (see `engine.store.find_item`).

    Raises:
        InputError: if it names no item, or several.
    """
    with current().cursor() as cursor:
        return find_item(cursor, name)


def group(item_id: int) -> list[Row]:
    """The other items of an item's group, such as its symbolic twin."""
    with current().cursor() as cursor:
        return group_members(cursor, item_id)


def answers(item_id: int) -> list[Row]:
    """What every run answered to an item, without the replies themselves."""
    return rows(
        f"""
        WITH {SERIES}
        SELECT r.run_id, s.name, r.model, r.kind, r.prompt, r.probe, r.origin, r.sample,
            r.rotation, r.answer, r.strict_answer, r.outcome, r.extraction_rule
        FROM item_responses r JOIN named s USING (run_id) WHERE r.item_id = $item_id
        ORDER BY r.origin, r.kind NOT IN ('endpoint', 'published', 'human'), s.name, r.sample,
            r.rotation
        """,
        item_id=item_id,
    )


def reply(item_id: int, run_id: int, sample: int, rotation: int) -> Row:
    """One answer with the exact messages sent, the raw reply and all that is known of it."""
    [row] = rows_once(
        """
        SELECT r.*, m.messages, u.started_at, u.command, u.source, u.settings, u.engine_version
        FROM responses r
        JOIN runs u USING (run_id)
        LEFT JOIN messages m USING (message_id)
        WHERE r.item_id = $item_id AND r.run_id = $run_id AND r.sample = $sample
            AND r.rotation = $rotation
        """,
        item_id=item_id,
        run_id=run_id,
        sample=sample,
        rotation=rotation,
    )
    return row


def extractions(item_id: int, run_id: int, sample: int, rotation: int) -> list[Row]:
    """What models took for the answer in one reply that our rules could not read."""
    return rows(
        "SELECT extractor, prompt, answer, outcome, error_kind FROM extractions"
        " WHERE item_id = $item_id AND run_id = $run_id AND sample = $sample"
        " AND rotation = $rotation ORDER BY extractor, prompt",
        item_id=item_id,
        run_id=run_id,
        sample=sample,
        rotation=rotation,
    )


def verification(item_id: int) -> Row | None:
    """The last verification of an item, if there is one."""
    found_rows = rows(
        "SELECT verdict, agreed, methods, solver, steps, height, problem, verified_at"
        " FROM verifications WHERE item_id = $item_id",
        item_id=item_id,
    )
    return found_rows[0] if found_rows else None

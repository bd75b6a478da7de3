"""The SQL of the question explorer: items by their traits and by what a run answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from dashboard.queries import SERIES, in_order
from dashboard.snapshot import Row, current, rows, rows_once
from engine.core.items import Item
from engine.store import find_item, group_members

KNOWN = {
    "none": "wrong for everybody",
    "one": "right for one alone",
    "all": "right for everybody",
}
"""What can be asked of all models together: how many had a right answer."""

NOT_RIGHT = "not_right"
"""Stands for every outcome that is not right."""

ORDERS = {
    "index": "index",
    "hardest": "the hardest first",
    "easiest": "the easiest first",
    "telling": "the most telling first",
    "misleading": "the least telling first",
}
"""What questions can be sorted by. Telling is what good models do better than bad ones."""

_ORDERS = {
    "index": "i.idx",
    "hardest": "s.share_right NULLS LAST, s.n_models DESC, i.idx",
    "easiest": "s.share_right DESC NULLS LAST, s.n_models DESC, i.idx",
    "telling": "s.discrimination DESC NULLS LAST, i.idx",
    "misleading": "s.discrimination NULLS LAST, i.idx",
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which items to list; None means any. `outcome` is of the run's answers, and needs one.

    `text` stands in the passage or the question, in capitals or not, or is the index, the id in
    the source, or the beginning of the hash. `traits` are values of some of `MORE`, as text.
    `known` is one of `KNOWN` among the answers of an `origin`, which it needs.
    """

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
    text: str | None = None
    known: str | None = None
    origin: str | None = None
    traits: Mapping[str, str] = field(default_factory=dict)


MORE = (
    "height", "structure", "domain", "logic", "n_premises", "n_atoms", "n_distractors",
    "shown_accurate",
)  # fmt: skip
"""The traits that come in `Wanted.traits`."""

_BY_MORE = "\n".join(
    f"        AND (${trait} IS NULL OR i.{trait}::VARCHAR = ${trait})" for trait in MORE
)

_FOUND = f"""
    FROM items i
    JOIN datasets d ON d.dataset_id = i.dataset_id AND d.name = $dataset
    LEFT JOIN (
        SELECT item_id, list_sort(list(DISTINCT outcome)) AS outcomes,
            list_sort(list(DISTINCT lenient) FILTER (lenient IS NOT NULL)) AS answers
        FROM responses WHERE run_id = $run_id GROUP BY item_id
    ) r ON r.item_id = i.item_id
    LEFT JOIN (FROM item_statistics WHERE dataset = $dataset AND origin = $origin) s
        ON s.item_id = i.item_id
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
        AND ($outcome IS NULL OR list_contains(r.outcomes, $outcome)
            OR $outcome = 'not_right' AND r.outcomes <> ['right'])
        AND ($text IS NULL
            OR contains(lower(concat_ws(' ', array_to_string(i.passage, ' '), i.question)),
                lower($text))
            OR i.idx::VARCHAR = $text OR i.source_id = $text
            OR length($text) >= 6 AND starts_with(i.hash, lower($text)))
{_BY_MORE}
        AND ($known IS NULL OR CASE $known WHEN 'none' THEN s.n_models_right = 0
            WHEN 'one' THEN s.n_models_right = 1 AND s.n_models > 1
            ELSE s.n_models_right = s.n_models END)
"""


def missed(dataset: str, cells: dict[str, str], run_id: int | None) -> Wanted:
    """The questions with these values of traits to which a run gave no right answer."""
    named: dict[str, object] = {t: cell for t, cell in cells.items() if t not in MORE}
    if "depth" in named:
        named["depth"] = int(cells["depth"])
    more = {trait: cell for trait, cell in cells.items() if trait in MORE}
    return Wanted(dataset, run_id=run_id, outcome=NOT_RIGHT, traits=more, **named)  # type: ignore[arg-type]


def n_found(wanted: Wanted) -> int:
    """How many items there are of that kind."""
    [row] = rows(f"SELECT count(*) AS n {_FOUND}", **_parameters(wanted))
    return int(row["n"])


def found(wanted: Wanted, page: int, per_page: int, order: str = "index") -> list[Row]:
    """One page of them, counted from 1, in one of `ORDERS`."""
    return rows(
        "SELECT i.idx, i.question, i.split, i.depth, i.gold, i.root_form, i.query_shape,"
        " i.question_type, i.leaf, s.n_models, s.n_models_right, s.share_right, s.discrimination,"
        f" r.outcomes, r.answers {_FOUND} ORDER BY {_ORDERS[order]} LIMIT $limit OFFSET $offset",
        **_parameters(wanted),
        limit=per_page,
        offset=(page - 1) * per_page,
    )


def _parameters(wanted: Wanted) -> dict[str, object]:
    named = asdict(wanted)
    return {**named.pop("traits"), **{t: None for t in MORE if t not in wanted.traits}, **named}


def judged_by(dataset: str) -> list[str]:
    """The origins of answers by models or people to a data set, in the order of `ORIGINS`."""
    listed = rows(
        """
        SELECT DISTINCT a.origin FROM accuracy a
        WHERE a.dataset = $dataset AND a.probe IS NULL AND a.kind NOT IN ('baseline', 'ceiling')
        """,
        dataset=dataset,
    )
    return in_order(listed)


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

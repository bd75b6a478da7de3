"""Results as rows: each run of the boards, whole or by the traits of its questions, and its errors.

These rows are what tables of papers and files of `sorites results` hold. Figures stand in columns
of their own, unrounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path

from engine.analysis.boards import left_out
from engine.analysis.by_trait.series import IN_ORDER
from engine.analysis.by_trait.traits import COMPUTED, TRAITS, column
from engine.analysis.sources.query import Row, Rows, rows_of
from engine.ask.endpoints.model_names import is_other_model
from engine.core.errors import InputError
from engine.core.items import Item
from engine.core.paths import db_to_read
from engine.store import Dataset, connect_read_only, find_dataset, load_items

SHORT = {
    "form": "root_form", "type": "question_type", "shape": "query_shape",
    "premises": "n_premises", "atoms": "n_atoms",
}  # fmt: skip
"""Short names of traits."""

_RUNS = """
    SELECT * FROM {} WHERE ($dataset IS NULL OR dataset = $dataset)
        AND (len($models) = 0 OR list_contains($models, model))
"""


def traits_of(by: Iterable[str]) -> tuple[str, ...]:
    """The traits that are named, by their own names or by `SHORT` ones.

    Raises:
        InputError: there is no such trait, or one is named twice.
    """
    known = (*TRAITS, *(name for name in COMPUTED if name != "overall"))
    named = tuple(SHORT.get(name, name) for name in by)
    for name in named:
        if name not in known:
            raise InputError(f"there is no trait {name!r}; choose from {', '.join(known)}")
    if len(set(named)) < len(named):
        raise InputError("each trait can be named once")
    return named


def result_rows(
    rows: Rows, dataset: str | None, by: Sequence[str] = (), models: Sequence[str] = ()
) -> list[Row]:
    """Accuracy of each run on the boards, for each combination of values of the traits `by`.

    The order is that of the boards: incomplete runs come last. Questions without one of the traits
    are left out. `chance` is the accuracy of guessing among the labels or options, where every
    question has some. Intervals are those of the boards; by traits, Wilson's for the effective
    sample size over groups of questions, which cover less than 95% in runs with `until`.
    `n_planned`, `n_failed`, `is_whole`, `is_incomplete`, `is_sample` and `until`, the precision at
    which asking stopped, are those of the whole run. `answered_by` names other models than the one
    asked for, if the endpoint said that they answered.

    Raises:
        InputError: there is no such trait, or no answer to questions that have it.
    """
    traits = traits_of(by)
    listed = "".join(f"{column(trait)} AS {trait}, " for trait in traits)
    names = "".join(f"{trait}, " for trait in traits)
    has_all = "".join(f" AND {trait} IS NOT NULL" for trait in traits)
    order = "".join(f", try_cast({trait} AS INTEGER), {trait}" for trait in traits)
    low, high = (
        f"wilson_{end}(c.n_right * (c.trials / c.n), c.trials)" if traits else f"a.{end}"
        for end in ("low", "high")
    )
    found = rows(
        f"""
        WITH chosen AS ({_RUNS.format("board")}),
        groups AS (
            SELECT r.run_id, {listed} i.group_no, sum(r.n)::BIGINT AS n, count(*) AS n_items,
                sum(r.n_right)::BIGINT AS n_right, sum(r.n_wrong)::BIGINT AS n_wrong,
                sum(r.n_no_answer)::BIGINT AS n_no_answer,
                sum(CASE WHEN i.answer_kind = 'label' THEN r.n / nullif(len(i.options), 0) END
                    ::DECIMAL(18, 15)) AS guessed,
                bool_and(i.answer_kind = 'label' AND len(i.options) > 0) AS is_guessable
            FROM item_scores r JOIN items i ON i.item_id = r.item_id
            WHERE r.run_id IN (SELECT run_id FROM chosen) {has_all}
            GROUP BY ALL
        ),
        cells AS (
            SELECT run_id, {names} sum(n)::BIGINT AS n, sum(n_items)::BIGINT AS n_items,
                sum(n_right)::BIGINT AS n_right, sum(n_wrong)::BIGINT AS n_wrong,
                sum(n_no_answer)::BIGINT AS n_no_answer, effective_trials(n_right, n) AS trials,
                CASE WHEN bool_and(is_guessable) THEN sum(guessed)::DOUBLE / sum(n) END AS chance
            FROM groups GROUP BY ALL
        )
        SELECT b.dataset, b.origin, b.setting, b.split, b.language AS asked_in, b.model, b.kind,
            b.prompt, b.label, {names} c.n_right / c.n AS accuracy, {low} AS low, {high} AS high,
            c.chance, c.n, b.n_planned, b.n_failed, b.is_whole, b.is_incomplete, b.is_sample,
            (b.configuration ->> '$.until')::DOUBLE AS until, c.n_items, c.n_right, c.n_wrong,
            c.n_no_answer, c.trials AS n_effective, b.run_hash,
            (SELECT list(DISTINCT v.served_model) FROM served_by v WHERE v.run_id = b.run_id)
                AS answered_by
        FROM cells c JOIN chosen b ON b.run_id = c.run_id
        JOIN (SELECT run_id, low, high FROM accuracy) a ON a.run_id = c.run_id
        ORDER BY b.dataset, {IN_ORDER}, b.setting, b.split, b.language, b.place {order}
        """,
        dataset=dataset,
        models=list(models),
    )
    for row in found:
        row["answered_by"] = others_named(row["model"], row["answered_by"])
    if not found and (failed := failed_runs(rows, dataset, models)):
        raise InputError("; ".join(map(failed_words, failed)))
    if not found:
        with_traits = f" with {' and '.join(traits)}" if traits else ""
        whose = f" of {', '.join(models)}" if models else ""
        raise InputError(
            f"there are no answers{whose} to questions{with_traits}; see `sorites leaderboard`"
        )
    return found


def failed_runs(rows: Rows, dataset: str | None, models: Sequence[str] = ()) -> list[Row]:
    """The runs in which no request got a reply, each with the endpoint's sentence as `reason`."""
    apart = left_out(rows, dataset)
    return [row for row in apart if not row["n"] and (not models or row["model"] in models)]


def failed_words(row: Row) -> str:
    """A failed run in a sentence."""
    run = f"run {row['run_hash'][:12]} of {row['model']} on {row['dataset']}"
    return f"{run} failed, so it has no score: {row['reason']}"


def others_named(asked: str, served: Iterable[str | None] | None) -> str | None:
    """The models that answered in place of the one asked for; None if none did."""
    names = (name for name in served or () if name and is_other_model(asked, name))
    return ", ".join(sorted(names)) or None


def errors_of(
    db: Path | None,
    dataset: str | None,
    model: str,
    by: Sequence[str] = (),
    most: int | None = None,
) -> list[tuple[Row, Item]]:
    """The answers of a model that are not right, each with its item, in the order of the traits.

    Failed requests are no answers. `most` limits the number of rows.

    Raises:
        InputError: there is no such trait or data set.
        StoreError: there is no database, or it is not of this version.
    """
    with closing(connect_read_only(db_to_read(db))) as con:
        found = _wrong_answers(rows_of(con), dataset, model, traits_of(by), most)
        items: dict[tuple[str, int], Item] = {}
        for name in {row["dataset"] for row in found}:
            ids = sorted({row["item_id"] for row in found if row["dataset"] == name})
            items |= {(name, item.index): item for item in load_items(con, name, ids=ids)}
    return [(row, items[row["dataset"], row["idx"]]) for row in found]


def _wrong_answers(
    rows: Rows, dataset: str | None, model: str, traits: Sequence[str], most: int | None
) -> list[Row]:
    listed = "".join(f"{column(trait)} AS {trait}, " for trait in traits)
    order = "".join(f"try_cast({trait} AS INTEGER), {trait}, " for trait in traits)
    return rows(
        f"""
        WITH chosen AS ({_RUNS.format("board_runs")} AND stands)
        SELECT b.dataset, i.idx, {listed} i.item_id, i.hash AS item, b.setting, b.prompt, b.label,
            r.sample, r.rotation, i.gold, r.lenient AS answer, r.outcome, r.mistake,
            r.finish_reason, r.raw AS reply, b.run_hash
        FROM responses r JOIN chosen b ON b.run_id = r.run_id JOIN items i ON i.item_id = r.item_id
        WHERE r.outcome NOT IN ('right', 'error')
        ORDER BY b.dataset, b.run_hash, {order} i.idx, r.sample, r.rotation LIMIT $most
        """,
        dataset=dataset,
        models=[model],
        most=most,
    )


def dataset_named(db: Path | None, name: str) -> Dataset:
    """The data set of this name in the database.

    Raises:
        InputError: there is none.
        StoreError: there is no database, or it is not of this version.
    """
    with closing(connect_read_only(db_to_read(db))) as con:
        return find_dataset(con, name)

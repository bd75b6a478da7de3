"""The SQL behind the pages about formulas, structures and sets, as `queries` is behind the others.

A *series* is a model with its prompt and, where there is one, its probe: it may have been asked
each task, and each language, in a run of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from dashboard.formal_words import LANGUAGES, MISTAKES, TASKS, cell
from dashboard.queries import THIN, Series, interval
from dashboard.snapshot import Row, rows

_ORIGINS = "list_position(['measured', 'reproduced', 'regraded', 'reported'], origin)"
_NAME = """model || CASE WHEN kind IN ('baseline', 'ceiling') THEN '' ELSE ', ' || prompt END
    || coalesce(', ' || probe, '')"""

# Of several runs of one series the fullest is shown, of equally full ones the last.
_CELLS = f"""
    cells AS (
        SELECT * FROM (SELECT *, {_NAME} AS name FROM formal_accuracy
            WHERE list_contains($datasets, dataset) AND origin = $origin)
        QUALIFY row_number() OVER (
            PARTITION BY dataset, name, question_type, language, type
            ORDER BY n DESC, run_id DESC) = 1
    )
"""


def datasets() -> dict[str, list[str]]:
    """The data sets of each task, those with answers first, then the latest."""
    found = rows(
        """
        SELECT name, question_type, count(DISTINCT run_id) AS n_runs, any_value(created_at) AS made
        FROM (SELECT DISTINCT dataset_id, question_type FROM items WHERE answer_kind <> 'label')
        JOIN datasets USING (dataset_id) LEFT JOIN runs USING (dataset_id)
        GROUP BY name, question_type ORDER BY n_runs = 0, made DESC, name
        """
    )
    listed: dict[str, list[str]] = {task: [] for task in TASKS}
    for row in found:
        listed.setdefault(row["question_type"], []).append(row["name"])
    return {task: names for task, names in listed.items() if names and task in TASKS}


def origins(datasets: Sequence[str]) -> list[str]:
    """The origins of answers to any of these data sets, in the order of `ORIGINS`."""
    found = rows(
        "SELECT DISTINCT origin FROM formal_accuracy WHERE list_contains($datasets, dataset)"
        f" ORDER BY {_ORIGINS}",
        datasets=list(datasets),
    )
    return [row["origin"] for row in found]


def series(datasets: Sequence[str], origin: str) -> list[Series]:
    """The series over these data sets, the best mean over tasks and languages first."""
    found = rows(
        f"""
        WITH {_CELLS}
        SELECT name, any_value(model) AS model, any_value(kind) AS kind, avg(value) AS value,
            NULL::INTEGER AS run_id
        FROM cells WHERE type = 'all' GROUP BY name ORDER BY value DESC, name
        """,
        datasets=list(datasets),
        origin=origin,
    )
    return [Series(**row) for row in found]


def profile(datasets: Sequence[str], origin: str, names: Sequence[str]) -> list[Row]:
    """Accuracy of the series at each task in each language."""
    found = rows(
        f"""
        WITH {_CELLS}
        SELECT name, dataset, question_type, language, n, n_items, value, low, high,
            {interval()} AS interval, n_items < {THIN} AS thin, n_no_answer,
            n_undecided
        FROM cells WHERE type = 'all' AND list_contains($names, name)
        """,
        datasets=list(datasets),
        origin=origin,
        names=list(names),
    )
    order = [cell(task, language) for task in TASKS for language in LANGUAGES]
    told = [{**row, "cell": cell(row["question_type"], row["language"])} for row in found]
    return sorted(told, key=lambda row: (order.index(row["cell"]), names.index(row["name"])))


def gaps(datasets: Sequence[str], origin: str, names: Sequence[str]) -> list[Row]:
    """English minus Carroll over the same sentences and arguments."""
    return rows(
        f"""
        SELECT *, {_NAME} AS name, difference AS value,
            printf('%+.1f to %+.1f', low * 100, high * 100) AS interval, n < {THIN} AS thin
        FROM language_gap
        WHERE list_contains($datasets, dataset) AND origin = $origin
            AND list_contains($names, {_NAME})
        QUALIFY row_number() OVER (
            PARTITION BY dataset, {_NAME}, question_type ORDER BY n DESC) = 1
        ORDER BY list_position($names, name), question_type
        """,
        datasets=list(datasets),
        origin=origin,
        names=list(names),
    )


def by_type(dataset: str, origin: str, names: Sequence[str], task: str) -> list[Row]:
    """Accuracy of the series at each type of sentence, in each language of a task."""
    found = rows(
        f"""
        WITH {_CELLS}
        SELECT name, type AS cell, language, n, n_items, value, low, high,
            {interval()} AS interval, n_items < {THIN} AS thin
        FROM cells
        WHERE type <> 'all' AND list_contains($names, name) AND question_type = $task
        ORDER BY type, list_position($names, name), language DESC
        """,
        datasets=[dataset],
        origin=origin,
        names=list(names),
        task=task,
    )
    return [{**row, "told": LANGUAGES[row["language"]]} for row in found]


def mistakes(
    dataset: str, origin: str, names: Sequence[str], task: str, language: str
) -> list[Row]:
    """What is wrong with the answers of the series to one task in one language."""
    found = rows(
        f"""
        WITH {_CELLS}
        SELECT c.name, m.mistake, m.n, m.n_answers, m.share AS value, m.low, m.high,
            m.share_of_faulty, {interval("m.")} AS interval
        FROM cells c JOIN mistakes m USING (run_id, question_type, language)
        WHERE c.type = 'all' AND list_contains($names, c.name) AND c.question_type = $task
            AND c.language = $language
        ORDER BY list_position($names, c.name)
        """,
        datasets=[dataset],
        origin=origin,
        names=list(names),
        task=task,
        language=language,
    )
    order = list(MISTAKES)
    told = [{**row, "cell": MISTAKES[row["mistake"]]} for row in found]
    return sorted(told, key=lambda row: order.index(row["mistake"]))


def reported(datasets: Mapping[str, str]) -> list[Row]:
    """What papers report on the data sets of some tasks: a row a model, a column a cell."""
    found = rows(
        """
        SELECT model, dataset, cell, value, n, source, note FROM figures
        WHERE list_contains($datasets, dataset) AND origin = 'reported' AND metric = 'accuracy'
            AND breakdown IN ('language', 'overall')
        ORDER BY model
        """,
        datasets=list(datasets.values()),
    )
    tasks = {dataset: task for task, dataset in datasets.items()}
    told: dict[str, Row] = {}
    for row in found:
        line = told.setdefault(row["model"], {"name": row["model"], "source": row["source"]})
        language = "formal" if row["cell"] == "all" else row["cell"]
        line[cell(tasks[row["dataset"]], language)] = f"{row['value']:.0%} of {row['n']}"
        line["note"] = row["note"] or line.get("note")
    return list(told.values())


DISAGREEMENTS = {
    "not-equivalent": "right there, and not equivalent",
    "withdrawn": "right there, and not here",
    "granted": "not right there, and right here",
}
"""Kinds of disagreement with a published verdict."""


@dataclass(frozen=True, slots=True)
class Disputed:
    """Which disagreements to list; None means any. `kind` is one of `DISAGREEMENTS`."""

    dataset: str | None = None
    model: str | None = None
    prompt: str | None = None
    kind: str | None = None


_WITHDRAWN = "published_outcome = 'right'"
_NOT_EQUIVALENT = f"{_WITHDRAWN} AND mistake = 'not_equivalent'"
_DISPUTED = f"""
    FROM disagreements
    WHERE ($dataset IS NULL OR dataset = $dataset) AND ($model IS NULL OR model = $model)
        AND ($prompt IS NULL OR prompt = $prompt)
        AND CASE $kind WHEN 'not-equivalent' THEN {_NOT_EQUIVALENT}
            WHEN 'withdrawn' THEN {_WITHDRAWN} WHEN 'granted' THEN outcome = 'right' ELSE true END
"""


def disagreement_counts() -> list[Row]:
    """How many published verdicts differ from ours, by data set, language, model and prompt."""
    return rows(
        f"""
        SELECT d.dataset, d.language, d.model, d.prompt, any_value(a.n) AS n, count(*) AS n_other,
            count(*) FILTER ({_WITHDRAWN}) AS n_withdrawn,
            count(*) FILTER ({_NOT_EQUIVALENT}) AS n_not_equivalent,
            count(*) FILTER (outcome = 'right') AS n_granted
        FROM disagreements d JOIN accuracy a USING (run_id)
        GROUP BY d.dataset, d.language, d.model, d.prompt ORDER BY ALL
        """
    )


def n_disputed(wanted: Disputed) -> int:
    """How many such disagreements there are."""
    [row] = rows(f"SELECT count(*) AS n {_DISPUTED}", **asdict(wanted))
    return int(row["n"])


def disputed(wanted: Disputed, page: int, per_page: int) -> list[Row]:
    """One page of them; pages count from 1."""
    return rows(
        "SELECT dataset, idx, model, prompt, source, question_type, published_answer,"
        " published_outcome, answer, outcome, mistake, evidence"
        f" {_DISPUTED} ORDER BY dataset, idx, model, prompt LIMIT $limit OFFSET $offset",
        **asdict(wanted),
        limit=per_page,
        offset=(page - 1) * per_page,
    )

"""What was found of the models asked here: sentences that hold as long as their queries say so.

Each kind of finding is one query over the runs that stand on the boards. A row of it is a finding
with its figure, n and interval; what does not hold any more has no row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.analysis.sources.query import Row, Rows

_HERE = "a.origin = 'measured'"
_STANDING = f"""
WITH standing AS (
    SELECT a.* FROM accuracy a JOIN board_runs b ON b.run_id = a.run_id AND b.stands
    WHERE a.kind = 'endpoint' AND {_HERE} AND NOT a.rotated
)"""

_RUNS = f"""{_STANDING},
asked AS (
    SELECT s.*, c.chance FROM standing s LEFT JOIN answer_bias c ON c.run_id = s.run_id
    WHERE s.n >= 20
)
"""


@dataclass(frozen=True, slots=True)
class Finding:
    """A sentence that the database bears out, of one model on one data set."""

    model: str
    dataset: str
    sentence: str
    n: int


@dataclass(frozen=True, slots=True)
class Topic:
    """A kind of finding: its title, the query for what holds, and the sentence for a row of it."""

    title: str
    query: str
    sentence: Callable[[Row], str]

    def holds(self, rows: Rows, model: str | None = None) -> Iterator[Finding]:
        """What holds today, of all models or of one."""
        if model is None:
            found = rows(self.query)
        else:
            found = rows(self.query.replace(_HERE, f"{_HERE} AND a.model = $model"), model=model)
        for row in found:
            yield Finding(row["model"], row["dataset"], self.sentence(row), row["n"])


def _percent(row: Row) -> str:
    low, high = row["low"], row["high"]
    return f"{row['value']:.1%} (95% interval {low:.1%} to {high:.1%}, n = {row['n']:,})"


def _points(row: Row) -> str:
    low, high = 100 * row["low"], 100 * row["high"]
    return f"{100 * row['value']:+.1f} points ({low:+.1f} to {high:+.1f}, n = {row['n']:,})"


def _against_guessing(title: str, condition: str) -> Topic:
    """Runs on the plain question, by how their accuracy stands to that of guessing."""
    return Topic(
        title,
        f"""{_RUNS}
SELECT model, dataset, value, low, high, n, chance FROM asked
WHERE probe IS NULL AND prompt = 'zero-shot' AND {condition}
ORDER BY dataset, model""",
        lambda row: (
            f"{row['model']} is right on {row['dataset']} in {_percent(row)};"
            f" guessing is right in {row['chance']:.1%}."
        ),
    )


def _paired(base: str, other: str, right: str, condition: str) -> str:
    """Pairs of runs of one model on the same questions; `right` is counted in both."""
    return f"""{_STANDING},
pairs AS (
    SELECT x.model, x.dataset, y.prompt, i.group_no,
        count(*) FILTER ({right.format("r")}) AS base,
        count(*) FILTER ({right.format("s")}) AS other, count(*) AS n
    FROM standing x JOIN standing y ON y.model = x.model AND y.dataset = x.dataset
        AND y.language IS NOT DISTINCT FROM x.language
    JOIN responses r ON r.run_id = x.run_id JOIN responses s ON s.run_id = y.run_id
        AND s.item_id = r.item_id AND s.rotation = r.rotation AND s.sample = r.sample
    JOIN items i ON i.item_id = r.item_id
    WHERE {base.format("x")} AND {other.format("y")} AND r.outcome <> 'error'
        AND s.outcome <> 'error'
    GROUP BY ALL
),
means AS (
    SELECT model, dataset, prompt, sum(n)::BIGINT AS n, sum(base) / sum(n) AS base,
        sum(other) / sum(n) AS other, sum(other - base) / sum(n) AS value,
        difference_low(other - base, n) AS low, difference_high(other - base, n) AS high
    FROM pairs GROUP BY ALL HAVING sum(n) >= 20
)
SELECT * FROM means
WHERE {condition} ORDER BY dataset, model, prompt
"""


_PLAIN = "{0}.prompt = 'zero-shot' AND {0}.probe IS NULL"
_RIGHT = "{0}.outcome = 'right'"
_IN_FORMAT = "{0}.strict_outcome IN ('right', 'wrong')"
_NO_PASSAGE = "{0}.prompt = 'zero-shot' AND {0}.probe IN ('no-context', 'no-content')"
_LIKELIHOOD = "{0}.prompt = 'zero-shot by likelihood' AND {0}.probe IS NULL"
_SHOWN = "{0}.prompt LIKE 'few-shot%' AND {0}.prompt NOT LIKE '%likelihood' AND {0}.probe IS NULL"


TOPICS: tuple[Topic, ...] = (
    _against_guessing("Not measurably better than guessing", "low <= chance AND chance <= high"),
    _against_guessing("Better than guessing", "low > chance"),
    Topic(
        "No answer at all",
        f"""{_RUNS}
SELECT model, dataset, n, n_no_answer, n_no_answer / n AS value, wilson_low(n_no_answer, n) AS low,
    wilson_high(n_no_answer, n) AS high
FROM asked WHERE probe IS NULL AND prompt = 'zero-shot' AND wilson_low(n_no_answer, n) > 0.1
ORDER BY dataset, model""",
        lambda row: (
            f"{row['model']} gives no readable answer to {row['n_no_answer']:,} of"
            f" {row['n']:,} questions of {row['dataset']}: {_percent(row)}."
        ),
    ),
    Topic(
        "One answer, whatever the question",
        f"""{_RUNS},
answers AS (
    SELECT a.run_id, a.model, a.dataset, a.prompt, r.lenient AS answer, i.gold
    FROM asked a JOIN responses r ON r.run_id = a.run_id JOIN items i ON i.item_id = r.item_id
    WHERE a.probe IS NULL AND a.prompt LIKE 'zero-shot%' AND r.lenient IS NOT NULL
        AND len(i.options) > 0
),
counts AS (
    SELECT model, dataset, prompt, run_id, answer, count(*) AS k FROM answers GROUP BY ALL
),
sizes AS (SELECT run_id, count(*) AS n FROM answers GROUP BY run_id),
golds AS (SELECT run_id, gold AS answer, count(*) AS k_gold FROM answers GROUP BY ALL),
shares AS (
    SELECT c.*, s.n, coalesce(g.k_gold, 0) / s.n AS gold FROM counts c
    JOIN sizes s ON s.run_id = c.run_id
    LEFT JOIN golds g ON g.run_id = c.run_id AND g.answer = c.answer
)
SELECT model, dataset, prompt, answer, k, n, k / n AS value, wilson_low(k, n) AS low,
    wilson_high(k, n) AS high, gold
FROM shares WHERE n >= 20 AND wilson_low(k, n) > gold + 0.2 AND wilson_low(k, n) > 0.5
ORDER BY dataset, model, prompt""",
        lambda row: (
            f"{row['model']} answers “{row['answer']}” to {row['k']:,} of the questions of"
            f" {row['dataset']} that it answers ({row['prompt']}): {_percent(row)}. It is the right"
            f" answer to {row['gold']:.1%} of them."
        ),
    ),
    Topic(
        "Readable, but not in the format asked for",
        f"""{_RUNS},
formats AS (
    SELECT a.model, a.dataset, count(*) FILTER (r.outcome IN ('right', 'wrong')) AS n,
        count(*) FILTER (r.strict_outcome IN ('right', 'wrong')) AS k
    FROM asked a JOIN responses r USING (run_id)
    WHERE a.probe IS NULL AND a.prompt = 'zero-shot' GROUP BY ALL
)
SELECT model, dataset, n, k, k / n AS value, wilson_low(k, n) AS low, wilson_high(k, n) AS high
FROM formats WHERE n >= 20 AND wilson_high(k, n) < 0.5 ORDER BY dataset, model""",
        lambda row: (
            f"Of {row['n']:,} replies of {row['model']} on {row['dataset']} that give an answer,"
            f" {row['k']:,} keep to the format: {_percent(row)}."
        ),
    ),
    Topic(
        "The passage makes no measurable difference",
        _paired(_PLAIN, _NO_PASSAGE, _RIGHT, "low <= 0 AND high >= 0"),
        lambda row: (
            f"{row['model']} is right in {row['other']:.1%} of the questions of"
            f" {row['dataset']} without the passage, and in {row['base']:.1%} with it:"
            f" {_points(row)}."
        ),
    ),
    Topic(
        "The passage makes a difference",
        _paired(_PLAIN, _NO_PASSAGE, _RIGHT, "low > 0 OR high < 0"),
        lambda row: (
            f"Without the passage, {row['model']} is right in {row['other']:.1%} of the same"
            f" questions of {row['dataset']} instead of {row['base']:.1%}: {_points(row)}."
        ),
    ),
    Topic(
        "Likelihood against generation",
        _paired(_PLAIN, _LIKELIHOOD, _RIGHT, "TRUE"),
        lambda row: (
            f"By its log-probabilities, {row['model']} is right in {row['other']:.1%} of the"
            f" questions of {row['dataset']}, by what it writes in {row['base']:.1%}:"
            f" {_points(row)}."
        ),
    ),
    Topic(
        "Examples teach the format",
        _paired(_PLAIN, _SHOWN, _IN_FORMAT, "low > 0"),
        lambda row: (
            f"With examples ({row['prompt']}), {row['model']} keeps to the format in"
            f" {row['other']:.1%} of the same questions of {row['dataset']}, without in"
            f" {row['base']:.1%}: {_points(row)}."
        ),
    ),
    Topic(
        "Examples and right answers",
        _paired(_PLAIN, _SHOWN, _RIGHT, "TRUE"),
        lambda row: (
            f"With examples ({row['prompt']}), {row['model']} is right in {row['other']:.1%} of"
            f" the same questions of {row['dataset']}, without in {row['base']:.1%}:"
            f" {_points(row)}."
        ),
    ),
)
"""All kinds of finding, in the order of the page."""


def findings(rows: Rows, model: str | None = None) -> Iterator[tuple[Topic, tuple[Finding, ...]]]:
    """The kinds of finding of which some hold, of all models or of one, with these."""
    for topic in TOPICS:
        if found := tuple(topic.holds(rows, model)):
            yield topic, found

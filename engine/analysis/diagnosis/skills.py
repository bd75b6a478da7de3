"""Skill questions: the tree of skills, who was asked, and whether demonstrations help."""

from __future__ import annotations

from dataclasses import dataclass

from engine.analysis.by_trait.cells import THIN, interval
from engine.analysis.sources.query import Row, Rows
from engine.core.items import BUILT_IN

ZERO = "zero"
"""The name of the condition without examples."""


def datasets(rows: Rows) -> list[str]:
    """The names of the data sets with skill questions."""
    found = rows(
        "SELECT name FROM datasets d WHERE EXISTS (FROM items i WHERE i.dataset_id = d.dataset_id"
        " AND i.skill IS NOT NULL) ORDER BY name",
    )
    return [one["name"] for one in found]


def tree(rows: Rows, run_id: int) -> list[Row]:
    """All nodes of the tree of skills that a run was asked about, from the root outwards."""
    return rows(
        f"""
        SELECT level, part, parent, cell, n, n_items, accuracy AS value, low, high, response_rate,
            response_accuracy, {interval()} AS interval, n_items < {THIN} AS thin
        FROM skill_tree WHERE run_id = $run_id
        ORDER BY list_position(['logic', 'category', 'rule', 'skill', 'form'], level),
            split_part(part, '.', 1) DESC, part
        """,
        run_id=run_id,
    )


def asked(rows: Rows, dataset: str) -> list[Row]:
    """Who was asked a data set of skill questions without a probe: one row per model and prompt.

    Models come first, with zero-shot before other prompts. The latest run counts.
    """
    return rows(
        f"""
        SELECT model, prompt, any_value(kind) IN {BUILT_IN} AS is_built_in,
            if(is_built_in, model, model || ', ' || prompt) AS name,
            arg_max(origin, run_id) AS origin
        FROM response_accuracy WHERE dataset = $dataset AND probe IS NULL
        GROUP BY model, prompt
        ORDER BY is_built_in, prompt <> 'zero-shot', max(accuracy) DESC, model, prompt
        """,
        dataset=dataset,
    )


@dataclass(frozen=True, slots=True)
class Demonstrated:
    """A model asked one data set without examples, with random ones, and with ones on weak skills.

    `runs` are condition names and run hashes, as `compared` takes them.
    """

    model: str
    prompt: str
    runs: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        """Its name within the data set, such as `gpt-4o, cot, 4 examples`."""
        return f"{self.model}, {self.prompt}"


def demonstrated(rows: Rows, dataset: str) -> list[Demonstrated]:
    """The possible comparisons on a data set: by model, prompt and number of examples.

    The latest run of each kind counts; without examples, the latest zero-shot one over as many
    questions, or else the latest.
    """
    found = rows(
        """
        WITH plain AS (
            SELECT a.model, u.run_id, u.run_hash, a.prompt, u.n_planned
            FROM response_accuracy a JOIN runs u USING (run_id)
            WHERE a.dataset = $dataset AND a.probe IS NULL
        ),
        shown AS (
            SELECT *, regexp_extract(prompt, '^(.+) (random|weak):([0-9]+)$',
                ['base', 'strategy', 'k']) AS named
            FROM plain
        ),
        pairs AS (
            SELECT model, named.base AS base, named.k::INTEGER AS k,
                arg_max(run_hash, run_id) FILTER (named.strategy = 'random') AS random,
                arg_max(run_hash, run_id) FILTER (named.strategy = 'weak') AS weak,
                max(n_planned) AS n
            FROM shown WHERE named.k <> '' GROUP BY ALL
        )
        SELECT p.model, p.base, p.k, p.random, p.weak, (
            SELECT z.run_hash FROM plain z WHERE z.model = p.model AND z.prompt = 'zero-shot'
            ORDER BY z.n_planned = p.n DESC, z.run_id DESC LIMIT 1) AS zero
        FROM pairs p ORDER BY p.model, p.base, p.k
        """,
        dataset=dataset,
    )
    every = [
        Demonstrated(
            one["model"],
            f"{one['base']}, {one['k']} example{'s' if one['k'] > 1 else ''}",
            tuple((name, one[name]) for name in (ZERO, "random", "weak") if one[name]),
        )
        for one in found
    ]
    return [shown for shown in every if len(shown.runs) > 1]

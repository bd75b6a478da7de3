"""Questions on skills: the tree of them, who was asked, and whether demonstrations help."""

from __future__ import annotations

from dataclasses import dataclass

from engine.analysis.cells import THIN, interval
from engine.analysis.query import Row, Rows

ZERO = "zero"
"""What a comparison calls the questions without examples."""


def datasets(rows: Rows) -> list[str]:
    """The names of the data sets whose items are on skills."""
    found = rows(
        "SELECT name FROM datasets d WHERE EXISTS (FROM items i WHERE i.dataset_id = d.dataset_id"
        " AND i.leaf IS NOT NULL) ORDER BY name",
    )
    return [one["name"] for one in found]


def tree(rows: Rows, run_id: int) -> list[Row]:
    """All places of the tree of skills that a run was asked about, outwards from its root."""
    return rows(
        f"""
        SELECT level, part, parent, cell, n, n_items, accuracy AS value, low, high, response_rate,
            response_accuracy, {interval()} AS interval, n_items < {THIN} AS thin
        FROM skill_tree WHERE run_id = $run_id
        ORDER BY list_position(['logic', 'category', 'rule', 'leaf', 'form'], level),
            split_part(part, '.', 1) DESC, part
        """,
        run_id=run_id,
    )


def asked(rows: Rows, dataset: str) -> list[Row]:
    """Who was asked a data set of questions on skills without a probe: a row a model and prompt.

    Models come first, and of their prompts zero-shot. Of several runs the last is meant.
    """
    return rows(
        """
        SELECT model, prompt, any_value(kind) IN ('baseline', 'ceiling') AS is_built_in,
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
    """A model asked one data set without, with random and with weak examples.

    `runs` are a name for each condition and the hash of its run, as `compared` takes them.
    """

    model: str
    prompt: str
    runs: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        """Its name within the data set, such as `gpt-4o, cot, 4 examples`."""
        return f"{self.model}, {self.prompt}"


def demonstrated(rows: Rows, dataset: str) -> list[Demonstrated]:
    """What can be compared on a data set: by model, prompt and number of examples.

    Of several runs of one kind the last counts; without examples, the last zero-shot one over as
    many questions, else the last.
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

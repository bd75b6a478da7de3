"""What the engine works out of a run on skills, over the snapshot: exactly as its commands do."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from dashboard.snapshot import COUNTING, FileStamp, Row, current, file_stamp, rows
from engine.analysis.comparison import Comparison, compared
from engine.analysis.weaknesses import Weaknesses, find_run, part_counts, ranked, skills_of
from engine.pipeline.second_round import SecondRound, made_rounds
from engine.store import find_dataset

ZERO = "zero"
"""What a comparison calls the questions without examples."""


def asked(dataset: str) -> list[Row]:
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


def weaknesses(dataset: str, model: str, prompt: str, by: str) -> Weaknesses:
    """The parts of a run, the weakest first, as `sorites weaknesses` ranks them.

    Raises:
        InputError: the model has not answered the data set in this prompt.
    """
    return _kept(file_stamp(), dataset, model, prompt, by)


@st.cache_data(max_entries=64, show_spinner=COUNTING)
def _kept(stamp: FileStamp, dataset: str, model: str, prompt: str, by: str) -> Weaknesses:
    """The prior takes half a second to fit; `stamp` is the snapshot that it is fitted to."""
    with current().cursor() as cursor:
        asked = find_dataset(cursor, dataset)
        run = find_run(cursor, asked, model, prompt)
        tree = skills_of(asked)
        return ranked(run, by, part_counts(cursor, run, by), None if tree is None else tree.asked)


def second_rounds(found: Weaknesses) -> tuple[SecondRound, ...]:
    """The second rounds that were made on a run's weakest leaves, the last first."""
    with current().cursor() as cursor:
        return made_rounds(cursor, found)


@dataclass(frozen=True, slots=True)
class Shown:
    """A model asked one data set without, with random and with weak examples.

    `runs` are a name for each condition and the hash of its run, as `compared` takes them.
    """

    model: str
    prompt: str
    runs: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        """What tells it from the others of a data set, such as `gpt-4o, cot, 4 examples`."""
        return f"{self.model}, {self.prompt}"


def demonstrated(dataset: str) -> list[Shown]:
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
        Shown(
            row["model"],
            f"{row['base']}, {row['k']} example{'s' if row['k'] > 1 else ''}",
            tuple((name, row[name]) for name in (ZERO, "random", "weak") if row[name]),
        )
        for row in found
    ]
    return [shown for shown in every if len(shown.runs) > 1]


def comparison(shown: Shown) -> Comparison:
    """The conditions over the items that all of them answered, as `sorites improve` compares them.

    Raises:
        InputError: the runs have no item in common.
    """
    with current().cursor() as cursor:
        return compared(cursor, shown.runs)

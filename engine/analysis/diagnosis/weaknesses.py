"""Weaknesses of a model: its worst parts of the tree of skills, with tests.

With ten questions per skill, most of the lowest accuracies are low by chance. So each share is
shrunk to the common mean (empirical Bayes, `statistics.shrinkage`), tested against the rest of
the run, and shown with the number of parts that chance alone would make as low. The test is against
the run's accuracy on questions with the same right answers, not against guessing, because a
weakness is a part where a model does worse than elsewhere: a model that is right in 93% is nowhere
near guessing. Nor is it against the run's mean: a model that prefers “no” is wrong wherever the
answer is “yes”, which is a bias and no weakness in those skills.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from duckdb import DuckDBPyConnection

from engine.core.errors import InputError
from engine.core.skills import SkillTree
from engine.core.statistics import (
    Counts,
    Mixture,
    as_low_by_luck,
    benjamini_hochberg,
    fit_mixture,
    lower_tail,
)
from engine.families import find_family
from engine.store import NO_PROMPT, Dataset, connect_read_only, find_dataset

SKILL = "skill"
"""The trait that holds a skill."""

PARTS = (SKILL, "rule", "logic and category", "category", "logic", "kind", "length")
"""The traits of the view `skill_accuracy` by which weaknesses are listed."""

RATE = 0.05
"""The false discovery rate at which a part counts as weak."""

METHOD = (
    "estimate: empirical-Bayes beta-binomial, prior fitted to all parts (one beta distribution or,"
    " of twenty parts and more, two, averaged by how well they fit; hyperprior (a+b)^-5/2), central"
    " 95% interval; q: one-sided binomial test against the run's accuracy on questions with the"
    " same right answers (column expected), Benjamini-Hochberg"
)


class Run(NamedTuple):
    """The run analysed; `share` is its accuracy over `n` items.

    `low` and `high` are its 95% interval, for the effective sample size over groups.
    """

    run_id: int
    run_hash: str
    model: str
    dataset: str
    prompt: str
    command: str | None
    n: int
    k: int
    low: float
    high: float

    @property
    def share(self) -> float:
        """The accuracy; a missing answer is not right."""
        return self.k / self.n


class Cell(NamedTuple):
    """Answers to one part: items right and in all, the interval of that share, and three others.

    `expected` is the share that the run's accuracy on items with the same right answers predicts.
    `balanced` is the accuracy averaged over the gold answers, `most_frequent` the share of always
    giving the most frequent one. If a part has one gold answer, as every skill has, the first
    equals the plain share and the second is 1.
    """

    counts: Counts
    low: float
    high: float
    expected: float
    balanced: float
    most_frequent: float
    given: Mapping[str, int]
    """How often each answer was given."""


@dataclass(frozen=True, slots=True)
class Weakness:
    """One part of the tree: its accuracy and the estimate shrunk to the mean.

    `p` is the probability of a share this low if the part were like the run's other items with the
    same right answers (`expected`), `q` the same adjusted for the number of parts. For several
    right answers the binomial p is at most too high (W. Hoeffding, 1956, "On the distribution of
    the number of successes in independent trials"). `as_low` counts the parts with a share this low
    or lower; `as_low_by_luck` is the expected number if all parts were equally hard. `expected`,
    `balanced`, `most_frequent` and `given` are those of `Cell`.
    """

    part: str
    n: int
    n_right: int
    share: float
    low: float
    high: float
    estimate: float
    estimate_low: float
    estimate_high: float
    p: float
    q: float
    as_low: int
    as_low_by_luck: float
    expected: float
    balanced: float
    most_frequent: float
    given: Mapping[str, int]

    @property
    def answers(self) -> str:
        """The share of each answer given, the most frequent first."""
        most = sorted(self.given.items(), key=lambda answer: (-answer[1], answer[0]))
        n = sum(self.given.values())
        return ", ".join(f"{answer} {k / n:.0%}" for answer, k in most)


@dataclass(frozen=True, slots=True)
class Weaknesses:
    """All parts of a run, the weakest first.

    `only_contrasts` are the skills that only the other items of contrast pairs ask, such as the
    sound rule for which a fallacy is mistaken.
    """

    run: Run
    by: str
    prior: Mixture
    parts: tuple[Weakness, ...]
    only_contrasts: frozenset[str] = frozenset()

    @property
    def found(self) -> tuple[Weakness, ...]:
        """The parts that are weak at the false discovery rate `RATE`."""
        return tuple(part for part in self.parts if part.q <= RATE)

    @property
    def lowest(self) -> Weakness:
        """The part with the lowest raw share."""
        return min(self.parts, key=lambda part: part.share)

    @property
    def words(self) -> str:
        """What was found, in words, and whether there are enough questions to find anything."""
        n, worst = len(self.found), self.lowest
        found = (
            f"{n} of {len(self.parts)} {'is' if n == 1 else 'are'} weak at a false discovery rate"
            f" of {RATE:.0%}. The lowest share is {worst.share:.0%}: {worst.as_low} at or below it,"
            f" against {worst.as_low_by_luck:.1f} by luck alone if all were equally hard."
        )
        few = [part for part in self.parts if not self.could_be_found(part)]
        if not few:
            return found
        which = "All parts have" if len(few) == len(self.parts) else f"{len(few)} of them have"
        return (
            f"{found} {which} too few questions, or too low an expected share, to be called weak"
            " even with no answer right; so they may be weak and not be called so."
        )

    def could_be_found(self, part: Weakness) -> bool:
        """Whether a part would be called weak if none of its questions were answered rightly."""
        return lower_tail(0, part.n, part.expected) <= RATE / len(self.parts)

    @property
    def is_balanced(self) -> bool:
        """Whether balanced accuracy differs from accuracy: some part has several gold answers."""
        return any(part.most_frequent < 1 for part in self.parts)

    def marked(self, part: str) -> str:
        """The prefix of a part's name: a mark if only contrast items ask it.

        A mark after a long name would be cut off in a narrow table.
        """
        return "* " if part in self.only_contrasts else ""

    @property
    def note(self) -> str | None:
        """The meaning of the mark, if any part has it."""
        n = len(self.only_contrasts)
        if not n:
            return None
        return (
            f"Marked *: {n} of the {len(self.parts)} skills, which {'is' if n == 1 else 'are'} not"
            f" among the {len(self.parts) - n} that the data set was made to ask and"
            f" {'comes' if n == 1 else 'come'} in only as contrasts, such as the sound rule"
            " for which a fallacy is taken."
        )

    def known(self, part: Weakness) -> Mixture:
        """The shrunken share of a part."""
        return self.prior.given(Counts(part.n_right, part.n))


def find_weaknesses(
    db: Path, dataset: str | None, model: str, *, by: str = SKILL, prompt: str | None = None
) -> Weaknesses:
    """Rank the parts of a run's questions by their shrunken accuracy.

    The run is the model's latest on the plain question, zero-shot if possible; without a data set,
    the one on most items.

    Raises:
        InputError: no such data set or run, or it asks nothing on skills.
    """
    if by not in PARTS:
        raise InputError(f"weaknesses are not listed by {by!r}; choose one of {', '.join(PARTS)}")
    con = connect_read_only(db)
    try:
        return weaknesses_of(con, dataset, model, prompt, by)
    finally:
        con.close()


def weaknesses_of(
    con: DuckDBPyConnection, dataset: str | None, model: str, prompt: str | None, by: str
) -> Weaknesses:
    """The same over an open database, by one of `PARTS`.

    Raises:
        InputError: no such data set or run, or it asks nothing on skills.
    """
    named = None if dataset is None else find_dataset(con, dataset)
    run = find_run(con, named, model, prompt)
    tree = skills_of(find_dataset(con, run.dataset))
    return ranked(run, by, part_counts(con, run, by), None if tree is None else tree.asked)


def find_run(
    con: DuckDBPyConnection, dataset: Dataset | None, model: str, prompt: str | None = None
) -> Run:
    """The model's run with the most items on a data set of skill questions; None: any data set.

    Ties go to the latest. A later run on a part, as in a comparison of demonstrations, does not
    replace the whole one.

    Raises:
        InputError: there is none.
    """
    short = model.removeprefix("baseline:")
    rows = con.execute(
        "SELECT a.run_id, a.run_hash, a.model, a.dataset, a.prompt, u.command, a.n_items,"
        " round(a.n_correct * a.n_items / a.n)::INTEGER, a.accuracy_low, a.accuracy_high"
        " FROM response_accuracy a JOIN runs u ON u.run_id = a.run_id"
        " WHERE coalesce(a.dataset = $dataset, true) AND a.model = $model AND a.probe IS NULL"
        " AND coalesce(a.prompt = $prompt, true)"
        " ORDER BY a.prompt IN ('zero-shot', $none) DESC,"
        " a.n_items DESC, a.run_id DESC",
        {"dataset": dataset and dataset.name, "model": short, "prompt": prompt, "none": NO_PROMPT},
    ).fetchall()
    if not rows:
        how = f" with the prompt {prompt}" if prompt else ""
        named = dataset.name if dataset else "any data set"
        raise InputError(
            f"{short} has not answered questions on skills of {named}{how}; ask it first:"
            f" sorites evaluate {dataset.name if dataset else 'DATASET'} --model {short}"
            f"{f' --prompt {prompt}' if prompt else ''}"
        )
    return Run(*rows[0])


def part_counts(con: DuckDBPyConnection, run: Run, by: str) -> dict[str, Cell]:
    """Each part with its items; several answers to an item count as one item."""
    rows = con.execute(
        "SELECT cell, round(n_correct * n_items / n)::INTEGER, n_items, low, high,"
        " expected, balanced_accuracy, most_frequent, given FROM skill_accuracy"
        " WHERE run_id = $run AND trait = $by ORDER BY cell",
        {"run": run.run_id, "by": by},
    ).fetchall()
    return {cell: Cell(Counts(k, n), *others) for cell, k, n, *others in rows}


def skills_of(dataset: Dataset) -> SkillTree | None:
    """The skills that a data set was generated to ask; None if unknown."""
    found = find_family(dataset.family)
    if dataset.source != "generated" or found is None or found.skill_tree is None:
        return None
    return found.skill_tree(found.params.model_validate_json(dataset.params))


def asked_of_each(con: DuckDBPyConnection, dataset: Dataset) -> dict[str, int]:
    """The number of items of a data set on each skill."""
    rows = con.execute(
        "SELECT skill, count(*)::INTEGER FROM items WHERE dataset_id = $dataset GROUP BY skill",
        {"dataset": dataset.dataset_id},
    ).fetchall()
    return dict(rows)


def ranked(
    run: Run, by: str, cells: dict[str, Cell], asked: frozenset[str] | None = None
) -> Weaknesses:
    """The parts of a run by shrunken share, lowest first, then by name.

    `asked` are the skills that the data set was generated to ask, if known.
    """
    counts = [cell.counts for cell in cells.values()]
    prior = fit_mixture(counts)
    expected = [(cell.counts.n, cell.expected) for cell in cells.values()]
    tails = [lower_tail(k, n, share) for (k, _), (n, share) in zip(counts, expected, strict=True)]
    adjusted = benjamini_hochberg(tails)
    parts = []
    for (part, cell), p, q in zip(cells.items(), tails, adjusted, strict=True):
        count = cell.counts
        share, known = count.k / count.n, prior.given(count)
        parts.append(
            Weakness(
                part,
                count.n,
                count.k,
                share,
                cell.low,
                cell.high,
                known.mean,
                *known.interval(),
                p,
                q,
                sum(k / n <= share for k, n in counts),
                as_low_by_luck(expected, share),
                cell.expected,
                cell.balanced,
                cell.most_frequent,
                cell.given,
            )
        )
    parts.sort(key=lambda part: (part.estimate, part.part))
    only_contrasts = cells.keys() - asked if by == SKILL and asked is not None else frozenset()
    return Weaknesses(run, by, prior, tuple(parts), frozenset(only_contrasts))

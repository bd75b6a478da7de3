"""Writes the list of LogicAsker's arguments of one step with their twins, and how often each comes.

    OMP_NUM_THREADS=1 python benchmarks/logicasker_twins.py

Writes `twins.tsv` of data/lexicon/logicasker. Of very many pairs (`engine.families.logicasker.
pooling`) those are listed that shortcuts cannot tell, as two contests with the audit's attackers
find (`logicasker_contest`): one of all pairs, and one of those that came often in it. It takes some
twenty minutes, most of them of one core. Another list makes other items: the generator's version
has to go up with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
from logicasker_contest import Pool, Seen, Shares, contest, scores, views

from engine.families.logicasker.language import draw_vocabulary, sentence
from engine.families.logicasker.looks import Formulas
from engine.families.logicasker.params import Params, turns
from engine.families.logicasker.pooling import Pair, n_atoms, pairs
from engine.logic import Formula, Standing, show
from engine.logic.judging import our_standing

FILE = Path(__file__).parents[1] / "data" / "lexicon" / "logicasker" / "twins.tsv"
SEED = 20_261_126
MOST, MOST_OF_FEW = 0.08, 0.1
"""The most of a leaf that a pair may take; of fallacies and contradictions, which have fewer."""
LEAST, TIMES = 0.005, 3
"""What a pair has to take in a first contest to get to a second, and how often it is told there:
with so few pairs, words count for more."""
LEAST_LISTED = 0.0005
"""What a pair has to take in the second to be listed."""
OF_OURS = 0.25
"""How much leaves that we add weigh beside the published ones."""

Candidate = tuple[str, Pair]
"""A leaf and a pair of it."""


def main() -> None:
    """Choose, and write the list."""
    candidates = gathered()
    print(f"{len(candidates):,} pairs", flush=True)
    chosen, shares = _listed(candidates, contest(pool_of(candidates, 1)), LEAST)
    shares = contest(pool_of(chosen, TIMES), shares)
    of_use = np.array([not _has_empty_premise(pair.edited) for _, pair in chosen])
    chosen, shares = _listed(chosen, shares * of_use, LEAST_LISTED)
    lines = ["leaf\tform\tedit\targument\ttwin\tshare\n"]
    for (leaf, pair), share in zip(chosen, shares, strict=True):
        told = (leaf, pair.form, pair.edit, _told(pair.sound), _told(pair.edited))
        lines.append("\t".join((*told, f"{share:.4f}")) + "\n")
    FILE.write_text("".join(lines), encoding="utf-8")
    print(f"{len(chosen):,} listed", flush=True)
    for name, score in scores(pool_of(chosen, TIMES), shares).items():
        print(f"{name}: {score:.3f}")


def _listed(
    candidates: Sequence[Candidate], shares: Shares, least: float
) -> tuple[list[Candidate], Shares]:
    """The pairs that take so much of their leaf, and what they take without the others."""
    places = np.flatnonzero(shares >= least)
    chosen = [candidates[place] for place in places]
    _, leaf_of = np.unique([leaf for leaf, _ in chosen], return_inverse=True)
    return chosen, shares[places] / np.bincount(leaf_of, shares[places])[leaf_of]


def _has_empty_premise(formulas: Formulas) -> bool:
    """Whether a premise holds by itself, or two say the same."""
    *premises, _ = formulas
    return any(_entail((), one) for one in premises) or any(
        _entail((one,), other) and _entail((other,), one)
        for one, other in combinations(premises, 2)
    )


def _entail(premises: Formulas, conclusion: Formula) -> bool:
    return our_standing(premises, conclusion) is Standing.ENTAILED


def _told(formulas: Formulas) -> str:
    *premises, conclusion = map(show, formulas)
    return f"{'; '.join(premises)} ⊢ {conclusion}"


def gathered() -> list[Candidate]:
    """The pairs of all leaves."""
    names = sorted(set(turns(Params(tree="all"))))
    rejected: Counter[str] = Counter()
    found: list[Candidate] = []
    with ProcessPoolExecutor() as executor:
        for leaf, (some, reasons) in zip(names, executor.map(_of_leaf, names), strict=True):
            found += [(leaf, pair) for pair in some]
            rejected.update(reasons)
    print(", ".join(f"{reason} {n:,}" for reason, n in rejected.most_common()), flush=True)
    return found


def _of_leaf(leaf: str) -> tuple[list[Pair], Counter[str]]:
    """The pairs of a leaf, and why candidates were rejected."""
    rejected: Counter[str] = Counter()
    return list(pairs(leaf, Random(f"{SEED} {leaf}"), rejected)), rejected


def pool_of(candidates: Sequence[Candidate], times: int) -> Pool:
    """Pairs, told so many times in different words, for a contest."""
    published, ours = Counter(turns(Params())), Counter(turns(Params(tree="all")))
    names = sorted(ours)
    leaf_of = np.array([names.index(leaf) for leaf, _ in candidates])
    often = np.array([published[leaf] + OF_OURS * ours[leaf] for leaf in names])
    is_few = np.array([".fallacy." in leaf or "contradiction" in leaf for leaf, _ in candidates])
    most = np.where(is_few, MOST_OF_FEW, MOST)
    size = np.array([n_atoms((*pair.sound, *pair.edited)) / 2 for _, pair in candidates])
    words = partial(_in_words, times=times)
    with ProcessPoolExecutor() as executor:
        told = executor.map(words, [pair for _, pair in candidates], chunksize=200)
        seen = [one for some in told for one in some]
    return Pool(leaf_of, often / often.sum(), most, size, views(seen))


def _in_words(pair: Pair, times: int) -> list[Seen]:
    """The two arguments, what they share in the same words; then again in others."""
    rng = Random(f"{SEED} {_told(pair.sound)} {_told(pair.edited)}")
    return [one for _ in range(times) for one in _once_in_words(pair, rng)]


def _once_in_words(pair: Pair, rng: Random) -> Iterator[Seen]:
    vocabulary = draw_vocabulary((*pair.sound, *pair.edited), rng, rng.randrange(1 << 16))
    said: dict[Formula, str] = {}
    for formula in (*pair.sound, *pair.edited):
        if formula not in said:
            said[formula] = sentence(formula, vocabulary, rng)
    for *premises, query in (pair.sound, pair.edited):
        passage = tuple([said[premise] for premise in premises])
        yield Seen(passage, said[query], tuple(map(show, premises)), (show(query),))


if __name__ == "__main__":
    main()

"""Writes the list of LogicAsker's arguments of one step with their twins, and how often each comes.

    OMP_NUM_THREADS=1 python benchmarks/logicasker_twins.py

Writes `twins.tsv` of data/lexicon/logicasker. Of very many pairs (`engine.families.logicasker.
pooling`) those are listed that shortcuts cannot tell, as a contest with the audit's attackers finds
(`logicasker_contest`). It takes some fifteen minutes of two cores. Another list makes other items:
the generator's version has to go up with it.
"""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

import numpy as np
from logicasker_contest import Pool, Seen, contest, scores, views

from engine.families.logicasker.looks import Formulas
from engine.families.logicasker.params import Params, turns
from engine.families.logicasker.pooling import Pair, n_atoms, pairs
from engine.language.quantified import draw_vocabulary, sentence
from engine.logic import Formula, show

FILE = Path(__file__).parents[1] / "data" / "lexicon" / "logicasker" / "twins.tsv"
SEED = 20_261_126
MOST, MOST_OF_FEW = 0.08, 0.1
"""The most of a leaf that a pair may take; of fallacies and contradictions, which have fewer."""
LEAST = 0.006
"""What a pair has to take to be listed."""
OF_OURS = 0.25
"""How much leaves that we add weigh beside the published ones."""


def main() -> None:
    """Choose, and write the list."""
    found, pool = gathered()
    print(f"{len(found):,} pairs", flush=True)
    shares = contest(pool)
    shares = np.where(shares < LEAST, 0, shares)
    shares /= np.bincount(pool.leaf, shares)[pool.leaf]
    lines = ["leaf\tform\tedit\targument\ttwin\tshare\n"]
    for (leaf, pair), share in zip(found, shares, strict=True):
        if share:
            told = (leaf, pair.form, pair.edit, _told(pair.sound), _told(pair.edited))
            lines.append("\t".join((*told, f"{share:.4f}")) + "\n")
    FILE.write_text("".join(lines), encoding="utf-8")
    print(f"{len(lines) - 1:,} listed")
    for name, score in scores(pool, shares).items():
        print(f"{name}: {score:.3f}")


def _told(formulas: Formulas) -> str:
    *premises, conclusion = map(show, formulas)
    return f"{'; '.join(premises)} ⊢ {conclusion}"


def gathered() -> tuple[list[tuple[str, Pair]], Pool]:
    """The pairs of all leaves, and what attackers see of them."""
    published, ours = Counter(turns(Params())), Counter(turns(Params(tree="all")))
    names = sorted(ours)
    rejected: Counter[str] = Counter()
    found: list[tuple[str, Pair]] = []
    seen: list[Seen] = []
    with ProcessPoolExecutor() as executor:
        for leaf, (some, told, reasons) in zip(names, executor.map(_of_leaf, names), strict=True):
            found += [(leaf, pair) for pair in some]
            seen += told
            rejected.update(reasons)
    print(", ".join(f"{reason} {n:,}" for reason, n in rejected.most_common()), flush=True)
    leaf_of = np.array([names.index(leaf) for leaf, _ in found])
    is_few = np.array([".fallacy." in leaf or "contradiction" in leaf for leaf, _ in found])
    most = np.where(is_few, MOST_OF_FEW, MOST)
    often = np.array([published[leaf] + OF_OURS * ours[leaf] for leaf in names])
    size = np.array([n_atoms((*pair.sound, *pair.edited)) / 2 for _, pair in found])
    return found, Pool(leaf_of, often / often.sum(), most, size, views(seen))


def _of_leaf(leaf: str) -> tuple[list[Pair], list[Seen], Counter[str]]:
    """The pairs of a leaf and their sentences, and why candidates were rejected."""
    rng = Random(f"{SEED} {leaf}")
    rejected: Counter[str] = Counter()
    found = list(pairs(leaf, rng, rejected))
    return found, [one for pair in found for one in _in_words(pair, rng)], rejected


def _in_words(pair: Pair, rng: Random) -> list[Seen]:
    """The two arguments, what they share in the same words."""
    vocabulary = draw_vocabulary((*pair.sound, *pair.edited), rng, rng.randrange(1 << 16))
    said: dict[Formula, str] = {}
    for formula in (*pair.sound, *pair.edited):
        if formula not in said:
            said[formula] = sentence(formula, vocabulary, rng)
    told = []
    for *premises, query in (pair.sound, pair.edited):
        passage = tuple([said[premise] for premise in premises])
        told.append(Seen(passage, said[query], tuple(map(show, premises)), (show(query),)))
    return told


if __name__ == "__main__":
    main()

"""The richness and repetitiveness of a data set's language."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.core.items import Item
from engine.language.words import words


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Counts over all passages, statements or questions, and worded options.

    `tokens` are running words and `words` distinct ones, ignoring case. `propositions` are distinct
    clauses of atoms, each used in `mean_uses` groups on average and `most_uses` at most.
    `sentences` are distinct sentences of passages; `repeated_sentences` of them occur in several
    groups, at most in `most_repeated`. Items of a group share sentences by design and count once.
    """

    tokens: int
    words: int
    propositions: int
    mean_uses: float
    most_uses: int
    sentences: int
    repeated_sentences: int
    most_repeated: int


def describe_vocabulary(items: Sequence[Item]) -> Vocabulary:
    """Count words, propositions and sentences."""
    counts: Counter[str] = Counter()
    propositions: defaultdict[str, set[int]] = defaultdict(set)
    sentences: defaultdict[str, set[int]] = defaultdict(set)
    for item in items:
        counts.update(words_of(item))
        for symbol in item.symbols:
            propositions[symbol.text].add(item.group)
        for sentence in item.passage:
            sentences[sentence].add(item.group)
    uses = [len(groups) for groups in propositions.values()]
    repeats = [len(groups) for groups in sentences.values()]
    return Vocabulary(
        tokens=counts.total(),
        words=len(counts),
        propositions=len(uses),
        mean_uses=sum(uses) / len(uses) if uses else 0.0,
        most_uses=max(uses, default=0),
        sentences=len(repeats),
        repeated_sentences=sum(n > 1 for n in repeats),
        most_repeated=max(repeats, default=0),
    )


def words_of(item: Item) -> Iterator[str]:
    """The running words of the passage, the question and the worded options."""
    worded = [option.text for option in item.options if option.text != option.key]
    for text in (*item.passage, item.question, *worded):
        yield from words(text)

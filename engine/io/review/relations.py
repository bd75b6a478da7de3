"""Do readers see the relations of options to sentences as the argument graph has them?

After the paper's human check: three questions of each type in each domain. The reader sees neither
key nor roles, chooses an option, and states each option's relation to Sentence 1 and to Sentence 2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from engine.core.certificates import SupportCertificate
from engine.core.errors import InputError
from engine.core.items import Item
from engine.core.statistics import wilson
from engine.io.review.filled import Filled, read_sheet
from engine.io.review.purpose import Found, Purpose, Wish, Written, interval, share
from engine.io.review.questions import entries_of, question_name
from engine.io.review.sheet import Ask, Sheet, wording
from engine.io.review.timing import ask_seconds, mean_seconds, seconds_of
from engine.logic.argument_graph import Tie
from engine.store import connect_read_only, load_items

OF_A_TYPE = 3
"""Questions per type and domain: 108 for nine types and four domains."""

_SIGNS = {Tie.SUPPORTS: ">", Tie.SUPPORTED: "<", Tie.NONE: "|"}
"""The sign of each tie; readers, too, count support over others as support."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """The result of a reader's answers.

    `in_relation`: options whose relations the reader all saw as in the graph. `keys`:
    questions whose key the reader chose. `kappa`: Cohen's, of single relations. `mean_seconds`: per
    question, None if not measured.
    """

    questions: int
    options: int
    in_relation: int
    keys: int
    kappa: float
    mean_seconds: float | None

    def document(self) -> dict[str, object]:
        """As plain data, shares with their 95% intervals."""
        return {
            "questions": self.questions,
            "options": self.options,
            "options_in_relation": self.in_relation,
            "share_in_relation": self.in_relation / self.options,
            "interval_in_relation": list(wilson(self.in_relation, self.options)),
            "keys_found": self.keys,
            "share_of_keys": self.keys / self.questions,
            "interval_of_keys": list(wilson(self.keys, self.questions)),
            "kappa": self.kappa,
            "mean_seconds": self.mean_seconds,
        }


def draw(items: Iterable[Item]) -> tuple[Item, ...]:
    """Three questions of each type in each domain, by their hashes, in random order.

    Raises:
        InputError: an item is not a question on an argument.
    """
    cells: dict[tuple[str, str], list[Item]] = {}
    for item in items:
        if not isinstance(item.certificate, SupportCertificate):
            raise InputError(f"item {item.index} is not a question on an argument")
        cells.setdefault((item.traits.domain or "", item.role), []).append(item)
    chosen = [one for cell in cells.values() for one in sorted(cell, key=_by_hash)[:OF_A_TYPE]]
    return tuple(sorted(chosen, key=_by_hash))


def _by_hash(item: Item) -> str:
    return item.hash


def _asks(sample: Sequence[Item]) -> dict[str, Ask]:
    texts = wording()["relations"]
    keys = tuple(option.key for option in sample[0].options)
    signs = tuple(map("".join, product("><|", repeat=2)))
    asked = {key: Ask(texts["option"].format(key=key), signs) for key in keys}
    return {"answer": Ask(texts["answer"], keys), **asked, **ask_seconds()}


def _sample(wish: Wish) -> tuple[Item, ...]:
    with closing(connect_read_only(wish.db)) as con:
        return draw(load_items(con, wish.dataset))


def write_sample(wish: Wish) -> Written:
    """A sheet of questions on arguments."""
    sample = _sample(wish)
    return Written(sheet(sample, wish.dataset), len(sample))


def sheet(sample: Sequence[Item], dataset: str) -> Sheet:
    """The sheet of a sample: sentences, question and options, without key, roles or argument."""
    texts = wording()["relations"]
    title = texts["title"].format(n=len(sample), dataset=dataset)
    return Sheet(title, texts["instructions"], _asks(sample), entries_of(sample))


def read_sample(path: Path, wish: Wish) -> Found:
    """Report how far a reader agrees with the graphs; stores nothing."""
    found = score(_sample(wish), path)
    shares = (
        ("options in their relation", found.in_relation, found.options),
        ("keys found", found.keys, found.questions),
    )
    took = "" if found.mean_seconds is None else f", {found.mean_seconds:.0f} seconds a question"
    return Found(
        document={"dataset": wish.dataset, "reader": wish.reader, **found.document()},
        title=f"{wish.dataset}: a reader's agreement (kappa of relations {found.kappa:.2f}{took})",
        columns=("what", "n", "as the graph has it", "share", "95% interval"),
        rows=[(what, n, k, share(k, n), interval(*wilson(k, n))) for what, k, n in shares],
        is_stored=False,
    )


def score(sample: Sequence[Item], path: Path) -> Agreement:
    """Compare a reader's answers with the graphs.

    Raises:
        InputError: the sheet cannot be read, or a row of it is missing.
    """
    known = {question_name(item): item for item in sample}
    rows = read_sheet(path, _asks(sample), entries_of(sample), whole=True)
    pairs: Counter[tuple[str, str]] = Counter()
    in_relation = keys = options = 0
    for row in rows:
        item = known[row.name]
        keys += row["answer"] == item.gold
        for judged in _judged(row, item):
            options += 1
            in_relation += all(seen == graphed for seen, graphed in judged)
            pairs.update(judged)
    seconds = mean_seconds(map(seconds_of, rows))
    return Agreement(len(rows), options, in_relation, keys, _kappa(pairs), seconds)


def _judged(row: Filled, item: Item) -> list[list[tuple[str, str]]]:
    """For each option, the signs to both sentences, as seen and as in the graph."""
    assert isinstance(item.certificate, SupportCertificate)
    found = []
    for option, ties in zip(item.options, item.certificate.ties, strict=True):
        graphed = [_SIGNS[Tie(tie).closed] for tie in ties]
        found.append(list(zip(row[option.key], graphed, strict=True)))
    return found


def _kappa(pairs: Counter[tuple[str, str]]) -> float:
    """Cohen's kappa of pairs of judgements; 1 if both always give the same single value."""
    n = pairs.total()
    observed = sum(k for (one, other), k in pairs.items() if one == other) / n
    signs = {sign for pair in pairs for sign in pair}
    first = {s: sum(k for (one, _), k in pairs.items() if one == s) for s in signs}
    second = {s: sum(k for (_, other), k in pairs.items() if other == s) for s in signs}
    chance = sum(first[s] * second[s] for s in signs) / n**2
    return 1.0 if chance == 1 else (observed - chance) / (1 - chance)


RELATIONS = Purpose(
    "readers judge how the options of questions on arguments stand to the sentences",
    write_sample,
    frozenset(),
    read_sample,
    frozenset({"reader"}),
)

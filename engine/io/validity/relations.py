"""A blind sample of questions on arguments: does each option stand as it is said to?

The paper had 108 questions read, 27 a domain, and found 93.8% of the options in the relation that
the type of question states (§3.3). Here a reader sees neither key nor roles: for each question the
reader chooses an option, and says of each option whether it is a reason for Sentence 1 and for
Sentence 2 (`>`), follows from it (`<`), or neither (`|`).

    python -m engine.io.validity.relations sheet DATABASE DATASET > SHEET
    python -m engine.io.validity.relations score DATABASE DATASET ANSWERS

An answer is a line such as `12 B A:|> B:>> C:<| D:<<`: the question, the option chosen, and the
two signs of each option.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import orjson

from engine.analysis.statistics import wilson
from engine.core.errors import InputError
from engine.core.items import Item
from engine.families.argqa.arguments import Tie
from engine.store import connect_read_only, load_items

OF_A_TYPE = 3
"""Questions of each type in each domain: 27 a domain, 108 in all."""

_LINE = re.compile(r"(\d+)\s+([A-D])((?:\s+[A-D]:[<>|]{2}){4})")
_SIGNS = {
    Tie.SUPPORTS.value: ">",
    Tie.SUPPORTED.value: "<",
    Tie.NONE.value: "|",
    Tie.BELOW.value: ">|",
    Tie.ABOVE.value: "<|",
}
"""The signs that agree with each tie: where support goes over others, a reader need not see it."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """What a reader's answers come to.

    `in_relation`: options all of whose relations the reader saw as the graph has them. `keys`:
    questions whose key the reader chose. `kappa`: Cohen's, of single relations.
    """

    questions: int
    options: int
    in_relation: int
    keys: int
    kappa: float

    def told(self) -> dict[str, object]:
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
        }


def draw(items: Iterable[Item]) -> tuple[Item, ...]:
    """Three questions of each type in each domain, by their hashes, in an order that tells nothing.

    Raises:
        InputError: an item is no question on an argument.
    """
    cells: dict[tuple[str, str], list[Item]] = {}
    for item in items:
        if item.certificate.kind != "support":
            raise InputError(f"item {item.index} is no question on an argument")
        cells.setdefault((item.traits.domain or "", item.role), []).append(item)
    chosen = [one for cell in cells.values() for one in sorted(cell, key=_by_hash)[:OF_A_TYPE]]
    return tuple(sorted(chosen, key=_by_hash))


def _by_hash(item: Item) -> str:
    return item.hash


def sheet(sample: Sequence[Item]) -> str:
    """What the reader sees: sentences, question and options, without key, roles or argument."""
    parts = []
    for number, item in enumerate(sample, 1):
        options = [f"  {option.key}. {option.text}" for option in item.options]
        shown = [f"  {sentence}" for sentence in item.passage]
        parts.append("\n".join([f"{number}.", *shown, f"  {item.question}", *options]))
    return "\n\n".join(parts) + "\n"


def score(sample: Sequence[Item], answers: str) -> Agreement:
    """Compare a reader's answers with the graphs.

    Raises:
        InputError: a line is none, or a question has no answer or two.
    """
    read = _read(sample, answers)
    in_relation = keys = 0
    pairs: Counter[tuple[str, str]] = Counter()
    for item, (chosen, signs) in zip(sample, read, strict=True):
        assert item.certificate.kind == "support"
        keys += chosen == item.gold
        for ties, seen in zip(item.certificate.ties, signs, strict=True):
            allowed = [_SIGNS[tie] for tie in ties]
            in_relation += all(sign in may for sign, may in zip(seen, allowed, strict=True))
            told = zip(seen, allowed, strict=True)
            pairs.update((sign, sign if sign in may else may[0]) for sign, may in told)
    n_options = sum(len(item.options) for item in sample)
    return Agreement(len(sample), n_options, in_relation, keys, _kappa(pairs))


def _read(sample: Sequence[Item], answers: str) -> list[tuple[str, list[str]]]:
    found: dict[int, tuple[str, list[str]]] = {}
    for at, line in enumerate(answers.splitlines(), 1):
        if not line.strip():
            continue
        match = _LINE.fullmatch(line.strip())
        parts = match[3].split() if match else []
        if match is None or [part[0] for part in parts] != list("ABCD"):
            raise InputError(f"line {at} of the answers is not like `12 B A:|> B:>> C:<| D:<<`")
        if int(match[1]) in found:
            raise InputError(f"line {at} answers question {match[1]} a second time")
        found[int(match[1])] = match[2], [part[2:] for part in parts]
    wanted = range(1, len(sample) + 1)
    if set(found) != set(wanted):
        missing = sorted(set(found) ^ set(wanted))
        raise InputError(f"the answers must be to questions 1 to {len(sample)}; see {missing[0]}")
    return [found[number] for number in wanted]


def _kappa(pairs: Counter[tuple[str, str]]) -> float:
    """Cohen's kappa of pairs of judgements; 1 where both always say the same one thing."""
    n = pairs.total()
    observed = sum(k for (one, other), k in pairs.items() if one == other) / n
    signs = {sign for pair in pairs for sign in pair}
    first = {s: sum(k for (one, _), k in pairs.items() if one == s) for s in signs}
    second = {s: sum(k for (_, other), k in pairs.items() if other == s) for s in signs}
    chance = sum(first[s] * second[s] for s in signs) / n**2
    return 1.0 if chance == 1 else (observed - chance) / (1 - chance)


def main(arguments: Sequence[str]) -> int:
    """Print a sheet, or score answers; gives the exit code."""
    try:
        match list(arguments):
            case ["sheet", database, dataset]:
                sys.stdout.write(sheet(_sample(database, dataset)))
            case ["score", database, dataset, answers]:
                found = score(_sample(database, dataset), _text(Path(answers)))
                told = orjson.dumps(found.told(), option=orjson.OPT_INDENT_2)
                sys.stdout.write(told.decode() + "\n")
            case _:
                raise InputError("say `sheet DATABASE DATASET` or `score DATABASE DATASET ANSWERS`")
    except InputError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


def _sample(database: str, dataset: str) -> tuple[Item, ...]:
    with closing(connect_read_only(Path(database))) as con:
        return draw(load_items(con, dataset))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read ({error})") from None


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

"""Sources of propositions: our own bank, or sentences from a user's file.

A sentence is used only if it can be one of our clauses: a single plain claim without words that
join, negate, quantify or refer back, so that English built on it has one reading.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import orjson

from engine.core.errors import InputError
from engine.language.bank import Proposition, load_bank
from engine.language.lexicon import denial
from engine.language.templates import first_words
from engine.language.traps import traps

MINIMUM = 100
"""The fewest propositions a source must give: the deepest items need about ninety."""

PAIRS = "nli-pairs"
_BE, _HAVE, _DO = ("am", "is", "are", "was", "were"), ("has", "have", "had"), ("do", "does", "did")
_MODALS = ("can", "could", "will", "would", "may", "might", "must", "shall", "should")
_AUXILIARIES = frozenset((*_BE, *_HAVE, *_DO, *_MODALS))

_WORDS = range(4, 15)
_PARTICIPLE = re.compile(r"[a-z]*[aeiouy][a-z]*ing")
_PLAIN = re.compile(r"[^\W\d_][\w -]*")
_STARTS_LOWER = frozenset({"a", "an", "the", "some", "my", "your", "our", "one", "two", "three"})


class Sentence(NamedTuple):
    """A sentence of a file: `subject` says what else would be about the same thing."""

    text: str
    subject: str
    world: bool | None = None


@lru_cache(maxsize=8)
def source(spec: str) -> tuple[Proposition, ...]:
    """The propositions that a spec names: `bank`, or a kind and a path as in `snli:PATH`.

    The kinds are `genericskb`, `snli` (also for MultiNLI), `nli-pairs` (the same files, with the
    wordings that their pairs give) and `text` (one statement a line). No two of the propositions
    have one subject. A source is read once in a process.

    Raises:
        InputError: the kind is unknown, the file unreadable, or too few sentences are left.
    """
    if spec == "bank":
        return load_bank()
    kind, _, name = spec.partition(":")
    if (kind not in READERS and kind != PAIRS) or not name:
        kinds = ", ".join(f"{kind}:PATH" for kind in (*READERS, PAIRS))
        raise InputError(f"unknown source of propositions {spec!r}; use bank, {kinds}")
    if kind == PAIRS:
        found = nli_pairs(Path(name))
    else:
        found = propositions(READERS[kind](Path(name)), domain=kind)
    if len(found) < MINIMUM:
        raise InputError(
            f"{name}: only {len(found)} sentences can serve as propositions, {MINIMUM} are needed; "
            f"give a larger file of plain statements of {_WORDS.start} to {_WORDS.stop - 1} words"
        )
    return found


def propositions(sentences: Iterable[Sentence], domain: str) -> tuple[Proposition, ...]:
    """The usable sentences as propositions, the first for each subject, in mid-sentence form."""
    kept: dict[str, Sentence] = {}
    for sentence in sentences:
        if _is_usable(sentence.text):
            kept.setdefault(sentence.subject.lower(), sentence)
    common = _common_words(sentence.text for sentence in kept.values())
    found: dict[str, Proposition] = {}
    for sentence in kept.values():
        text = _mid_sentence(sentence.text, common)
        found.setdefault(
            text.lower(),
            Proposition(sentence.subject, text, denial(text), domain=domain, world=sentence.world),
        )
    return tuple(found.values())


def genericskb(path: Path) -> Iterator[Sentence]:
    """GenericsKB: tab-separated, six columns (with or without a header) or three.

    Rows of score 1.0 are made by template and often ungrammatical, and are left out. The
    generalisations it collects hold in the world.

    Raises:
        InputError: the file cannot be read, or a row has neither form.
    """
    for number, line in _lines(path):
        cells = line.split("\t")
        if len(cells) not in (3, 6):
            raise InputError(f"{path}, line {number}: {len(cells)} columns instead of 3 or 6")
        term, text, score = cells if len(cells) == 3 else (cells[1], cells[4], cells[5])
        if number == 1 and score.strip().lower() == "score":
            continue
        try:
            is_templated = float(score) >= 1.0
        except ValueError as error:
            raise InputError(f"{path}, line {number}: {score!r} is not a score") from error
        if not is_templated:
            yield Sentence(text, term.strip(), world=True)


def nli(path: Path) -> Iterator[Sentence]:
    """SNLI and MultiNLI: the premises and hypotheses of JSON lines that have a gold label.

    Sentences about one picture (SNLI) or one prompt (MultiNLI) count as one subject.

    Raises:
        InputError: the file cannot be read, or a line is not such a record.
    """
    for _, premise, hypothesis, subject in _nli_records(path):
        yield Sentence(premise, subject)
        yield Sentence(hypothesis, subject)


def nli_pairs(path: Path) -> tuple[Proposition, ...]:
    """The premises of SNLI or MultiNLI that have both an entailed and a contradicting hypothesis.

    The first serves as paraphrase, the second as negation (the paper, §2.1). Both are looser
    than those of the bank: an entailed sentence may say less than its premise, and a premise and
    what contradicts it may both be false. As in Appendix C, sentences that begin with a verb or
    have none are left out: here, those that begin with an auxiliary, a participle or one of the
    verbs listed in `data/lexicon/templates.toml`, or have no auxiliary.

    Raises:
        InputError: the file cannot be read, or a line is not such a record.
    """
    records = [
        (label, premise, hypothesis, subject.lower())
        for label, premise, hypothesis, subject in _nli_records(path)
        if _is_clause(premise) and _is_clause(hypothesis)
    ]
    common = _common_words(text for _, *texts, _ in records for text in texts)
    wordings: dict[tuple[str, str], dict[str, str]] = {}
    for label, premise, hypothesis, subject in records:
        own = wordings.setdefault((subject, _mid_sentence(premise, common)), {})
        own.setdefault(label, _mid_sentence(hypothesis, common))
    taken: set[str] = set()
    found = []
    for (subject, text), own in wordings.items():
        clauses = [text, own.get("entailment", ""), own.get("contradiction", "")]
        keys = {subject, *map(str.lower, clauses)}
        if "" not in keys and len(keys) == 1 + len(clauses) and taken.isdisjoint(keys):
            taken |= keys
            found.append(Proposition(subject, text, clauses[2], clauses[1], domain=PAIRS))
    return tuple(found)


def _nli_records(path: Path) -> Iterator[tuple[str, str, str, str]]:
    """Label, premise, hypothesis and subject of each pair that has a gold label."""
    for number, line in _lines(path):
        try:
            record = orjson.loads(line)
            label = record["gold_label"]
            texts = (record["sentence1"], record["sentence2"])
            subject = record.get("captionID") or record.get("promptID") or record["pairID"]
        except (orjson.JSONDecodeError, KeyError, TypeError, AttributeError) as error:
            raise InputError(
                f"{path}, line {number}: not an SNLI or MultiNLI record (one JSON object a line "
                "with gold_label, sentence1, sentence2 and pairID)"
            ) from error
        if label != "-":
            yield str(label), str(texts[0]), str(texts[1]), str(subject).partition("#")[0]


def _is_clause(text: str) -> bool:
    """Whether a sentence is usable and has a subject and a verb, as far as word lists tell."""
    first, *others = _bare(text).lower().split() or [""]
    return _is_usable(text) and not _is_verb(first) and not _AUXILIARIES.isdisjoint(others)


def _is_verb(first: str) -> bool:
    """Whether a word, in lower case and first in its sentence, is a verb or a participle of one."""
    known = first_words()
    is_participle = _PARTICIPLE.fullmatch(first) and first not in known.nouns_in_ing
    return first in _AUXILIARIES or first in known.verbs or bool(is_participle)


def text_lines(path: Path) -> Iterator[Sentence]:
    """Any text file with one statement a line; blank lines are passed over.

    Raises:
        InputError: the file cannot be read.
    """
    return (Sentence(line, line.strip()) for _, line in _lines(path))


READERS: dict[str, Callable[[Path], Iterator[Sentence]]] = {
    "genericskb": genericskb,
    "snli": nli,
    "text": text_lines,
}
"""How each kind of file is read, by the name of the kind."""


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file that are not blank, with their numbers."""
    try:
        with path.open(encoding="utf-8-sig") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    yield number, line.rstrip("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read as UTF-8 text ({error})") from error


def _is_usable(text: str) -> bool:
    bare = _bare(text)
    words = bare.lower().split()
    return (
        len(bare.split()) in _WORDS
        and _PLAIN.fullmatch(bare) is not None
        and all(group.isdisjoint(words) for kind, group in traps().items() if kind != "quantifying")
    )


def _bare(text: str) -> str:
    """The sentence without its stop and with single blanks."""
    return " ".join(text.split()).removesuffix(".").rstrip()


def _common_words(texts: Iterable[str]) -> frozenset[str]:
    """First words that are no names: seen in lower case, or never capitalised in mid-sentence."""
    firsts: set[str] = set()
    lower: set[str] = set()
    names: set[str] = set()
    for text in texts:
        first, *others = _bare(text).split()
        firsts.add(first)
        for word in others:
            (lower if word[0].islower() else names).add(word)
    return frozenset(
        first for first in firsts if first.lower() in lower | _STARTS_LOWER or first not in names
    )


def _mid_sentence(text: str, common: frozenset[str]) -> str:
    bare = _bare(text)
    first = bare.partition(" ")[0]
    has_own_case = any(letter.isupper() for letter in first[1:])
    if has_own_case or first not in common:
        return bare
    return bare[0].lower() + bare[1:]

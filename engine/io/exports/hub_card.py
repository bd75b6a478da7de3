"""The README of a folder for the Hugging Face Hub: its YAML header, and what a reader must know."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from string import Template
from typing import TYPE_CHECKING, Any, NamedTuple

import yaml

from engine.core.canary import canary
from engine.core.resources import data_file
from engine.io.exports.family_words import FamilyWords, Known, checks_in_full, words_of
from engine.io.exports.languages import languages_in_full, tags
from engine.store import Dataset

if TYPE_CHECKING:
    from engine.core.suite_files import Release

LICENCE = "apache-2.0"
ASKED = "asked"
"""The configuration and folder of items with the messages that ask them."""
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
_LARGER = "n>1M"


@dataclass(frozen=True, slots=True)
class CardFacts:
    """The facts on a Hub card: those known of the data set, items by split, and two texts.

    `columns` describes what the files hold beyond the table `items`, `scoring` who can judge
    answers. `asked` is the split of the configuration of that name, which also has the questions as
    asked.
    """

    dataset: Dataset
    known: Known
    counts: Mapping[str, int]
    columns: str
    scoring: str
    asked: str | None = None


class FrozenSet(NamedTuple):
    """A data set of a suite, as its table shows it."""

    name: str
    family: str
    seed: int
    n_items: int
    content_hash: str


def readme(facts: CardFacts) -> str:
    """The README of a folder for the Hub, with its YAML header."""
    dataset, total = facts.dataset, sum(facts.counts.values())
    header = _header(dataset.name, total, facts.known.languages, [dataset.family])
    words = words_of(dataset.family)
    shown = {
        "items": f"{total:,}",
        "family": dataset.family,
        "version": dataset.version,
        "seed": dataset.seed,
        "engine": dataset.engine_version,
        "content_hash": dataset.content_hash,
        "params": dataset.params,
        "checks": checks_in_full(dataset.family, facts.known.methods),
        "languages": languages_in_full(facts.known.languages),
        "splits": "\n".join(f"| {split} | {n:,} |" for split, n in facts.counts.items()),
    }
    about = _filled("about-dataset", shown)
    body = _body(dataset.name, about, [words], facts.columns, facts.scoring)
    configs = _configs({"default": facts.counts}, "data")
    if facts.asked is not None:
        configs["configs"] += _configs({ASKED: [facts.asked]}, "{name}")["configs"]
    return f"---\n{as_yaml(header | configs)}---\n\n{body}"


def suite_readme(
    release: Release,
    entries: Sequence[FrozenSet],
    held: Mapping[str, CardFacts],
    *,
    columns: str,
    scoring: str,
) -> str:
    """The README of a suite's folder, with a configuration per data set.

    `held` are the data sets whose items lie in the folder, under `data/NAME`, by their names in
    the suite.
    """
    total = sum(entry.n_items for entry in entries)
    languages = {language for facts in held.values() for language in facts.known.languages}
    families = sorted({entry.family for entry in entries})
    counts = {name: facts.counts for name, facts in held.items()}
    here = ", ".join(f"`{name}`" for name in held)
    shown = {
        "items": f"{total:,}",
        "n_sets": len(entries),
        "released": release.released,
        "suite": release.suite,
        "sets": "\n".join(
            f"| {one.name} | {one.family} | {one.seed} | {one.n_items:,} | `{one.content_hash}` |"
            for one in entries
        ),
        "checks": "\n".join(f"- {family}: {_checks(family, held)}" for family in families),
        "here": f"Each is a configuration of its own; here lie the items of {here}."
        if held
        else "None of their items lie here.",
    }
    header = _header(release.title, total, languages, families)
    words = [words_of(family) for family in families]
    body = _body(release.title, _filled("about-suite", shown), words, columns, scoring)
    configs = _configs(counts, "data/{name}")
    for name, facts in held.items():
        if facts.asked is not None:
            own = _configs({f"{name}-{ASKED}": [facts.asked]}, f"{ASKED}/{name}")
            configs["configs"] += own["configs"]
    return f"---\n{as_yaml(header | configs)}---\n\n{body}"


def _checks(family: str, held: Mapping[str, CardFacts]) -> str:
    """How answers in a suite's sets of one family were checked, or would be if none is held."""
    own = [facts.known for facts in held.values() if facts.dataset.family == family]
    if not own:
        own_ways = [way.methods for way in words_of(family).way]
        return checks_in_full(family, own_ways)
    return checks_in_full(family, {one for known in own for one in known.methods})


def _header(
    title: str, total: int, languages: Collection[str], families: Sequence[str]
) -> dict[str, Any]:
    own = tags(languages)
    return {
        "pretty_name": f"Sorites: {title}",
        "license": LICENCE,
        # the Hub knows a code of two or three letters here, and longer tags in a field of their own
        "language": sorted({tag.partition("-")[0] for tag in own}),
        **({"language_bcp47": own} if any("-" in tag for tag in own) else {}),
        "annotations_creators": ["machine-generated"],
        "language_creators": ["machine-generated"],
        "source_datasets": ["original"],
        "task_categories": ["question-answering"],
        "tags": ["logic", "reasoning", "benchmark", *families],
        "size_categories": [next((name for n, name in _SIZES if total < n), _LARGER)],
    }


def _configs(counts: Mapping[str, Collection[str]], folder: str) -> dict[str, Any]:
    """What `datasets` can load: the splits of each configuration, which may have none."""
    configs = [
        {
            "config_name": name,
            "data_files": [
                {"split": split, "path": f"{folder.format(name=name)}/{split}.parquet"}
                for split in splits
            ],
        }
        for name, splits in counts.items()
    ]
    return {"configs": configs} if configs else {}


def _body(title: str, about: str, words: Sequence[FamilyWords], columns: str, scoring: str) -> str:
    shown = {
        "measures": "; ".join(one.measures for one in words),
        "sentences": " ".join(dict.fromkeys(one.sentences for one in words)),
        "limits": "\n".join(f"- {limit}" for one in words for limit in one.limits),
        "fresh": " ".join(dict.fromkeys(one.fresh for one in words)),
        "title": _inline(title),
        "about": about.rstrip(),
        "columns": columns,
        "scoring": scoring,
        "canary": canary(),
    }
    return _filled("card", shown)


def _filled(name: str, shown: Mapping[str, object]) -> str:
    """A template from `data/exports`, filled in."""
    return Template(data_file(f"exports/{name}.md").read_text(encoding="utf-8")).substitute(shown)


def as_yaml(document: object) -> str:
    """A document as YAML, in the given order."""
    return yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=100)


def _inline(text: str) -> str:
    """A name made safe for a Markdown heading."""
    return re.sub(r"([\\`*_{}\[\]<>#|])", r"\\\1", text)

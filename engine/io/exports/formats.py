"""The registry of exports. A new format is one module and one line here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.core.errors import InputError
from engine.io.exports import croissant, every_eval_ever, hub, plain, rewards, tasks
from engine.io.exports.material import Exported, asked, whole

DEFAULT_PROMPT = "zero-shot"
Counts = dict[str, int]


@dataclass(frozen=True, slots=True)
class Wish:
    """What to export. Split, language and prompt are those of `sorites evaluate`."""

    db: Path
    dataset: str
    folder: Path
    prompt: str | None = None
    split: str | None = None
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Format:
    """An export format; `write` returns counts of what it wrote.

    `takes` are the options that apply to it.
    """

    meaning: str
    takes: tuple[str, ...]
    write: Callable[[Wish], Counts]


Writer = Callable[[Exported, Path], Counts]


def _of_all(write: Writer) -> Callable[[Wish], Counts]:
    """Write every item of the set."""
    return lambda wish: write(
        whole(wish.db, wish.dataset, wish.prompt or DEFAULT_PROMPT), wish.folder
    )


def _of_ours(write: Writer) -> Callable[[Wish], Counts]:
    """Write every item of a generated set, whose card states its licence and author."""

    def written(wish: Wish) -> Counts:
        exported = whole(wish.db, wish.dataset, wish.prompt or DEFAULT_PROMPT)
        if exported.dataset.source != "generated":
            raise InputError(
                f"{wish.dataset} holds items that others published, and a card would put our"
                " licence on them; export it as jsonl, csv or parquet"
            )
        return write(exported, wish.folder)

    return written


def _of_asked(write: Writer) -> Callable[[Wish], Counts]:
    """Write the items that an evaluation asks."""
    return lambda wish: write(
        asked(wish.db, wish.dataset, wish.prompt or DEFAULT_PROMPT, wish.split, wish.language),
        wish.folder,
    )


def _results(wish: Wish) -> Counts:
    return every_eval_ever.write_every_eval_ever(wish.db, wish.dataset, wish.folder)


_ASKED = ("prompt", "split", "language")

FORMATS: dict[str, Format] = {
    "jsonl": Format("records, one a line", (), _of_all(plain.write_jsonl)),
    "csv": Format("a table", (), _of_all(plain.write_csv)),
    "parquet": Format("a file a split", (), _of_all(plain.write_parquet)),
    "huggingface": Format("a folder for the Hub", ("prompt",), _of_ours(hub.write_huggingface)),
    "croissant": Format("Croissant 1.1", ("prompt",), _of_ours(croissant.write_croissant)),
    "inspect": Format("a task of Inspect", _ASKED, _of_asked(tasks.write_inspect)),
    "lm-eval": Format("a task of lm-eval", _ASKED, _of_asked(tasks.write_lm_eval)),
    "rewards": Format("rewards to train by", _ASKED, _of_asked(rewards.write_rewards)),
    "every-eval-ever": Format("measured results", (), _results),
}


def export(name: str, wish: Wish) -> Counts:
    """Write a data set in a format; returns counts of what was written.

    Raises:
        InputError: the format or data set does not exist, or an option does not apply.
    """
    if name not in FORMATS:
        raise InputError(f"there is no format {name!r}; the formats are {', '.join(FORMATS)}")
    chosen = FORMATS[name]
    for option in _ASKED:
        if getattr(wish, option) is not None and option not in chosen.takes:
            raise InputError(f"--{option} means nothing to --to {name}; leave it out")
    return chosen.write(wish)

"""Are answers that a model extracted faithful to the replies? A person judges a blind sheet.

A model may judge a balanced sample first. A person then judges those it found unfaithful and as
many others, on a sheet that does not tell them apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from engine.ask.extraction import draw, for_persons, judge
from engine.ask.prompts import our_prompt_id
from engine.core.errors import InputError
from engine.io.review.filled import read_sheet
from engine.io.review.purpose import Found, Purpose, Wish, Written, interval
from engine.io.review.sheet import Ask, Entry, Sheet, wording
from engine.store import (
    Judged,
    ReplyKey,
    connect,
    extracted_replies,
    faithfulness,
    write_judgements,
)

_N = 100


def _asks() -> dict[str, Ask]:
    texts = wording()["extractions"]
    return {
        "faithful": Ask(texts["faithful"], ("yes", "no")),
        "remark": Ask(texts["remark"], may_be_empty=True),
    }


def _name(key: ReplyKey) -> str:
    return f"r{key.run_id}-{key.item_id}-{key.sample}-{key.rotation}"


def _entry(reply: Judged) -> Entry:
    return Entry(_name(reply.key), {"reply": reply.raw, "answer taken": reply.answer})


def write_sample(wish: Wish) -> Written:
    """A sheet of answers that a model extracted from replies.

    Raises:
        InputError: it extracted none.
    """
    extractor = _extractor(wish)
    with closing(connect(wish.db)) as con:
        replies = extracted_replies(con, wish.dataset, extractor, our_prompt_id("extract"))
    if not replies:
        raise InputError(
            f"{extractor} has taken no answer from replies to {wish.dataset}; run `sorites extract"
            f" {wish.dataset} --extractor-model {extractor}` first"
        )
    seed = 1 if wish.seed is None else wish.seed
    sample = draw(replies, wish.n or _N, seed)
    verdicts, notes = {}, []
    if wish.judge is not None:
        verdicts = judge(wish.db, sample, extractor, wish.judge)
        n_faithful = sum(verdicts.values())
        notes.append(
            f"{wish.judge.model} found {n_faithful:,} of {len(verdicts):,} extractions faithful"
        )
    return Written(_sheet(for_persons(sample, verdicts, seed), wish), len(replies), tuple(notes))


def _sheet(replies: Sequence[Judged], wish: Wish) -> Sheet:
    texts = wording()["extractions"]
    title = texts["title"].format(n=len(replies), dataset=wish.dataset)
    return Sheet(title, texts["instructions"], _asks(), tuple(map(_entry, replies)))


def read_sample(path: Path, wish: Wish) -> Found:
    """Store a person's judgements, and show how often the extracted answer is faithful."""
    extractor, prompt = _extractor(wish), our_prompt_id("extract")
    with closing(connect(wish.db)) as con:
        replies = extracted_replies(con, wish.dataset, extractor, prompt)
        keys = {_name(reply.key): reply.key for reply in replies}
        found = [
            (keys[row.name], row["faithful"] == "yes", row["remark"] or None)
            for row in read_sheet(path, _asks(), map(_entry, replies))
        ]
        write_judgements(con, extractor, prompt, wish.reader or "", "person", found)
        rows = faithfulness(con, wish.dataset, extractor, prompt)
    return Found(
        document={"dataset": wish.dataset, "judged": len(found), "faithfulness": rows},
        title=f"{wish.dataset}: answers taken by {extractor} that are what the reply says",
        columns=("judged by", "questions", "n", "faithful", "share", "95% interval"),
        rows=[
            (
                row["judge"],
                row["question_type"] or "all",
                row["n"],
                row["n_faithful"],
                f"{row['value']:.1%}",
                interval(row["low"], row["high"]),
            )
            for row in rows
        ],
    )


def _extractor(wish: Wish) -> str:
    if wish.extractor_model is None:
        raise InputError("name the model that read the replies, with --extractor-model")
    return wish.extractor_model


EXTRACTIONS = Purpose(
    "a person judges answers that a model took from replies",
    write_sample,
    frozenset({"n", "seed", "extractor_model", "judge"}),
    read_sample,
    frozenset({"reader", "extractor_model"}),
)

"""Check on a balanced sample whether extracted answers are what the replies say.

The sample is balanced over tasks, languages and whether the extracted answer is right. A model
judges it without knowing the question. Then a person judges, on a blind sheet, everything that the
model found unfaithful and as many others, at least ten.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random

from engine.ask.extraction.running import Extractor, ask_all
from engine.ask.extraction.wording import judgement_messages
from engine.ask.prompts import our_prompt_id
from engine.store import Judged, ReplyKey, connect, write_judgements

LEAST_UNFLAGGED = 10
"""The least number of faithful extractions that a person judges too."""

_VERDICTS = {"faithful": True, "unfaithful": False}

Finding = tuple[ReplyKey, bool, str | None]


def draw(replies: Sequence[Judged], n: int, seed: int) -> list[Judged]:
    """A sample of at most `n`, balanced over task, language and whether the answer is right."""
    rng = Random(f"extractions {seed}")
    strata: defaultdict[tuple[str, str, bool], list[Judged]] = defaultdict(list)
    for reply in replies:
        strata[reply.question_type, reply.language, reply.outcome == "right"].append(reply)
    for name in sorted(strata):
        rng.shuffle(strata[name])
    drawn: list[Judged] = []
    while len(drawn) < n and any(strata.values()):
        for name in sorted(strata):
            if strata[name] and len(drawn) < n:
                drawn.append(strata[name].pop())
    rng.shuffle(drawn)
    return drawn


def judge(
    db: Path, sample: Sequence[Judged], extractor: str, judged_by: Extractor
) -> dict[ReplyKey, bool]:
    """Have a model judge a sample and store its verdicts; unreadable verdicts are left out."""
    sent = [judgement_messages(reply.raw, reply.answer) for reply in sample]
    found: list[Finding] = []
    for reply, judgement in zip(sample, ask_all(judged_by, sent), strict=True):
        text = judgement.raw if judgement and judgement.raw else ""
        last = text.strip().rpartition("\n")[2]
        verdict = _VERDICTS.get(last.rpartition(":")[2].strip(" .*`").lower())
        if verdict is not None:
            found.append((reply.key, verdict, None))
    prompt = our_prompt_id("extract")
    with closing(connect(db)) as con:
        write_judgements(con, extractor, prompt, judged_by.model, "model", found)
    return {key: verdict for key, verdict, _ in found}


def for_persons(
    sample: Sequence[Judged], verdicts: dict[ReplyKey, bool], seed: int
) -> list[Judged]:
    """The sample for a person: everything found unfaithful, and as many others, shuffled.

    If no model judged, the whole sample.
    """
    if not verdicts:
        return list(sample)
    rng = Random(f"adjudication {seed}")
    flagged = [reply for reply in sample if verdicts.get(reply.key) is False]
    others = [reply for reply in sample if verdicts.get(reply.key) is True]
    n = min(len(others), max(len(flagged), LEAST_UNFLAGGED))
    chosen = [*flagged, *rng.sample(others, n)]
    rng.shuffle(chosen)
    return chosen

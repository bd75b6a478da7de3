"""Whether what was extracted is what the reply says (LogicSkills, Appendix E).

A sample is drawn that is balanced over tasks, languages and whether the answer taken is right. A
model judges it without knowing the question; a person then judges what the model found unfaithful
and as many others again, at least ten, on a sheet that does not say which is which.
"""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random

from engine.ask.prompts import our_prompt_id
from engine.core.canary import canary
from engine.core.errors import InputError
from engine.grade.extraction.running import Extractor, ask_all
from engine.grade.extraction.wording import judgement_messages, wording
from engine.io.published import Row, read_rows
from engine.store import Judged, ReplyKey, connect, extracted_replies, write_judgements

LEAST_UNFLAGGED = 10
"""Extractions that a person judges beside those that the model found unfaithful."""

ID, REPLY, ANSWER = "id", "reply", "answer taken"
_YES_NO = {"yes": True, "no": False}
_VERDICTS = {"faithful": True, "unfaithful": False}
_BEGINS_FORMULA = tuple("=+-@")

Finding = tuple[ReplyKey, bool, str | None]


def draw(replies: Sequence[Judged], n: int, seed: int) -> list[Judged]:
    """A sample of at most `n`, as evenly as can be over task, language and right or not."""
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
    """What a model says of a sample, which is stored; what could not be read is left out."""
    sent = [judgement_messages(reply.raw, reply.answer) for reply in sample]
    found: list[Finding] = []
    for reply, said in zip(sample, ask_all(judged_by, sent), strict=True):
        last = (said.raw if said and said.raw else "").strip().rpartition("\n")[2]
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
    """What a person is to judge: all that was found unfaithful, and as many others, shuffled.

    Where no model judged, the whole sample.
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


def sheet_text(sample: Sequence[Judged]) -> str:
    """The blind sheet as CSV: replies and answers, and nothing of who judged or what is right.

    A last column, read by nobody, holds the canary: replies may repeat what was asked.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    texts = wording()["sheet"]
    writer.writerow([ID, REPLY, ANSWER, texts["faithful"], texts["remark"], "canary"])
    for reply in sample:
        shown = (reply_id(reply.key), _cell(reply.raw), _cell(reply.answer))
        writer.writerow([*shown, "", "", canary()])
    return out.getvalue()


def instructions() -> str:
    """What a reader has to know, to go with the sheet; it ends in the canary."""
    texts = wording()["sheet"]
    told = texts["instructions"].format(faithful=texts["faithful"])
    return f"{told}\n{canary()}\n"


def reply_id(key: ReplyKey) -> str:
    """What names a reply on a sheet; it begins with a letter, so that it stays text."""
    return f"r{key.run_id}-{key.item_id}-{key.sample}-{key.rotation}"


def read_sheet(path: Path, replies: Sequence[Judged]) -> list[Finding]:
    """What a person says of extractions.

    Raises:
        InputError: the file is no sheet, or a row is of no such reply, changed or not answered.
    """
    texts = wording()["sheet"]
    columns = (ID, REPLY, ANSWER, texts["faithful"], texts["remark"])
    known = {reply_id(reply.key): reply for reply in replies}
    return [_finding(row, known, texts) for row in read_rows(path, columns)]


def _finding(row: Row, known: dict[str, Judged], texts: dict[str, str]) -> Finding:
    reply = known.get(row[ID].strip())
    if reply is None:
        raise row.fault(ID, f"{row[ID]!r} is no reply from which this model took an answer")
    if " ".join(row[ANSWER].split()) != " ".join(_cell(reply.answer).split()):
        raise row.fault(ANSWER, "is not the answer that was taken; take it from the sheet as drawn")
    given = row[texts["faithful"]].strip().lower()
    if given not in _YES_NO:
        raise row.fault(texts["faithful"], f"has {given!r}; answer yes or no")
    return reply.key, _YES_NO[given], row[texts["remark"]].strip() or None


def _cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_BEGINS_FORMULA) else text


def sample_of(db: Path, dataset: str, extractor: str, n: int, seed: int) -> list[Judged]:
    """The balanced sample of what an extractor took from the replies to a data set.

    Raises:
        InputError: it took nothing.
    """
    with closing(connect(db)) as con:
        replies = extracted_replies(con, dataset, extractor, our_prompt_id("extract"))
    if not replies:
        raise InputError(
            f"nothing was extracted by {extractor} from replies to {dataset}; `sorites extract"
            f" {dataset} --extractor-model {extractor}` does it"
        )
    return draw(replies, n, seed)

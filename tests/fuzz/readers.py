"""Every reader of files from outside, with documents to begin from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from engine.analysis.datasets.contamination import cutoffs
from engine.ask.prompts.files import own_prompt
from engine.ask.runs.price_file import read_prices
from engine.ask.weights import read_weights
from engine.core.left_out import LeftOut
from engine.core.resources import data_file
from engine.families.justlogic.published.dataset import read_dataset
from engine.families.justlogic.published.results import read_results
from engine.families.logicasker.published.dataset import read_logicasker
from engine.families.logicskills.published.dataset import TASKS, read_task
from engine.io.corpora import FORMATS, read_corpus
from engine.io.published import read_inspect_log, read_lm_eval_samples, read_questions, read_rows
from engine.io.submissions.reading import read_submission
from engine.pipeline.evaluate.run_configuration import configure
from engine.store.responses.journal import read_file
from tests.weights_by_hand import gguf, safetensors

_FIXTURES = Path(__file__).parents[1] / "fixtures"
FOUND = _FIXTURES / "fuzz"
"""Documents that once were too much for a reader, by the reader's name."""

_QUESTION = b'{"id": "1", "passage": "p", "question": "q", "options": ["a", "b"], "answer": "A"}\n'
_TABLE = b'id,passage,question,options,answer\n1,p,q,"[""a"", ""b""]",A\n'
_SAMPLE = (
    b'{"doc": {"id": "x", "prompt": "p"}, "resps": [["Answer: A"]], "acc": 1, "metrics": ["acc"]}\n'
)
_SUBMISSION = (
    b'{"format": "sorites-submission-1", "content_hash": "' + b"0" * 64 + b'", "model": "m",'
    b' "prompt": "zero-shot", "asked_from": "2026-01-01", "asked_to": "2026-01-02",'
    b' "contact": "me"}\n'
    b'{"item": "' + b"1" * 64 + b'", "raw": "Answer: true", "prompt_tokens": 5}\n'
)
_PRICES = (
    b'[[price]]\nmodel = "m"\nsent_usd = 1.0\nreceived_usd = 2\non = 2026-01-01\nsource = "x"\n'
)
_CUTOFFS = b'[[model]]\nnames = ["m", "n"]\ncutoff = 2024-01-31\nsource = "x"\nthird_party = true\n'
_SETTINGS = b'dataset = "d"\nmodel = "m"\ntemperature = 0.5\nconcurrency = 4\n[extra]\ntop_k = 5\n'
_JOURNAL = (
    b'{"response": {"item": "a", "sample": 0, "rotation": 0, "messages": [{"role": "user",'
    b' "content": "q"}], "raw": "Answer: A", "prompt_tokens": 5,'
    b' "asked_at": "2026-01-01T00:00:00+00:00"},'
    b' "grade": {"strict": "A", "lenient": "A", "outcome": "right", "strict_outcome": "right",'
    b' "rule": "line"}, "group": 1}\n'
)


@dataclass(frozen=True)
class Reader:
    """A reader, the ending of its files, and documents that it reads."""

    read: Callable[[Path], object]
    ending: str
    documents: tuple[bytes, ...]


def _corpus(name: str, ending: str) -> Reader:
    folder = _FIXTURES / "arguments" / name.partition("-")[0]
    documents = tuple(path.read_bytes() for path in sorted(folder.rglob(f"*{ending}")))
    return Reader(lambda path: read_corpus(name, path, LeftOut()), ending, documents)


def _published(name: str, ending: str = ".csv") -> tuple[bytes, ...]:
    return ((_FIXTURES / f"published/{name}{ending}").read_bytes(),)


def _task(task: str) -> Reader:
    def read(path: Path) -> object:
        questions = path.with_name(f"questions_{task}.json")
        path.rename(questions)
        try:
            return read_task(questions.parent, task)
        finally:
            questions.unlink()

    return Reader(read, ".json", _published(f"logicskills_{task}", ".json"))


_ENDINGS = {"cdcp": ".ann.json", "am2": ".jsonlist", "arggraph": ".xml", "brat": ".ann"}
_ENDINGS["brat-stance"] = _ENDINGS["brat"]
READERS = {
    **{name: _corpus(name, _ENDINGS.get(name, ".json")) for name in FORMATS},
    "questions": Reader(partial(read_questions, left_out=LeftOut()), ".jsonl", (_QUESTION * 2,)),
    "table": Reader(partial(read_questions, left_out=LeftOut()), ".csv", (_TABLE,)),
    "rows": Reader(lambda path: read_rows(path, ("id",)), ".csv", (_TABLE,)),
    "lm-eval": Reader(lambda path: read_lm_eval_samples(path, "m", None), ".jsonl", (_SAMPLE,)),
    "inspect": Reader(
        lambda path: read_inspect_log(path, None, None),
        ".eval",
        ((_FIXTURES / "harness/inspect.eval").read_bytes(),),
    ),
    "submission": Reader(
        lambda path: read_submission(path, {"0" * 64: "d"}), ".jsonl", (_SUBMISSION,)
    ),
    "prices": Reader(read_prices, ".toml", (_PRICES,)),
    "settings": Reader(lambda path: configure({}, path), ".toml", (_SETTINGS,)),
    "prompt": Reader(
        lambda path: own_prompt.__wrapped__(str(path)),
        ".toml",
        (data_file("prompts/judge.toml").read_bytes(),),
    ),
    "cut-offs": Reader(cutoffs, ".toml", (_CUTOFFS,)),
    "weights": Reader(read_weights.__wrapped__, ".gguf", (gguf(), safetensors())),
    "justlogic": Reader(
        lambda path: read_dataset(path, "test"), ".csv", _published("justlogic_short")
    ),
    "justlogic-results": Reader(
        lambda path: read_results([path]), ".csv", _published("justlogic_results_full")
    ),
    "logicasker": Reader(read_logicasker, ".csv", _published("logicasker")),
    **{f"logicskills-{task}": _task(task) for task in TASKS},
    "journal": Reader(lambda path: list(read_file(path)), ".jsonl", (_JOURNAL,)),
}

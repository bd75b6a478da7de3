"""Questions on a corpus written by a model: a scripted writer and judge behind a real endpoint."""

import hashlib
import json
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli import app
from engine.core.errors import InputError
from engine.decide import verify_item
from engine.families.argqa.arguments import (
    QUESTION_TYPES,
    Proposition,
    Support,
    alike,
    argument_graph,
)
from engine.families.argqa.writing.checks import form_fault, length_fault, reuse_fault, tidy
from engine.families.argqa.writing.planning import plan_writing
from engine.store import connect_read_only, load_items
from tests.loopback import loopback

EDGES = [("a", "b"), ("b", "c"), ("d", "f"), ("e", "f"), ("g", "h"), ("g", "i")]


def _made_up(seed: str, n_words: int = 12) -> str:
    """A sentence of words that no other sentence has."""
    digits = hashlib.sha256(seed.encode()).hexdigest() * 2
    invented = [f"{digits[4 * at : 4 * at + 4]}lo" for at in range(n_words - 3)]
    letters = [word.translate(str.maketrans("0123456789", "aeiouaeiou")) for word in invented]
    return f"The {' '.join(letters)} of town."


SOURCES = {one: _made_up(f"source {one}") for one in "abcdefghi"}
TEXTS = {one: _made_up(one) for one in "abcdefghi"}


@dataclass
class Script:
    """Writer and judge. `sins` are what each wrong option's first attempts are, in order.

    Sentences of the corpus are said anew as `TEXTS`, or as they are if the writer `is_lazy`.
    `yes` and `no` are what the judge says for them, the last one whenever it is asked again.
    """

    sins: tuple[str, ...] = ()
    is_lazy: bool = False
    never: str = "nothing asked holds these words"
    yes: tuple[str, ...] = ("Yes.",)
    no: tuple[str, ...] = ("no",)
    reasons: set[tuple[str, str]] = field(default_factory=set)
    attempts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.reasons |= {(TEXTS[a], TEXTS[b]) for a, b in EDGES}

    def __call__(self, asked: str) -> str:
        if asked.startswith("A: "):
            a, b = re.match(r"A: (.*)\nB: (.*)", asked).groups()
            return self._judged((a, b) in self.reasons, is_again="An earlier attempt" in asked)
        if asked.startswith("The text:"):
            source = asked.partition("The sentence:")[2].strip().splitlines()[0]
            anew = next(TEXTS[one] for one, text in SOURCES.items() if text == source)
            return f"\u201c{source if self.is_lazy else anew}\u201d"
        return self._written(asked)

    def _judged(self, is_reason: bool, *, is_again: bool) -> str:
        shown = self.yes if is_reason else self.no
        return shown[-1 if is_again else 0]

    def _written(self, asked: str) -> str:
        first, second = re.findall(r"Sentence [12]: (.*)", asked)[:2]
        task = asked.partition("An earlier attempt")[0].strip()
        tried = self.attempts[task]
        self.attempts[task] += 1
        if self.never in asked:
            return "It stands so because the town is old."
        if tried < len(self.sins):
            return {
                "pointer": "It has stood beside the old town hall for as many as ninety years.",
                "two": "The town is old. The hall of the town is old as well now.",
                "copy": first,
                "unrelated": _made_up(task + "unrelated"),
            }[self.sins[tried]]
        text = _made_up(task)
        for line in task.splitlines():
            for name, shown in (("Sentence 1", first), ("Sentence 2", second)):
                if line.startswith(f"The new sentence is a reason for {name}"):
                    self.reasons.add((text, shown))
                if line.startswith(f"{name} is a reason for the new sentence"):
                    self.reasons.add((shown, text))
        return text


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Nine sentences in CDCP's format: a linear, a convergent and a divergent triplet."""
    folder = tmp_path / "corpus"
    folder.mkdir()
    order = list("abcdefghi")
    text, offsets = "", []
    for one in order:
        offsets.append([len(text), len(text) + len(SOURCES[one])])
        text += SOURCES[one] + " "
    reasons = [[[order.index(a), order.index(a)], order.index(b)] for a, b in EDGES]
    shown = {
        "evidences": [], "prop_labels": ["fact"] * 9, "prop_offsets": offsets,
        "reasons": reasons, "url": {},
    }  # fmt: skip
    (folder / "00001.txt").write_text(text.rstrip(), encoding="utf-8")
    (folder / "00001.ann.json").write_text(json.dumps(shown), encoding="utf-8")
    return folder


def _generate(corpus: Path, url: str, *more: str) -> tuple[int, str]:
    command = [
        "write-questions",
        str(corpus),
        "--name",
        "own",
        "--db",
        str(corpus.parent / "x.duckdb"),
    ]
    command += ["--writer-model", "w", "--judge-model", "j"]
    command += ["--format", "cdcp", "--base-url", url, "--json", *more]
    return _run(command)


def _run(command: list[str]) -> tuple[int, str]:
    """The exit code and what was printed; bad input is 2, as in `sorites` itself."""
    result = CliRunner().invoke(app, command)
    code = 2 if isinstance(result.exception, InputError) else result.exit_code
    return code, result.stdout


def test_nine_questions_are_written_judged_stored_and_not_paid_for_twice(corpus: Path) -> None:
    with loopback(Script()) as server:
        code, printed = _generate(corpus, server.url)
        assert code == 0
        document = json.loads(printed)
        assert document["items"] == 9
        assert document["cost_usd"] is None
        # 9 paraphrases, 27 wrong options; 9 and 54 relations, each in both directions
        assert document["requests"] == 9 + 27 + 2 * (9 + 54)
        assert {body["model"] for body in server.bodies} == {"w", "j"}
        asked = sum(server.requests.values())
        assert _generate(corpus, server.url, "--replace")[0] == 0
        assert sum(server.requests.values()) == asked
    with connect_read_only(corpus.parent / "x.duckdb") as con:
        items = list(load_items(con, "own"))
    assert [item.role for item in items] == list(QUESTION_TYPES)
    assert all(verify_item(item).agreed for item in items)
    kept = [json.loads(line) for line in Path(document["texts"]).read_bytes().splitlines() if line]
    assert {one["prompt"].split()[0] for one in kept} == {"paraphrase", "distract", "relate"}
    assert all(one["messages"][0]["role"] == "system" and one["text"] for one in kept)


def test_a_writer_that_disobeys_is_given_the_reason_and_asked_again(corpus: Path) -> None:
    with loopback(Script(sins=("pointer", "unrelated"))) as server:
        code, printed = _generate(corpus, server.url)
        document = json.loads(printed)
        assert (code, document["items"]) == (0, 9)
        again = [asked for asked in server.requests if "An earlier attempt" in asked]
    assert document["faults"]["form"] == 27
    assert document["faults"]["relation"] > 0
    assert any("leans on a sentence before it" in asked for asked in again)
    assert any("by a judge" in asked for asked in again)


@pytest.mark.parametrize("sin", ["copy", "two"])
def test_a_writer_that_never_obeys_leaves_nothing(corpus: Path, sin: str) -> None:
    with loopback(Script(sins=(sin,) * 9)) as server:
        code, _ = _generate(corpus, server.url)
        assert code == 2
        # three attempts at the first wrong option of each question, and none at the others
        assert sum("Sentence 1:" in asked for asked in server.requests.elements()) == 27
    assert not (corpus.parent / "x.duckdb").exists()


def test_a_writer_that_copies_the_corpus_leaves_nothing(corpus: Path) -> None:
    with loopback(Script(is_lazy=True)) as server:
        assert _generate(corpus, server.url)[0] == 2
        again = [one for one in server.requests.elements() if "An earlier attempt" in one]
    assert len(again) == 18
    assert all("word for word" in asked for asked in again)


@pytest.mark.parametrize(("n_documents", "expected"), [(30, 30), (3, 3)])
def test_no_document_is_asked_about_in_two_splits(n_documents: int, expected: int) -> None:
    graphs = [
        argument_graph(
            f"document {number}",
            [Proposition(one, _made_up(f"{number} {one}")) for one in "abcdefghi"],
            [Support((a,), b) for a, b in EDGES],
        )
        for number in range(n_documents)
    ]
    plan = plan_writing(graphs, None, strict=True, similar=alike())
    assert len(plan.sets) == expected
    splits = [{plan.splits[one.graph.name] for one in own} for own in plan.sets]
    assert all(len(found) == 1 for found in splits)
    sizes = Counter(split for found in splits for split in found)
    assert sizes == ({"train": 2, "validation": 3, "test": 25} if expected == 30 else {"test": 3})


def test_a_triplet_that_the_judge_sees_otherwise_is_dropped(corpus: Path) -> None:
    script = Script()
    script.reasons.discard((TEXTS["a"], TEXTS["b"]))
    with loopback(script) as server:
        assert _generate(corpus, server.url)[0] == 2


@pytest.mark.parametrize(
    ("yes", "no"),
    [
        ("Yes, A is a reason for B.", "No, A is not a reason for B."),
        ("**Answer:** Yes", "<think>Yes?</think>\n**no**"),
    ],
)
def test_a_judge_is_understood_however_it_words_its_verdict(
    corpus: Path, yes: str, no: str
) -> None:
    with loopback(Script(yes=(yes,), no=(no,))) as server:
        code, printed = _generate(corpus, server.url)
    assert (code, json.loads(printed)["faults"]) == (0, {})


def test_a_judge_that_says_yes_in_other_words_lets_no_wrong_option_pass(corpus: Path) -> None:
    with loopback(Script(no=("Yes, A is a reason for B.",))) as server:
        assert _generate(corpus, server.url)[0] == 2


@pytest.mark.parametrize("expected", ["I cannot judge this.", "", "Yes and no."])
def test_a_judge_without_a_verdict_is_asked_again_and_proves_nothing(
    corpus: Path, expected: str
) -> None:
    with loopback(Script(no=(expected,))) as server:
        command = [
            "write-questions",
            str(corpus),
            "--name",
            "own",
            "--db",
            str(corpus.parent / "x.duckdb"),
        ]
        command += ["--writer-model", "w", "--format", "cdcp"]
        result = CliRunner().invoke(app, [*command, "--base-url", server.url])
        unread = [one for one in server.requests if one.startswith("A: ") and "earlier" in one]
    assert isinstance(result.exception, InputError)
    assert "3 triplets on which the judge gave no verdict" in str(result.exception)
    assert all("does not begin or end with yes or no" in asked for asked in unread)
    # of nine relations, three are no support either way and six are none in one
    assert len(unread) == 3 * 2 + 6


def test_a_verdict_that_comes_when_asked_again_counts(corpus: Path) -> None:
    with loopback(Script(no=("I cannot judge this.", "no"))) as server:
        code, printed = _generate(corpus, server.url)
    assert (code, json.loads(printed)["items"]) == (0, 9)


def test_what_was_received_before_a_fault_is_not_asked_again(corpus: Path) -> None:
    with loopback(Script(), faults=["400"] * 3) as server:
        code, _ = _generate(corpus, server.url)
        assert code == 2
        assert _generate(corpus, server.url)[0] == 0
        assert set(server.answered.values()) == {1}


def test_what_it_takes_is_stated_beforehand(corpus: Path) -> None:
    prices = corpus.parent / "prices.toml"
    entry = '[[price]]\nmodel = "{}"\nsent_usd = 1\nreceived_usd = 2\n'
    entry += 'on = 2026-11-01\nsource = "the test"\n'
    prices.write_text(entry.format("w") + entry.format("j"), encoding="utf-8")
    url = "http://127.0.0.1:9/v1"
    code, printed = _generate(corpus, url, "--dry-run", "--prices", str(prices))
    document = json.loads(printed)
    assert (code, document["questions"], document["texts"], document["judgements"]) == (
        0,
        9,
        36,
        126,
    )
    assert 0 < document["cost_usd"] < 1


def test_a_writer_and_the_format_of_the_corpus_have_to_be_named(corpus: Path) -> None:
    assert _run(["write-questions", str(corpus), "--writer-model", "w"])[0] == 2
    assert _run(["write-questions", str(corpus), "--format", "cdcp"])[0] == 2


def test_sentences_are_held_to_their_rules() -> None:
    assert tidy('"The lamp is dim."\n') == "The lamp is dim."
    assert form_fault("The lamp in the hall is dim.") is None
    assert "leans on" in (form_fault("Their lamp in the hall is dim.") or "")
    assert "points elsewhere" in (form_fault("The hall is for that reason dark.") or "")
    assert "more than one" in (form_fault("The lamp is dim. The hall is dark.") or "")
    assert "because" in (form_fault("The hall is dark because the lamp is dim.") or "")
    assert length_fault("The lamp is dim.", 5, 9) == "it has 4 words, not 5 to 9"
    assert reuse_fault("So we hear that the lamp is dim.", ["The lamp is dim."])
    assert reuse_fault("The gardener waters tulips.", ["The lamp is dim."]) is None

"""Laws of reading, over every kind of answer: what changes a reading, and what must not."""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.items import AnswerKind, Item, Option, Outcome
from engine.core.kinds import QuestionKind
from engine.decide.entailment import label_options
from engine.grade import grade
from tests.examples import examples
from tests.grade.test_formal_grading import ARGUMENT, DOMAIN, SENTENCE, SIX
from tests.items_by_hand import triple

LABELLED = triple(0)[0]
LETTERED = tuple(
    Option(key, f"Person {n} owns the {thing}", "open")
    for n, (key, thing) in enumerate(
        zip("ABCDEFGHIJ", ["fish", "cat", "dog", "bee", "owl"] * 2, strict=True)
    )
)
PLAIN_STRUCTURE = '{"domain": [0, 1, 2], "a": 0, "M": [0, 1], "R": [[1, 0]]}'


class Asked(NamedTuple):
    """A question, answers to it as written and as read, and the question as text."""

    item: Item
    answers: tuple[tuple[str, str], ...]
    question: str


def choice(n: int) -> Asked:
    item = dataclasses.replace(LABELLED, options=LETTERED[:n], gold="A", hash="")
    text = "\n".join(f"{option.key}. {option.text}" for option in item.options)
    keys = tuple((option.key, option.key) for option in item.options)
    return Asked(item, keys, f"{item.question}\n{text}")


def labels(form: str) -> Asked:
    options = label_options(QuestionKind(form), "yes" if form == "two-way" else "follows")
    item = dataclasses.replace(LABELLED, options=options, gold=options[0].key, hash="")
    keys = tuple((option.key, option.key) for option in options)
    return Asked(item, keys, "Can we infer the following from them, yes or no?")


_STATEMENTS = "\n".join(f"{option.key}. {option.text}" for option in SIX.options)
ASKED = {
    "label": Asked(
        LABELLED,
        tuple((key, key) for key in ("true", "false", "uncertain")),
        "Is the statement true, false or uncertain?",
    ),
    "two-way": labels("two-way"),
    "choice of four": choice(4),
    "choice of ten": choice(10),
    "set": Asked(
        dataclasses.replace(SIX, gold="2,5"),
        (("2, 5", "2,5"), ("4", "4"), ("none", "none"), ("1, 3, 6", "1,3,6")),
        f"Which of these statements must be true in this situation?\n{_STATEMENTS}",
    ),
    "formula": Asked(
        SENTENCE,
        (("∀x (M(x) → R(x, a))", "∀x (M(x) → R(x, a))"), ("∃x M(x)", "∃x M(x)")),
        "Sentence:\nEvery otter followed Agnes.\n\nKey:\nM(x): x is an otter\na: Agnes",
    ),
    "structure": Asked(
        ARGUMENT,
        ((PLAIN_STRUCTURE, DOMAIN),),
        "Domain: {0, 1, 2}\n1. ∃x (M(x) ∧ R(x, a))\n2. M(a)",
    ),
}
DRESSES = (
    "Answer: {}",
    "answer: {}",
    "**Answer:** {}",
    "**Answer**: {}",
    "Answer:\n{}",
    "### Answer:\n\n{}",
    "Final Answer: {}",
    "Answer: `{}`",
    "Answer: ${}$",
    "Answer: \\({}\\)",
    "> Answer: {}",
    "- Answer: {}",
    "<answer>{}</answer>",
    "<answer>\n{}\n</answer>",
    "<final_answer>{}</final_answer>",
    "<|begin_of_box|>{}<|end_of_box|>",
    "\\boxed{{{}}}",
    "$$\\boxed{{{}}}$$",
    "\\[ \\boxed{{{}}} \\]",
    "\\[\n\\boxed{{{}}}\n\\]",
    "The final answer is $\\boxed{{{}}}$.",
    "Answer：{}",
    "Antwort: {}",
    "答案：{}",
    "Respuesta: {}",
)
TEXT_DRESSES = ("\\boxed{{\\text{{{}}}}}", "Answer: \\textbf{{{}}}", '{{"answer": "{}"}}')
"""Dresses that would change a formula or a structure."""
TOKENS = (
    "</s>",
    "<|im_end|>",
    "<|eot_id|>",
    "<|endoftext|>",
    "<|end|>",
    "<|return|>",
    "<eos>",
    "<end_of_turn>",
    "<｜end▁of▁sentence｜>",
    "[EOS]",
    "<|END_OF_TURN_TOKEN|>",
    "<|im_end|>\n<|im_start|>user\nAnswer: B",
)
THOUGHTS = (
    "<think>{}</think>",
    "<thinking>\n{}\n</thinking>\n\n",
    "[THINK]{}[/THINK]",
    "◁think▷{}◁/think▷",
    "<|channel|>analysis<|message|>{}<|end|><|start|>assistant<|channel|>final<|message|>",
    "<reasoning>{}</reasoning>",
    "<|begin_of_thought|>{}<|end_of_thought|>",
    "{}</think>",
    "<seed:think>{}</seed:think>",
    "<|channel>thought\n{}<channel|>",
)
REMARKS = (
    "I hope this helps!",
    "Let me know if you have any questions.",
    "Thank you.",
    "Feel free to ask for more.",
    "This is my final answer.",
    "I am confident in this.",
    "---",
    "🙂",
    "Is there anything else you want to know?",
    "Happy to help!",
)
PLANS = (
    "Let us go through this step by step.",
    "To answer the question, we need to look at each premise in turn:",
    "First, let me restate the question.",
    "I will analyze each statement and then give the answer.",
)  # fmt: skip
NAMES = st.sampled_from(sorted(ASKED))


def dresses(name: str) -> tuple[str, ...]:
    return DRESSES if name in ("formula", "structure") else DRESSES + TEXT_DRESSES


@st.composite
def replies(draw: st.DrawFn) -> tuple[Asked, str, str, str]:
    """A question, a reply that announces an answer in some dress, the answer, and its reading."""
    name = draw(NAMES)
    asked = ASKED[name]
    written, read = draw(st.sampled_from(asked.answers))
    before = draw(
        st.sampled_from(("", f"{asked.question}\n\n", *(f"{plan}\n\n" for plan in PLANS)))
    )
    text = before + draw(st.sampled_from(dresses(name))).format(written)
    return asked, text, written, read


def reading(item: Item, text: str, finish_reason: str | None = None) -> str | None:
    return grade(item, text, finish_reason=finish_reason).lenient


@given(replies())
@examples(1000)
def test_no_dress_changes_the_answer(reply: tuple[Asked, str, str, str]) -> None:
    asked, text, _, read = reply
    assert reading(asked.item, text) == read


@given(replies(), st.sampled_from(TOKENS))
@examples(1000)
def test_no_token_at_the_end_changes_the_reading(
    reply: tuple[Asked, str, str, str], token: str
) -> None:
    asked, text, _, _ = reply
    assert grade(asked.item, text + token) == grade(asked.item, text)


@given(replies(), st.sampled_from(THOUGHTS), replies())
@examples(1000)
def test_no_closed_thinking_changes_the_reading(
    reply: tuple[Asked, str, str, str], thought: str, inner: tuple[Asked, str, str, str]
) -> None:
    asked, text, _, _ = reply
    assert grade(asked.item, thought.format(inner[1]) + text) == grade(asked.item, text)


@given(replies(), st.sampled_from(THOUGHTS[:-3]))
@examples(300)
def test_thinking_left_open_is_cut_off(reply: tuple[Asked, str, str, str], thought: str) -> None:
    asked, text, _, _ = reply
    verdict = grade(asked.item, thought.partition("{}")[0] + text)
    assert (verdict.lenient, verdict.outcome) == (None, Outcome.CUT_OFF)


@given(replies(), st.sampled_from(REMARKS), st.sampled_from((" ", "\n", "\n\n")))
@examples(1000)
def test_no_harmless_sentence_after_it_changes_the_answer(
    reply: tuple[Asked, str, str, str], remark: str, gap: str
) -> None:
    asked, text, _, read = reply
    closed = (
        text if text.endswith((".", ">", "]", "$", "}")) else f"{text}{'.' if gap == ' ' else ''}"
    )
    assert reading(asked.item, f"{closed}{gap}{remark}") == read


@given(NAMES, st.data(), st.sampled_from(REMARKS))
@examples(300)
def test_an_answer_alone_stays_one_before_a_harmless_sentence(
    name: str, data: st.DataObject, remark: str
) -> None:
    asked = ASKED[name]
    written, read = data.draw(st.sampled_from(asked.answers))
    for text in (written, f"{written}\n\n{remark}", f"{written}\n{remark}"):
        assert reading(asked.item, text) == read


@given(replies(), st.floats(0, 1), st.sampled_from(("length", "max_tokens", "MAX_TOKENS")))
@examples(500)
def test_a_reply_cut_anywhere_is_cut_off(
    reply: tuple[Asked, str, str, str], where: float, finish_reason: str
) -> None:
    asked, text, _, read = reply
    verdict = grade(asked.item, text[: round(where * len(text))], finish_reason=finish_reason)
    assert (verdict.strict, verdict.lenient) == (None, None)
    assert verdict.outcome is verdict.strict_outcome is Outcome.CUT_OFF
    if asked.item.answer_kind is not AnswerKind.STRUCTURE:
        whole = grade(asked.item, text, finish_reason=finish_reason)
        assert whole.evidence is not None
        assert read in whole.evidence


@given(replies(), replies())
@examples(1000)
def test_of_two_announced_answers_the_later_counts(
    first: tuple[Asked, str, str, str], second: tuple[Asked, str, str, str]
) -> None:
    asked, text, _, read = second
    former = dresses_of(asked, first)
    reply = f"{former}\n\nWait, I misread a premise and have to start again.\n\n{text}"
    assert reading(asked.item, reply) == read


def dresses_of(asked: Asked, other: tuple[Asked, str, str, str]) -> str:
    """The other reply, if it is to the same question, or an answer to this one."""
    return other[1] if other[0] is asked else f"Answer: {asked.answers[-1][0]}"


@given(NAMES, st.sampled_from(PLANS), st.booleans())
@examples(100)
def test_the_question_repeated_and_a_plan_state_nothing(
    name: str, plan: str, is_planned: bool
) -> None:
    asked = ASKED[name]
    text = f"{asked.question}\n\n{plan}" if is_planned else asked.question
    verdict = grade(asked.item, text)
    assert (verdict.strict, verdict.lenient) == (None, None)


LETTER_TEMPLATES = (
    "{}", "{}.", "{})", "({})", "[{}]", "**{}**", "*{}*", "`{}`", "“{}”", "Option {}", "{}\n",
    "option {} is correct", "The answer is {}", "The correct option is {}", "I choose {}.",
    "So it must be {}.", "Therefore {}.", "{} is correct.", "{} follows.", "Only {} follows.",
    "It's {}", "Answer: {} because it follows", "Answer: {} since it follows",
    "Answer: {}; the rest fail", "Answer: {}, as shown", "Answer: {} is the one that follows",
    "Answer: Letter {}", "{}: Person", "Answer: {} ✓", "✅ {}", "→ {}", "Hence, {}", "{}?", "{}!",
    "Conclusion: {}", "Answer: #{}", "Answer: <{}>", "Answer: {} supports it", "{} seems right",
    "The answer is {} among these", "Answer: {} kettle", "We know that {} is wrong.", "我选择 {}",
    "正解は{}です。", "Answer: {} or so", "{} {}", "{} and nothing else", "Answer: not {}",
)  # fmt: skip


@pytest.mark.parametrize("template", LETTER_TEMPLATES)
def test_which_letter_was_chosen_never_changes_whether_it_is_read(template: str) -> None:
    item = ASKED["choice of ten"].item
    for case in (str.upper, str.lower):
        read = {
            key: reading(item, template.replace("{}", case(key)))
            for key in "ABCDEFGH" + ("" if case is str.lower else "J")
        }
        assert len({answer == key for key, answer in read.items()}) == 1, read
        assert set(read.values()) <= {None, *"ABCDEFGHIJ"}


@given(st.permutations(range(4)), st.sampled_from(LETTER_TEMPLATES), st.sampled_from("ABCD"))
@examples(200)
def test_renaming_the_options_renames_the_answer(
    order: list[int], template: str, letter: str
) -> None:
    asked = ASKED["choice of four"].item
    shown = [asked.options[place] for place in order]
    options = tuple(
        Option(key, option.text, option.role) for key, option in zip("ABCD", shown, strict=True)
    )
    renamed = dataclasses.replace(asked, options=options, gold="A", hash="")
    text = template.replace("{}", letter)
    assert reading(renamed, text) == reading(asked, text)
    by_text = [reading(one, f"Answer: {shown[0].text}") for one in (renamed, asked)]
    assert by_text == ["A", asked.options[order[0]].key]

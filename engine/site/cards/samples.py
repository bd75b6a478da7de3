"""Items made for pages: exactly what a model sees, and the right answer folded away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.analysis.boards.score import ENGLISH
from engine.core.items import Item
from engine.core.kinds import has_graph, is_in_formulas
from engine.pipeline.generate.samples import sampled, sampled_group
from engine.pipeline.generate.suites import SuiteEntry
from engine.show.drawings.support_drawing import drawing
from engine.show.drawings.support_layout import support_layout
from engine.show.evidence.explanation import explain
from engine.show.evidence.questions import PLAIN, plainly_asked
from engine.show.tables.html import Column, code, table, text
from engine.show.texts.escaping import escape
from engine.show.texts.families import card_of, words_of
from engine.show.texts.names import value_name
from engine.show.texts.notices import item_anchor


def examples_section(family: str) -> str:
    """The family's examples; instructions that repeat are shown once."""
    card = card_of(family)
    items = [item for sample in card.examples for item in sampled(family, sample)]
    source = "For training" if card.printable else "Made for this page, not part of any data set"
    shown = f"<p>{source}. The prompt is <code>{PLAIN}</code>.</p>"
    return "\n\n".join([shown, *_asked(items, "Example")]) + "\n"


def suite_examples(entries: Sequence[SuiteEntry]) -> str:
    """A group of each data set of a suite, made by its recipe with another seed."""
    blocks = [
        "<p>Made for this page by the suite’s recipes with a different seed, so not part of its"
        f" data sets. The prompt is <code>{PLAIN}</code>; instructions precede each question, and"
        " are shown once while they stay the same.</p>"
    ]
    for entry in entries:
        blocks.append(f"### {escape(entry.name)} {{: #examples-{entry.name} }}")
        blocks += _asked(sampled_group(entry.spec), None)
    return "\n\n".join(blocks)


def _asked(items: Sequence[Item], heading: str | None) -> Iterator[str]:
    shown = None
    for number, item in enumerate(items, 1):
        system, _ = plainly_asked(item)
        if system != shown:
            yield message_block("system", system)
        shown = system
        if heading:
            yield f"### {heading} {number}: {escape(item_kind(item))}"
        yield from _shown(item)


def item_kind(item: Item) -> str:
    """What an item asks and what it shows, in words for a heading."""
    traits, family = item.traits, item.family
    parts = [
        _task(item),
        traits.structure if has_graph(item) else None,
        f"depth {traits.depth}" if traits.depth else None,
        None if traits.language == ENGLISH else value_name("language", traits.language, family),
    ]
    return ", ".join(part for part in parts if part)


def _task(item: Item) -> str:
    """The task of an item's type; without one, its role and the argument form that it rests on."""
    task, form = item.traits.question_type or "", item.traits.root_form
    if task and not item.traits.skill:
        return words_of(item.family).tasks.get(task, task)
    role = value_name("role", item.role, item.family)
    if form is None:
        return role
    named = value_name("root_form", form, item.family)
    return f"{named}: {role}" if item.traits.skill else f"{role} by {named.lower()}"


def _shown(item: Item) -> Iterator[str]:
    yield message_block("user", plainly_asked(item)[1])
    yield f"{item_anchor(item.hash)}{folded_answer(item)}"


def message_block(role: str, content: str) -> str:
    """A message to a model, verbatim."""
    return f'<div class="el-message"><p>{role}</p><pre>{escape(content)}</pre></div>'


def folded_answer(item: Item) -> str:
    """The right answer and why, folded away."""
    return f'<details class="el-fold"><summary>The answer and why</summary>{answer(item)}</details>'


def answer(item: Item) -> str:
    """The right answer, its reason (proof or countermodel), formulas and letters."""
    reasons = "".join(f"<p>{escape(sentence)}</p>" for sentence in explain(item))
    drawn = drawing(support_layout(item)) if has_graph(item) else ""
    return (
        f"<p>Right answer: <strong>{escape(item.gold)}</strong></p>{drawn}{reasons}"
        f"{'' if drawn else _formulas(item)}"
    )


def _formulas(item: Item) -> str:
    """Each sentence with its formula, and the meaning of the letters."""
    if not item.premises and not item.query:
        return ""
    chosen = [option for option in item.options if option.text != option.key]
    n_asked = len(item.query) - len(chosen)
    names = [
        *(f"({number})" for number in range(1, len(item.premises) + 1)),
        *(["asked about"] * n_asked),
        *(option.key for option in chosen),
    ]
    sentences = [*item.passage, *[item.question] * n_asked, *(option.text for option in chosen)]
    formulas = [*item.premises, *item.query]
    has_words = len(sentences) == len(formulas) and not is_in_formulas(item)
    columns = [Column("part"), *([Column("sentence")] if has_words else []), Column("formula")]
    rows = [
        [text(name), *([text(sentences[at])] if has_words else []), code(formula)]
        for at, (name, formula) in enumerate(zip(names, formulas, strict=False))
    ]
    letters = [[code(symbol.atom), text(symbol.text)] for symbol in item.symbols]
    known = table("Meaning of the letters", (Column("letter"), Column("clause")), letters)
    return (
        '<details class="el-fold"><summary>All formulas and letters</summary>'
        f"{table('Formulas', columns, rows)}{known if letters else ''}</details>"
    )

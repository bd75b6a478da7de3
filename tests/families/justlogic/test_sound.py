"""The sound recipe: triples and contrasts, the plan, dials, proofs and English."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from statistics import fmean

import pytest

from engine.core.errors import InputError
from engine.core.items import Item
from engine.decide import verify_group
from engine.families.justlogic import ITEMS_PER_DEPTH
from engine.families.justlogic.params import Params, arguments, sound_cell
from engine.logic import And, Formula, Implies, Not, Or, Predicate, parse
from engine.logic.proofs.proof import CATEGORICAL_FORMS
from engine.pipeline.generate.generation import make_spec
from tests.samples import Sample

N_DEPTHS = 7
CONTRAST = 3
"""Triples of a contrast: one for each level of distractors."""
FORMS = (*CATEGORICAL_FORMS, "reductio_ad_absurdum", "disjunction_elimination")
ALL_KINDS = "none, unrelated 5, broken 5, redundant 18"


def items(n: int, **settings: str) -> list[Item]:
    return list(Sample(make_spec("justlogic", settings, 5, n)))


DEFAULT = Sample(make_spec("justlogic", {}, 5, 3 * CONTRAST * N_DEPTHS * 12))


def triples(made: Sequence[Item] | Sample) -> Iterator[tuple[Item, ...]]:
    made = list(made)
    return zip(made[::3], made[1::3], made[2::3], strict=True)


def n_words(item: Item) -> int:
    return sum(len(sentence.split()) for sentence in item.passage)


def correlation(xs: list[float], ys: list[float]) -> float:
    mx, my = fmean(xs), fmean(ys)
    both = sum((x - mx) * (y - my) for x, y in zip(xs, ys, strict=True))
    return both / (sum((x - mx) ** 2 for x in xs) * sum((y - my) ** 2 for y in ys)) ** 0.5


# The plan


def test_the_default_set_is_balanced_over_labels_depths_distractors_structures_and_splits() -> None:
    params = Params()
    n_groups = ITEMS_PER_DEPTH * N_DEPTHS // 3
    plan = [sound_cell(params, group) for group in range(n_groups)]
    cells = Counter((c.depth, str(c.distractors), c.argument, c.split) for c in plan)
    per = {"train": 6, "validation": 3, "test": 9}
    for depth, level in product(range(1, 8), params.levels):
        for argument, often in Counter(arguments(depth)).items():
            for split, n in per.items():
                assert cells[depth, str(level), argument, split] == n * often


def test_the_default_test_split_has_fifty_determined_items_of_each_form_at_depth_1() -> None:
    params = Params()
    plan = [sound_cell(params, group) for group in range(ITEMS_PER_DEPTH * N_DEPTHS // 3)]
    found = Counter(c.argument for c in plan if c.depth == 1 and c.split == "test")
    assert len(found) == len(FORMS)
    assert all(2 * n >= 50 for n in found.values())


def test_the_members_of_a_triple_differ_at_few_joints() -> None:
    for members in triples(DEFAULT):
        assert [item.gold for item in members] == ["true", "false", "uncertain"]
        assert len({(item.question, item.symbols, len(item.passage)) for item in members}) == 1
        changed = sum(
            len(set(texts)) > 1 for texts in zip(*(i.passage for i in members), strict=True)
        )
        assert (
            1 <= changed <= 10
        )  # in either block up to four, and a last premise of another display


def test_triples_of_a_contrast_have_one_skeleton_and_differ_in_distractors() -> None:
    contrasts: dict[str | None, list[Item]] = {}
    for item in DEFAULT:
        contrasts.setdefault(item.traits.contrast, []).append(item)
    for members in contrasts.values():
        levels = [item.traits.distractors for item in members[::3]]
        assert levels == ["none", "unrelated 4", "broken 4"]
        assert len({(i.traits.depth, i.traits.structure, i.split) for i in members}) == 1
        assert len({item.question for item in members}) == len(levels)


# Proofs


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"distractors": ALL_KINDS, "loops": "true"},
        {"min_depth": "30", "max_depth": "30", "words": "0"},
        {"order": "forward", "wording": "plain", "max_depth": "4"},
        {"order": "backward", "min_depth": "8", "max_depth": "15", "distractors": "broken 12"},
    ],
    ids=lambda settings: "-".join(settings.values()) or "default",
)
def test_everything_stored_is_derived_again(settings: dict[str, str]) -> None:
    """Label, shortest proof with its steps and height, valuations and the reading of each text."""
    for members in triples(items(3 * 48, **settings)):
        assert [found.problem for found in verify_group(members)] == [None] * 3


def test_the_root_form_is_that_of_the_last_step_of_the_proof() -> None:
    for item in DEFAULT:
        steps = item.certificate.steps
        assert item.traits.forms == tuple(step.form for step in steps)
        assert item.traits.root_form == (steps[-1].form if steps else None)
        assert bool(steps) is (item.gold != "uncertain")
        assert len(steps) in (0, item.traits.depth)


def test_each_form_concludes_at_depth_1_as_often_as_any_other() -> None:
    found = Counter(i.traits.root_form for i in DEFAULT if i.traits.depth == 1 and i.traits.forms)
    assert set(found) == set(FORMS)
    assert len(set(found.values())) == 1


# Dials


def test_no_dial_moves_another() -> None:
    made = [item for item in DEFAULT if item.gold == "true"]
    depth = [float(item.traits.depth or 0) for item in made]
    length = [float(n_words(item)) for item in made]
    linked = [float(item.traits.distractors != "none") for item in made]
    for one, other in ((depth, linked), (linked, length), (depth, length)):
        assert abs(correlation(one, other)) < 0.2
    assert abs(correlation(depth, linked)) < 1e-9


def test_every_passage_is_as_long_as_asked() -> None:
    assert all(abs(n_words(item) - 360) <= 35 for item in DEFAULT)
    short = items(90, words="200", max_depth="2")
    assert abs(fmean(map(n_words, short)) - 200) < 10


def test_distractors_are_of_their_kind_and_number() -> None:
    made = items(3 * 4 * 14, distractors=ALL_KINDS, words="0")
    for true, *_ in triples(made):
        n_own = sum(len(block) for block in about(true))
        kind, _, number = (true.traits.distractors or "").partition(" ")
        n_extra = len(true.premises) - n_own
        n_blocks = len(about(true))
        other = 2 if true.traits.depth == 1 and "chain" in (true.traits.structure or "") else 0
        assert n_blocks == {"none": 2, "unrelated": 2, "broken": 3, "redundant": 4}[kind]
        assert n_extra == other + (5 if kind == "unrelated" else 0)
        if kind in ("broken", "redundant"):
            skeleton = skeletons_of(true)
            assert n_own == 2 * skeleton + int(number)


def skeletons_of(item: Item) -> int:
    """Premises of one of the two blocks about the statement."""
    depth = item.traits.depth or 0
    return depth + 1 + (item.traits.structure == "disjunction elimination")


def about(item: Item) -> list[set[int]]:
    """The blocks of premises that hang on the statement: linked, but not through it."""
    asked = names(parse(item.query[0]))
    rest = [names(parse(premise)) for premise in item.premises]
    left, found = set(range(len(rest))), []
    while left:
        block, todo = set[int](), [left.pop()]
        while todo:
            at = todo.pop()
            block.add(at)
            near = {o for o in left if (rest[o] - asked) & (rest[at] - asked)}
            left -= near
            todo += near
        if any(rest[at] & asked for at in block):
            found.append(block)
    return found


def names(formula: Formula) -> set[str]:
    if isinstance(formula, Predicate):
        return {formula.name}
    return set().union(*map(names, formula.children))


def test_premises_come_in_the_order_asked_for() -> None:
    """Forward, the statement stands in the last premise of each chain; backward, in the first."""
    for order, at in (("forward", -1), ("backward", 0)):
        for item in items(180, order=order, words="0", distractors="none"):
            if item.traits.structure == "chain":
                asked = names(parse(item.query[0]))
                for block in about(item):
                    ends = sorted(block)
                    assert names(parse(item.premises[ends[at]])) & asked


def test_plain_wording_has_one_expression_for_each_connective() -> None:
    for item in items(180, wording="plain"):
        for sentence, premise in zip(item.passage, item.premises, strict=True):
            match parse(premise):
                case Implies():
                    assert re.match(r"If .*, then ", sentence)
                case Or():
                    assert re.match(r"Either .* or .*, or both\.", sentence)
                case Not(operand=And()):
                    assert re.match(r"It cannot be both that .* and that ", sentence)
                case _:
                    assert not re.match(r"In fact|As it happens", sentence)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"distractors": "few"}, "has no level 'few'"),
        ({"distractors": "broken 1"}, "at least 2 here, not 1"),
        ({"distractors": "redundant 6"}, "at least 18 here, not 6"),
        ({"distractors": "redundant 19"}, "an even number"),
        ({"depth_measure": "height"}, "only the faithful recipe"),
        ({"recipe": "faithful", "words": "100"}, "has no words"),
        ({"recipe": "faithful", "max_depth": "20"}, "depths up to 15"),
    ],
)
def test_settings_that_cannot_be_are_refused(settings: dict[str, str], expected: str) -> None:
    with pytest.raises(InputError, match=expected):
        make_spec("justlogic", settings, 1)


# English

_WRAPPER = re.compile(
    r"\b(true|false|untrue|incorrect|correct|the case|fact|happens|assert\w*|statement)\b", re.I
)


def test_sentences_are_short_without_quotations_and_seldom_wrapped() -> None:
    sentences = [sentence for item in DEFAULT for sentence in (*item.passage, item.question)]
    assert max(len(sentence.split()) for sentence in sentences) <= 30
    assert not any(mark in sentence for sentence in sentences for mark in '“”‘"')
    wrapped = sum(
        bool(_WRAPPER.search(frame(sentence, item)))
        for item in DEFAULT
        for sentence in item.passage
    )
    assert wrapped < len(sentences) / 10


def frame(sentence: str, item: Item) -> str:
    """A sentence without its propositions."""
    low = sentence.lower()
    for symbol in item.symbols:
        low = low.replace((symbol.negation or "").lower(), "").replace(symbol.text.lower(), "")
    return low


def test_a_denied_statement_has_its_own_negative_sentence() -> None:
    for item in DEFAULT:
        negations = {symbol.negation for symbol in item.symbols}
        asked = item.question.removesuffix(".")
        texts = {symbol.text for symbol in item.symbols}
        known = {text[0].upper() + text[1:] for text in (negations | texts) if text} | negations
        assert asked in known

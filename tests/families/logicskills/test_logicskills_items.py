"""What the items of LogicSkills promise: in three tasks, in two languages, with what shows it."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import orjson
import pytest

from engine.core.items import AnswerKind, Item, StructureCertificate
from engine.decide import verify_item
from engine.decide.models import structure_of
from engine.families.logicskills.language import TYPES, Palette, draw_tree, formula_of
from engine.families.logicskills.samples import everywhere, truth
from engine.logic import Forall, Quantified, negate, parse, postorder
from engine.logic.first_order.entailment import all_hold_for_z3, follows, follows_for_z3
from engine.logic.first_order.models import find_countermodel, find_model
from engine.logic.first_order.structures import Structure, holds
from engine.pipeline.generate.generation import difference_from_remade, make_spec
from tests.examples import SAME_TEST
from tests.samples import Later, Sample
from tests.store.material import through_rows


def made(n_groups: int, **settings: str) -> list[Item]:
    spec = make_spec("logicskills", settings, 7, 2 * n_groups)
    return list(Sample(spec))


SYMBOLIZATIONS = Later(lambda: made(len(TYPES), max_depth="3"))
COUNTERMODELS = Later(lambda: made(6, task="countermodel"))
VALIDITIES = Later(lambda: made(6, task="validity"))
EVERY = Later(lambda: (*SYMBOLIZATIONS, *COUNTERMODELS, *VALIDITIES))


def certificate(item: Item) -> StructureCertificate:
    assert isinstance(item.certificate, StructureCertificate)
    return item.certificate


def test_every_item_verifies_and_is_made_again_field_by_field() -> None:
    for item in EVERY:
        found = verify_item(item)
        assert found.agreed, found.problem
        assert found.verdict == item.gold == item.intended
        assert difference_from_remade(item) is None


def test_items_come_back_from_the_store_as_they_were() -> None:
    assert through_rows(EVERY) == list(EVERY)


def test_english_and_carroll_are_one_question_in_other_words() -> None:
    for items in (SYMBOLIZATIONS, VALIDITIES):
        for english, carroll in zip(items[::2], items[1::2], strict=True):
            assert (english.role, carroll.role) == ("en", "carroll")
            assert (english.premises, english.query) == (carroll.premises, carroll.query)
            assert english.gold == carroll.gold
            assert english.traits == replace(carroll.traits, language="en")
            roles = [[option.role for option in item.options] for item in (english, carroll)]
            assert roles[0] == roles[1]
            assert not set(english.passage) & set(carroll.passage)


def test_every_type_of_sentence_takes_its_turn() -> None:
    assert [item.traits.root_form for item in SYMBOLIZATIONS[::2]] == list(TYPES)


def test_a_sentence_to_be_symbolized_says_something() -> None:
    for item in SYMBOLIZATIONS:
        assert item.answer_kind is AnswerKind.FORMULA
        formula = parse(item.gold)
        true, false = certificate(item).models
        assert holds(structure_of(true), formula)
        assert not holds(structure_of(false), formula)
        shown = {symbol.atom.partition("(")[0] for symbol in item.symbols}
        assert all(letter in item.gold for letter in shown)


def read(text: str) -> Structure:
    document = orjson.loads(text)
    extensions = {
        (name, 2 if rows and isinstance(rows[0], list) else 1): frozenset(
            tuple(row) if isinstance(row, list) else (row,) for row in rows
        )
        for name, rows in document["predicates"].items()
    }
    return Structure(len(document["domain"]), extensions, document["constants"])


@pytest.mark.parametrize("domain", ["3", "4", "5"])
def test_the_gold_structure_has_the_size_asked_for_and_refutes_the_argument(domain: str) -> None:
    for item in made(3, task="countermodel", domain=domain):
        structure = read(item.gold)
        assert structure.size == int(domain)
        assert all(holds(structure, parse(premise)) for premise in item.premises)
        [conclusion] = item.query
        assert not holds(structure, parse(conclusion))
        both = [parse(formula) for formula in (*item.premises, conclusion)]
        for formula in both:
            assert all_hold_for_z3(structure, [formula]) == holds(structure, formula)
        assert not all_hold_for_z3(structure, both)
        assert find_model(both, 5) is not None, "premises that contradict it make it too easy"


def test_what_follows_needs_the_premises_that_are_named_and_not_one_fewer() -> None:
    for item in VALIDITIES:
        premises, query = [*map(parse, item.premises)], [*map(parse, item.query)]
        [at] = [int(key) - 1 for key in item.gold.split(",")]
        sources = certificate(item).options[at].sources
        assert sources is not None
        assert item.traits.depth == len(sources) >= 2
        needed = (premises[0], *(premises[source] for source in sources))
        assert follows(needed, query[at])
        assert follows_for_z3(needed, query[at])
        for some in combinations(premises[1:], len(sources) - 1):
            assert find_countermodel([premises[0], *some], query[at], 4) is not None


def test_what_does_not_follow_fails_in_its_structure() -> None:
    for item in VALIDITIES:
        premises, query = [*map(parse, item.premises)], [*map(parse, item.query)]
        grounds = certificate(item).options
        assert len(query) == len(grounds) == 6
        for option, formula, ground in zip(item.options, query, grounds, strict=True):
            if option.role == "gold":
                continue
            structure = structure_of(ground.models[0])
            assert all(holds(structure, premise) for premise in premises)
            assert not holds(structure, formula)
            assert (option.role == "contradicted") is (follows(tuple(premises), negate(formula)))


def pattern(formula: str) -> str:
    """The formula with one letter for all of a sort."""
    sorts = ("MNO", "FGHIJKL", "PQR", "abc")
    return formula.translate({ord(one): letters[0] for letters in sorts for one in letters})


def test_all_options_are_one_sentence_in_other_letters() -> None:
    for item in VALIDITIES:
        assert len({pattern(formula) for formula in item.query}) == 1
        assert len(set(item.query)) == 6


def test_options_are_about_what_premises_speak_of_and_say_different_things() -> None:
    for item in VALIDITIES[::2]:
        formulas = [*map(parse, item.query)]
        shown, known = (
            {n.name for formula in some for n in postorder(formula) if hasattr(n, "name")}
            for some in (formulas, map(parse, item.premises))
        )
        assert shown <= known
        for one, other in combinations(formulas, 2):
            assert find_countermodel([one], other, 5) or find_countermodel([other], one, 5)
        assert sum(option.role == "open" for option in item.options) >= 2


@pytest.mark.parametrize(("right", "n"), [("0", 0), ("2", 2)])
def test_none_or_more_than_one_of_the_statements_can_follow(right: str, n: int) -> None:
    for item in made(1, task="validity", right=right):
        assert sum(option.role == "gold" for option in item.options) == n
        assert item.gold == ",".join(o.key for o in item.options if o.role == "gold") or n == 0
        assert verify_item(item).agreed


@pytest.mark.parametrize(
    ("premises", "needed", "max_depth"),
    [
        ("3", 3, "2"),
        pytest.param("5", 5, "2", marks=pytest.mark.full(quick=SAME_TEST)),
        ("3", 2, "1"),
    ],
)
def test_as_many_premises_are_needed_as_is_asked(
    premises: str, needed: int, max_depth: str
) -> None:
    item, _ = made(
        1, task="validity", premises=premises, min_premises=str(needed), max_depth=max_depth
    )
    assert len(item.premises) == int(premises) + 1
    assert item.traits.depth == needed
    assert verify_item(item).agreed


@pytest.mark.parametrize(
    ("items", "change", "complaint"),
    [
        (SYMBOLIZATIONS, {"gold": "F(a)"}, "the gold answer is"),
        (SYMBOLIZATIONS, {"passage": ("Agnes will sing.",)}, "but nothing is derived|derived"),
        (COUNTERMODELS, {"gold": '{"domain":[0,1,2]}'}, "the gold answer is"),
        (COUNTERMODELS, {"question": "F(a)"}, "the argument shown is not the argument stored"),
        (VALIDITIES, {"premises": lambda item: item.premises[:1]}, "counts|derived"),
        (VALIDITIES, {"gold": "none"}, "the gold answer is none"),
        (VALIDITIES, {"options": lambda item: item.options[::-1]}, "reads as|keys and roles"),
        (VALIDITIES, {"certificate": StructureCertificate()}, "an option has no ground"),
    ],
)
def test_what_is_stored_wrongly_is_found(
    items: Later, change: dict[str, object], complaint: str
) -> None:
    import re

    item = items[4 if items is SYMBOLIZATIONS else 0]
    made = {key: to(item) if callable(to) else to for key, to in change.items()}
    changed = replace(item, **made, hash="")  # type: ignore[arg-type]
    found = verify_item(changed)
    assert not found.agreed
    assert re.search(complaint, found.problem or "")


def test_the_small_lexicon_always_has_the_same_words() -> None:
    items = made(4, lexicon="small")
    words = {symbol.atom: symbol.text for item in items[::2] for symbol in item.symbols}
    assert all(words[s.atom] == s.text for item in items[::2] for s in item.symbols)


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"types": "sonnet"}, "there is no type sonnet"),
        ({"types": "negation:none"}, "the weight of negation"),
        ({"min_premises": "4"}, "min_premises must not be above premises"),
        ({"min_premises": "3", "types": "atomic_dyadic"}, "let types hold one of conditional_if"),
        ({"task": "poetry"}, "task: input should be 'symbolization'"),
    ],
)
def test_a_wrong_setting_of_logicskills_is_one_sentence(
    settings: dict[str, str], complaint: str
) -> None:
    with pytest.raises(Exception, match=complaint):
        make_spec("logicskills", settings, 1)


def test_types_come_as_often_as_their_weights_say() -> None:
    items = made(8, types="negation:3,quantified_all_some")
    assert [item.traits.root_form for item in items[::2]].count("negation") == 6


def test_samples_agree_with_the_evaluator() -> None:
    rng = Random(5)
    for name in TYPES:
        formula = formula_of(draw_tree(name, 3, Palette(), rng))
        bits = truth(formula)
        assert truth(negate(formula)) == everywhere() ^ bits
        if bits and bits != everywhere():
            claims = [formula, negate(formula)]
            assert all(find_model([claim], 5) is not None for claim in claims)
    every = parse("∀x (M(x) ∨ N(x) ∨ O(x))")
    assert isinstance(every, Forall)
    assert isinstance(every, Quantified)
    assert truth(every) == everywhere()
    assert truth(parse("∃x (M(x) ∧ N(x))")) == 0
    assert truth(parse("∀x ∀y (x = y)")) == truth(parse("a ≠ a")) == 0
    assert truth(parse("∃x (x = a ∧ F(x))")) == truth(parse("F(a)"))
    assert truth(parse("a = b")) & truth(parse("R(a, b)")) & ~truth(parse("R(b, a)")) == 0
    assert truth(parse("R(a, b)")) & ~truth(parse("∃x R(x, b)")) == 0


@pytest.mark.parametrize(("task", "most_in_one"), [("validity", 0.05), ("countermodel", 0.5)])
def test_slow_questions_are_shared_out_evenly_among_workers(task: str, most_in_one: float) -> None:
    spec = make_spec("logicskills", {"task": task}, 1)
    assert spec.groups_per_shard < most_in_one * spec.n_groups

"""What every DivLogicEval item keeps, checked from what it stores by other means than its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.core.items import ChoiceCertificate, Item
from engine.logic import Entailment, Formula, entailment, parse
from engine.pipeline.generate.generation import difference_from_remade, make_items, make_spec
from engine.show.evidence.explanation import explain
from engine.store import DatasetMeta, connect, items_table, load_items, write_items

ROLE = re.compile(r"(open|refuted|entailed|insufficient) (literal|pair|not-both|either)")
RECIPES = ["sound", "faithful"]
TRUTH_WRAPPER = re.compile(r"\b(true|false|untrue|incorrect|fact|statement|claim|assertion)\b")


def made(n: int = 90, **settings: str) -> tuple[Item, ...]:
    return tuple(make_items(make_spec("divlogiceval", settings, 3, n)))


def entailed(premises: list[Formula], query: Formula) -> bool:
    return entailment(premises, query) is Entailment.ENTAILED


@pytest.mark.parametrize("recipe", RECIPES)
def test_exactly_one_option_is_right_and_wrong_ones_are_wrong_as_stated(recipe: str) -> None:
    for item in made(recipe=recipe):
        premises, queries = list(map(parse, item.premises)), list(map(parse, item.query))
        options = queries[-4:]
        kind = item.traits.question_type
        if kind == "missing":
            assert not entailed(premises, queries[0])
            follows = [entailed([*premises, option], queries[0]) for option in options]
            assert all(
                entailment([*premises, option], queries[0]) is not Entailment.INCONSISTENT
                for option in options
            )
        else:
            follows = [entailed(premises, option) for option in options]
        right = [holds is (kind != "3e1c") for holds in follows]
        assert right.count(True) == 1
        assert item.options[right.index(True)].key == item.gold
        for option, query in zip(item.options, options, strict=True):
            if option.key == item.gold:
                assert option.role == "gold"
                continue
            reason = ROLE.fullmatch(option.role)
            assert reason is not None
            refuted = kind != "missing" and entailment(premises, query) is Entailment.REFUTED
            expected = {"3c1e": "refuted" if refuted else "open", "3e1c": "entailed"}
            assert reason[1] == expected.get(kind or "", "insufficient")


@pytest.mark.parametrize("recipe", RECIPES)
def test_no_single_proposition_entails_what_is_entailed(recipe: str) -> None:
    for item in made(recipe=recipe):
        premises, queries = list(map(parse, item.premises)), list(map(parse, item.query))
        if item.traits.question_type == "missing":
            key = queries[-4:]["ABCD".index(item.gold)]
            assert not any(entailed([one], queries[0]) for one in (*premises, key))
            shapes = {re.sub(r"¬?[h-w]", "x", query) for query in item.query[-4:]}
            assert len(shapes) == 1
        else:
            for option in queries:
                if entailed(premises, option):
                    assert not any(entailed([one], option) for one in premises)


@pytest.mark.parametrize("recipe", RECIPES)
def test_grounds_are_smallest_sets_of_premises_or_valuations(recipe: str) -> None:
    for item in made(45, recipe=recipe):
        premises, queries = list(map(parse, item.premises)), list(map(parse, item.query))
        assert isinstance(item.certificate, ChoiceCertificate)
        for ground, option in zip(item.certificate.grounds, queries[-4:], strict=True):
            added = [option] if len(queries) > 4 else []
            goal = queries[0] if added else option
            if ground.sources is None:
                assert ground.fails is not None
                continue
            used = [premises[source] for source in ground.sources]
            assert entailed([*used, *added], goal)
            for left_out in range(len(used)):
                assert not entailed([*used[:left_out], *used[left_out + 1 :], *added], goal)


def test_twins_share_their_logic_and_change_nothing_in_english() -> None:
    alone, both = made(30), made(60, twins="true")
    assert [item.hash for item in both[::2]] == [item.hash for item in alone]
    for english, symbolic in zip(both[::2], both[1::2], strict=True):
        assert english.group == symbolic.group
        assert (english.role, symbolic.role) == ("english", "symbolic")
        assert (english.traits.language, symbolic.traits.language) == ("en", "symbolic")
        for shared in ("premises", "query", "gold", "symbols", "question", "split"):
            assert getattr(english, shared) == getattr(symbolic, shared)
        assert [o.role for o in english.options] == [o.role for o in symbolic.options]
        assert [o.text for o in symbolic.options] == list(symbolic.query[-4:])
        assert symbolic.passage[: len(symbolic.premises)] == symbolic.premises
        assert english.hash != symbolic.hash


def worded(item: Item) -> Iterator[str]:
    return iter((*item.passage, *(option.text for option in item.options)))


@pytest.mark.parametrize("recipe", RECIPES)
def test_an_affirmed_statement_that_comes_again_is_worded_otherwise(recipe: str) -> None:
    for item in made(60, recipe=recipe):
        text = "\n".join(worded(item)).lower()
        for symbol in item.symbols:
            assert symbol.paraphrase is not None
            each = [text.count(one.lower()) for one in (symbol.text, symbol.paraphrase)]
            assert min(each) > 0 or max(each) < 2, (item.index, symbol)


def test_sentences_are_short_and_deny_by_their_own_negatives() -> None:
    for chain in ("2", "3"):
        for sentence in (one for item in made(60, chain=chain) for one in worded(item)):
            assert len(sentence.split()) <= 30, sentence
            assert not TRUTH_WRAPPER.search(sentence), sentence


def test_rejected_candidates_are_kept_and_summed_in_a_view(tmp_path: Path) -> None:
    spec = make_spec("divlogiceval", {"recipe": "faithful", "twins": "true"}, 3, 60)
    items = list(make_items(spec))
    expected: Counter[str] = Counter()
    for item in items:
        assert isinstance(item.certificate, ChoiceCertificate)
        expected.update(dict(item.certificate.rejected))
    meta = DatasetMeta("set", spec.family, spec.version, spec.params, spec.seed)
    with connect(tmp_path / "set.duckdb") as con:
        write_items(con, meta, items_table(items))
        assert list(load_items(con, "set")) == items
        rows = con.execute("SELECT reason, sum(n) FROM rejections GROUP BY reason").fetchall()
    assert dict(rows) == expected
    assert expected["too little is entailed to choose from, or too much"] > 0


def test_an_item_is_explained_option_by_option() -> None:
    for item in made(12):
        text = explain(item)
        assert len(text) == 4
        for option, sentence in zip(item.options, text, strict=True):
            verdict = "right" if option.key == item.gold else "wrong"
            assert re.match(rf"{option.key} \[.+\] is {verdict}: ", sentence)
            follows = (verdict == "right") is (item.traits.question_type != "3e1c")
            assert ("from no fewer" in sentence) is follows


def test_what_the_seed_does_not_make_is_named() -> None:
    item = made(1)[0]
    assert difference_from_remade(item) is None
    import dataclasses

    certificate = dataclasses.replace(item.certificate, rejected=(("a whim", 1),))  # type: ignore[call-arg]
    changed = dataclasses.replace(item, certificate=certificate)
    assert difference_from_remade(changed) == "differs from its seed in certificate"


def test_another_process_makes_the_same_items() -> None:
    code = (
        "from engine.pipeline.generate.generation import make_items, make_spec;"
        "spec = make_spec('divlogiceval', {'twins': 'true'}, 5, 24);"
        "print(' '.join(item.hash for item in make_items(spec)))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "12345"}
    shown = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    ).stdout.split()
    here = make_items(make_spec("divlogiceval", {"twins": "true"}, 5, 24))
    assert shown == [item.hash for item in here]

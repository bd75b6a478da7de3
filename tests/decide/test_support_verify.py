"""A question on an argument of which anything stored is changed does not verify."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from engine.core.errors import VerificationError
from engine.core.items import Item, Option, SupportCertificate
from engine.core.settings import canonical_json
from engine.decide import finish_group, support, verify_group, verify_item
from engine.decide.draft import GroupId
from engine.decide.labels import Question
from engine.families.argqa import Params, draft
from engine.logic import Entailment

MADE = GroupId("argqa", 1, canonical_json(Params()), 1, 0)
DRAFTS = draft(Params(), MADE.params, MADE.seed, MADE.group)
ITEMS = {item.role: item for item in finish_group(DRAFTS, MADE)}


def _rehashed(item: Item, **changes: object) -> Item:
    changed = replace(item, **changes)  # type: ignore[arg-type]
    return replace(changed, hash=changed.content_hash())


def _certificate(item: Item, **changes: object) -> Item:
    assert isinstance(item.certificate, SupportCertificate)
    return replace(item, certificate=replace(item.certificate, **changes))  # type: ignore[arg-type]


def _without(item: Item, index: int) -> Item:
    premises = item.premises[:index] + item.premises[index + 1 :]
    return replace(item, premises=premises)


def _used(item: Item) -> int:
    assert isinstance(item.certificate, SupportCertificate)
    return item.certificate.used[0]


def _swapped_roles(item: Item) -> Item:
    turned = {"i": "ii", "ii": "i"}
    options = [Option(o.key, o.text, turned.get(o.role, o.role)) for o in item.options]
    return replace(item, options=tuple(options))


def _with_circle(item: Item) -> Item:
    source, target = item.premises[0].split(" → ")
    return replace(item, premises=(*item.premises, f"{target} → {source}"))


def _edge_to_wrong(item: Item) -> Item:
    """An edge that makes a wrong option right as well: Sentence 2 then supports the option."""
    assert isinstance(item.certificate, SupportCertificate)
    wrong = next(
        atom
        for atom, option in zip(item.certificate.propositions, item.options, strict=True)
        if option.role == "iii"
    )
    return replace(item, premises=(*item.premises, f"{item.certificate.shown[1]} → {wrong}"))


CHANGES: dict[str, tuple[str, Callable[[Item], Item], str]] = {
    "hash": ("1.1", lambda i: replace(i, hash="0" * 64), "hash"),
    "gold": ("1.1", lambda i: _rehashed(i, gold="ABCD"["BCDA".index(i.gold)]), "gold answer"),
    "intended": ("1.2", lambda i: replace(i, intended="?"), "construction intended"),
    "edge left out": ("2.1", lambda i: _without(i, _used(i)), "gold answer|ties make it"),
    "edge added": ("1.3", _edge_to_wrong, "but right is"),
    "circle": ("1.1", _with_circle, "circle"),
    "no edge": ("1.1", lambda i: replace(i, premises=("p1 ∧ p2",)), "no edge of support"),
    "roles": ("3.2", _swapped_roles, "is stored as"),
    "sentence": ("1.1", lambda i: _rehashed(i, passage=i.passage[::-1]), "sentences shown"),
    "question": ("1.1", lambda i: _rehashed(i, question=""), "nothing is asked"),
    "formulas": ("2.3", lambda i: replace(i, query=i.query[::-1]), "gold answer"),
    "used": ("2.3", lambda i: _certificate(i, used=(0,)), "edges stored as used"),
    "ties": ("3.1", lambda i: _certificate(i, ties=()), "ties stored"),
    "twice": ("3.1", lambda i: _certificate(i, shown=("p1", "p1")), "different propositions"),
    "type": (
        "2.1",
        lambda i: replace(i, traits=replace(i.traits, question_type="4.1")),
        "no type of question",
    ),
    "counts": ("2.2", lambda i: replace(i, traits=replace(i.traits, n_atoms=99)), "traits"),
    "logic": ("2.2", lambda i: replace(i, traits=replace(i.traits, logic="modal")), "traits"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_item_is_found(name: str) -> None:
    code, change, complaint = CHANGES[name]
    found = verify_item(change(ITEMS[code]))
    assert not found.agreed
    assert found.problem is not None
    assert any(part in found.problem for part in complaint.split("|")), found.problem


def test_what_is_stored_unchanged_holds() -> None:
    for found, item in zip(verify_group(list(ITEMS.values())), ITEMS.values(), strict=True):
        assert found.agreed, found.problem
        assert found.verdict == item.gold
        assert isinstance(item.certificate, SupportCertificate)
        assert found.minimal_premises == item.certificate.used


def test_a_draft_whose_key_is_another_stops_the_generator() -> None:
    wrong = [one._replace(intended="ABCD"["BCDA".index(one.intended)]) for one in DRAFTS]
    with pytest.raises(VerificationError, match="argqa seed 1 group 0, "):
        finish_group(wrong, MADE)


def test_a_draft_with_two_right_options_stops_the_generator() -> None:
    linear = next(one for one in DRAFTS if one.role == "1.3")
    made_right = _edge_to_wrong(ITEMS["1.3"]).premises[-1].split(" → ")
    supports = (*linear.supports, (made_right[0], made_right[1]))
    with pytest.raises(VerificationError, match=r"question 1\.3"):
        finish_group([linear._replace(supports=supports)], MADE)


def test_what_z3_leaves_open_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    found = support.z3_entailments

    def open_where_nothing_follows(questions: Sequence[Question]) -> list[Entailment]:
        return [s if s is Entailment.ENTAILED else Entailment.UNKNOWN for s in found(questions)]

    item = ITEMS["1.1"]
    assert verify_item(item).agreed
    monkeypatch.setattr(support, "z3_entailments", open_where_nothing_follows)
    with pytest.raises(VerificationError, match="by Z3 as"):
        finish_group(DRAFTS, MADE)
    assert not verify_item(item).agreed

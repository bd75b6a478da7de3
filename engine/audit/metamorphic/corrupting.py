"""Corruptions that verification has to catch, made as a careful forger would make them.

Whatever goes with the part that is changed is changed with it: hash, counts, roles, citations and
what the construction is said to have intended. What is left to give it away is the logic.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import orjson

from engine.audit.metamorphic.deriving import derived_gold
from engine.audit.metamorphic.rewriting import reordered
from engine.core.items import (
    NONE_FOLLOWS,
    AnswerKind,
    Certificate,
    ChoiceCertificate,
    EntailmentCertificate,
    Item,
    Mistake,
    Option,
    ProofCertificate,
    StructureCertificate,
    SupportCertificate,
)
from engine.core.kinds import Fragment, kind_of, question_of
from engine.decide.entailment import label_options
from engine.grade import grade
from engine.logic import negate, parse, show

_GOLD = "gold"


def without_needed(item: Item) -> Iterator[Item]:
    """The item without each premise by which its gold answer is right, one at a time."""
    for left_out in needed(item):
        kept = [at for at in range(len(item.premises)) if at != left_out]
        fewer = reordered(item, kept)
        yield replace(fewer, certificate=_grounds_without(fewer, left_out), hash="")


def needed(item: Item) -> tuple[int, ...]:
    """The premises that the certificate says are needed, or where it says nothing, that are."""
    n, certificate = len(item.premises), item.certificate
    match certificate:
        case SupportCertificate():
            found = set(certificate.used)
        case ChoiceCertificate():
            found = {at for ground in certificate.grounds for at in ground.sources or ()}
        case StructureCertificate():
            found = {at for ground in certificate.options for at in ground.sources or ()}
        case EntailmentCertificate():
            found = set(range(n)) if certificate.sound_premises else _deciding(item)
        case ProofCertificate():
            found = {at for step in certificate.steps for at in step.sources if at < n}
    return tuple(sorted(found))


def _deciding(item: Item) -> set[int]:
    """The premises without each of which another answer would be right."""

    def without(left_out: int) -> Item:
        kept = tuple(one for at, one in enumerate(item.premises) if at != left_out)
        return replace(item, premises=kept)

    return {at for at in range(len(item.premises)) if derived_gold(without(at)) != item.gold}


def _grounds_without(item: Item, gone: int) -> Certificate:
    """The certificate with its grounds citing the premises at their new places."""
    certificate = item.certificate

    def moved(sources: tuple[int, ...] | None) -> tuple[int, ...] | None:
        if sources is None:
            return None
        return tuple(at - (at > gone) for at in sources if at != gone)

    match certificate:
        case ChoiceCertificate(grounds=grounds):
            kept = tuple(replace(one, sources=moved(one.sources)) for one in grounds)
            return replace(certificate, grounds=kept)
        case StructureCertificate(options=options):
            kept_options = tuple(replace(one, sources=moved(one.sources)) for one in options)
            return replace(certificate, options=kept_options)
        case _:
            return certificate


def with_other_label(item: Item) -> Iterator[Item]:
    """The item with each wrong answer as its gold."""
    for gold in _wrong_answers(item):
        yield replace(item, gold=gold, intended=gold, options=_roles(item, gold), hash="")


def _wrong_answers(item: Item) -> Iterator[str]:
    match item.answer_kind:
        case AnswerKind.LABEL:
            yield from (one.key for one in item.options if one.key != item.gold)
        case AnswerKind.SET:
            right = set() if item.gold == NONE_FOLLOWS else set(item.gold.split(","))
            for option in item.options:
                chosen = right ^ {option.key}
                keys = (one.key for one in item.options if one.key in chosen)
                yield ",".join(keys) or NONE_FOLLOWS
        case AnswerKind.FORMULA:
            yield show(negate(parse(item.gold)))
        case AnswerKind.STRUCTURE:
            yield from _no_countermodels(item)


def _no_countermodels(item: Item) -> Iterator[str]:
    """The structure with one extension emptied or filled, so that it is no countermodel."""
    stored = orjson.loads(item.gold)
    for symbol in item.symbols:
        name, _, places = symbol.atom.partition("(")
        if not places:
            continue
        rows = product(stored["domain"], repeat=places.count(",") + 1)
        full = [row[0] if len(row) == 1 else list(row) for row in rows]
        for extension in ([], full):
            changed = {**stored, "predicates": {**stored["predicates"], name: extension}}
            text = orjson.dumps(changed, option=orjson.OPT_SORT_KEYS).decode()
            if grade(item, text).mistake in (Mistake.FALSE_PREMISE, Mistake.TRUE_CONCLUSION):
                yield text
                return


def _roles(item: Item, gold: str) -> tuple[Option, ...]:
    if kind_of(item).answer is AnswerKind.LABEL:
        return label_options(question_of(item), gold)
    right = set(gold.split(","))
    spare = [one.role for one in item.options if one.role != _GOLD] or [_GOLD]
    return tuple(
        replace(one, role=_GOLD if one.key in right else _other_role(one.role, spare))
        for one in item.options
    )


def _other_role(role: str, spare: list[str]) -> str:
    return spare[0] if role == _GOLD else role


def with_keys_exchanged(item: Item) -> Iterator[Item]:
    """The item with what stands under a right key and under a wrong one exchanged."""
    if not reads_options(item):
        return
    right = set(item.gold.split(","))
    for one in (option for option in item.options if option.key in right):
        for other in (option for option in item.options if option.key not in right):
            texts = {one.key: other.text, other.key: one.text}
            exchanged = tuple(
                replace(option, text=texts.get(option.key, option.text)) for option in item.options
            )
            if exchanged != item.options:
                yield replace(item, options=exchanged, hash="")


def reads_options(item: Item) -> bool:
    """Whether verification reads the options: the wording of imported choices is not ours."""
    kind = kind_of(item)
    is_read = kind.answer is not AnswerKind.CHOICE or kind.fragment is Fragment.ARGUMENT
    return is_read or item.published_label is None

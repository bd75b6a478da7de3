"""Single choices and the circular orders of their options.

Rotation r of an item with k options shows, at position p, the option at position p + r (mod k) of
the item, under the letter of position p. The k rotations are the paper's mutants (§2.2, footnote
1); rotation 0 is the item itself. Answers are always stored under the item's own key of the option,
so answers to different rotations agree exactly if they choose the same content. Key and rotation
give the letter shown.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from engine.core.certificates import Certificate
from engine.core.items import AnswerKind, ChoiceCertificate, Item, Option, SupportCertificate

Each = TypeVar("Each")

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXY"
"""The keys of a single choice, by position. The view `circular_items` counts up to 25 of them."""


def is_single_choice(item: Item) -> bool:
    """Whether the item asks for one of two or more options lettered A, B, … by their order.

    Other label questions (true, false or uncertain) name their answers in the question itself and
    show no ordered options.
    """
    keys = "".join(option.key for option in item.options)
    return item.answer_kind is AnswerKind.LABEL and len(keys) > 1 and keys == LETTERS[: len(keys)]


def rotated(item: Item, rotation: int) -> Item:
    """The item as a rotation shows it, with the same hash and the gold letter as shown.

    The last k formulas of `query` are those of the options and rotate with them, as do the grounds
    in the certificate.
    """
    if rotation == 0:
        return item
    turned = _turned(item.options, rotation)
    options = tuple(
        Option(own.key, shown.text, shown.role)
        for own, shown in zip(item.options, turned, strict=True)
    )
    before = len(item.query) - len(options)
    query = item.query
    if before >= 0:
        query = (*query[:before], *_turned(query[before:], rotation))
    gold = shown_key(item.gold, rotation, len(options))
    reasons = _reasons(item.certificate, rotation)
    return replace(item, options=options, query=query, gold=gold, certificate=reasons)


def _reasons(certificate: Certificate, rotation: int) -> Certificate:
    match certificate:
        case ChoiceCertificate():
            return replace(certificate, grounds=_turned(certificate.grounds, rotation))
        case SupportCertificate():
            propositions = _turned(certificate.propositions, rotation)
            ties = _turned(certificate.ties, rotation)
            return replace(certificate, propositions=propositions, ties=ties)
        case _:
            return certificate


def _turned(each: tuple[Each, ...], rotation: int) -> tuple[Each, ...]:
    return (*each[rotation:], *each[:rotation])


def shown_key(own: str, rotation: int, k: int) -> str:
    """The letter under which a rotation of `k` options shows the option `own`."""
    return LETTERS[(LETTERS.index(own) - rotation) % k]


def own_key(shown: str, rotation: int, k: int) -> str:
    """The item's own key of the option that a rotation of `k` options shows under `shown`."""
    return LETTERS[(LETTERS.index(shown) + rotation) % k]

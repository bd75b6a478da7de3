"""What the model of all words sees: the words of both texts, and where the statement begins."""

from __future__ import annotations

import random
from dataclasses import replace

from engine.audit.trained import WORDS, attack
from engine.core.items import Item

WORDINGS = ("It is not so that owls hoot.", "Surely, owls hoot.")


def test_how_the_statement_begins_is_seen_among_the_same_words(faithful: tuple[Item, ...]) -> None:
    rng = random.Random(5)
    items = []
    for number, item in enumerate(faithful[:300]):
        asked, other = WORDINGS if number % 2 else WORDINGS[::-1]
        passage = [other, *WORDINGS * 3]  # with the statement, four of each: no count tells
        rng.shuffle(passage)
        gold = "false" if number % 2 else "true"
        items.append(replace(item, passage=tuple(passage), question=asked, gold=gold, hash=""))
    right = attack(items, WORDS, lambda done: None)
    assert right["all-words"].mean() > 0.95

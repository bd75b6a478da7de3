"""Few-shot examples: whole groups of the train split, determined by its content.

They are the same for every item (the most suitable, or drawn by a seed), or share a trait with each
item.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from engine.core.errors import InputError
from engine.core.items import AnswerKind, Item, Label
from engine.core.kinds import QuestionKind, common_kind

# two steps: more than one application of a form, but short enough to show
_PREFERRED_DEPTH = 2
_TRIPLE = len(Label)

Group = tuple[Item, ...]
_Rank = Callable[[Group], tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Examples:
    """The groups that may be shown, in order of preference, with one in reserve per language.

    `alike` has the groups for items with each value of a `trait`, if there are enough.
    """

    groups: tuple[Group, ...]
    shots: int
    trait: str | None = None
    alike: Mapping[str, tuple[Group, ...]] = field(default_factory=dict)

    def for_item(self, item: Item) -> Group:
        """The examples to show before `item`: in its language, none from its group or source.

        The order of the last group depends on the item, so that no answer comes last more often.
        """
        alike = self._others(self.alike.get(_value(item, self.trait), ()), item)
        others = alike if len(alike) >= self.shots else self._others(self.groups, item)
        *before, last = others[: self.shots] or [()]
        return (*(example for group in before for example in group), *_turned(last, item))

    @staticmethod
    def _others(groups: Sequence[Group], item: Item) -> list[Group]:
        """The groups without examples from the item's own group; shortened groups come last."""
        whole, parts = list[Group](), list[Group]()
        for group in groups:
            if group[0].traits.language != item.traits.language:
                continue
            kept = tuple(example for example in group if not _same_group(example, item))
            if kept:
                (whole if len(kept) == len(group) else parts).append(kept)
        return whole + parts


def choose_examples(train: Sequence[Item], shots: int, selection: str | None = None) -> Examples:
    """Choose `shots` groups of examples per language, and one in reserve, from the train split.

    Groups of items stay whole, and single items are grouped by one of each label, or by threes
    where the answer is no label; groups of two steps come first. Single choices: a group has one
    example of each question type, or three examples if there are no types. Ties are broken by hash,
    so the order of `train` does not matter. `selection` is that of a prompt style.

    Raises:
        InputError: the train split has too few groups; for single choices, the message names the
            missing question type.
    """
    if shots == 0:
        return Examples((), 0)
    by_language: defaultdict[str, list[Item]] = defaultdict(list)
    for item in train:
        by_language[item.traits.language].append(item)
    trait = None if selection is None or selection.isdecimal() else selection
    rank = _drawn_by(selection) if selection and trait is None else _preference
    chosen: list[Group] = []
    alike: defaultdict[str, list[Group]] = defaultdict(list)
    for language in sorted(by_language) or [""]:
        candidates = _candidates(by_language[language], shots, rank)
        if len(candidates) < shots + 1:
            lacking = _lacking(by_language[language], shots + 1)
            raise InputError(
                f"the prompt needs {shots} group(s) of examples and one in reserve, but the train"
                f" split has only {len(candidates)}{lacking}; use the zero-shot prompt or a data"
                " set with a larger train split"
            )
        chosen += candidates[: shots + 1]
        for value, items in _by_value(by_language[language], trait).items():
            alike[value] += _candidates(items, shots, rank)[: shots + 1]
    held = {value: tuple(groups) for value, groups in alike.items()}
    return Examples(tuple(chosen), shots, trait, held)


def _value(item: Item, trait: str | None) -> str:
    return str(getattr(item.traits, trait)) if trait else ""


def _by_value(train: Sequence[Item], trait: str | None) -> Mapping[str, Sequence[Item]]:
    """The items with each value of a trait; nothing without a trait."""
    found: defaultdict[str, list[Item]] = defaultdict(list)
    for item in train if trait else ():
        found[_value(item, trait)].append(item)
    return found


def _drawn_by(seed: str) -> _Rank:
    """A random order of groups, by a seed."""
    return lambda group: (0, hashlib.sha256(f"{seed}\n{_digest(group)}".encode()).hexdigest())


def _candidates(train: Sequence[Item], shots: int, rank: _Rank) -> list[Group]:
    """The groups that may be shown, the best first."""
    if train and common_kind(train) is QuestionKind.CHOICE:
        return _by_types(train, shots + 1, rank)
    ordered = sorted(train, key=lambda item: (item.family, item.seed, item.group, item.index))
    groups = [tuple(g) for _, g in groupby(ordered, lambda i: (i.family, i.seed, i.group))]
    whole = [group for group in groups if len(group) > 1]
    candidates = [_mixed(group) for group in whole] or _singly(ordered, rank)
    return sorted(candidates, key=rank)


def _lacking(train: Sequence[Item], groups: int) -> str:
    """Names the question type with too few items in the train split for the wanted groups."""
    if not train or common_kind(train) is not QuestionKind.CHOICE:
        return ""
    numbers = Counter(item.traits.question_type or "" for item in train)
    each = groups if len(numbers) > 1 else groups * _TRIPLE
    name, n = min(numbers.items(), key=lambda pair: (pair[1], pair[0]))
    of_type = f"of type {name}" if name else "of any type"
    return f" (questions {of_type} there: {n}, and {each} are needed)"


def _by_types(train: Sequence[Item], groups: int, rank: _Rank) -> list[Group]:
    """Groups with one example of each question type, with different letters as answers."""
    waiting: defaultdict[str, list[Item]] = defaultdict(list)
    # questions of a choice have no preferred depth
    order = _digest if rank is _preference else rank
    for item in sorted(train, key=lambda item: order((item,))):
        waiting[item.traits.question_type or ""].append(item)
    types = sorted(waiting)
    places = types if len(types) > 1 else types * _TRIPLE
    found: list[Group] = []
    while len(found) < groups and all(len(waiting[t]) >= places.count(t) for t in types):
        group: list[Item] = []
        for question_type in places:
            group.append(_next(waiting[question_type], group))
        found.append(_mixed(tuple(group)))
    return found


def _next(waiting: list[Item], group: Sequence[Item]) -> Item:
    """Take the first item whose answer letter is new in the group, else the first."""
    letters = {item.gold for item in group}
    place = next((at for at, item in enumerate(waiting) if item.gold not in letters), 0)
    return waiting.pop(place)


def _preference(group: Group) -> tuple[int, str]:
    depths = [item.traits.depth or 0 for item in group]
    return max(abs(depth - _PREFERRED_DEPTH) for depth in depths), _digest(group)


def _mixed(group: Group) -> Group:
    """The group in an order that does not reveal the labels."""
    return tuple(sorted(group, key=lambda item: _digest((item,))))


def _turned(group: Group, item: Item) -> Group:
    """The group in one of its circular orders, by the item."""
    if not group:
        return group
    places = int(item.hash[:8], 16) % len(group)
    return group[places:] + group[:places]


def _singly(train: Sequence[Item], rank: _Rank) -> list[Group]:
    """Single items in groups of one of each label, or of three without labels, the best first."""
    ranked = sorted(train, key=lambda item: rank((item,)))
    if not ranked or ranked[0].answer_kind is not AnswerKind.LABEL:
        starts = range(0, len(ranked) - _TRIPLE + 1, _TRIPLE)
        return [_mixed(tuple(ranked[start : start + _TRIPLE])) for start in starts]
    labels = [option.key for option in ranked[0].options]
    by_label = [[item for item in ranked if item.gold == label] for label in labels]
    return [_mixed(group) for group in zip(*by_label, strict=False)]


def _same_group(example: Item, item: Item) -> bool:
    """Whether they are of one group, or of one source, as two questions on an argument are."""
    if item.source_id is not None and example.source_id == item.source_id:
        return True
    return (example.family, example.seed, example.group) == (item.family, item.seed, item.group)


def _digest(items: Group) -> str:
    return hashlib.sha256("".join(item.hash for item in items).encode()).hexdigest()

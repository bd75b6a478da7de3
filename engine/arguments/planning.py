"""How many questions of each kind every argument is asked, so that all types are asked alike.

An argument is asked nine questions, if it can be one of each type. Where it has no question of a
type left all of whose pairs hold (`judgements.Votes`), it is asked more of another type, and
another argument more of that one, such that in each domain and split every type is asked as often
as there are arguments. What finds no place so is asked of pairs on which readers differ.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.arguments.questions import QUESTION_TYPES
from engine.errors import InputError

KINDS: dict[str, tuple[str, ...]] = {
    "1.1": ("1.1",),
    "1.2": ("1.2",),
    "1.3": ("1.3",),
    "2.1": ("2.1", "2.2"),
    "2.3": ("2.3",),
    "3.1": ("3.1",),
    "3.2": ("3.2", "3.3"),
}
"""The types by what they ask: 2.1 and 2.2 ask one thing, of either sibling; so 3.2 and 3.3."""

KIND_OF = {code: kind for kind, types in KINDS.items() for code in types}
_OF_A_TYPE = 2
"""Questions of one type, at most, that an argument is asked in place of others."""


class Room(NamedTuple):
    """The different questions that an argument has, by kind: all pairs of which hold, and any."""

    sure: Mapping[str, int]
    any: Mapping[str, int]

    @property
    def is_whole(self) -> bool:
        """Whether there is a sure question of each type."""
        return all(self.sure[kind] >= len(types) for kind, types in KINDS.items())

    @property
    def rank(self) -> tuple[int, int]:
        """What can be asked for sure: questions up to nine, and how many types these have."""
        asked = sum(min(self.sure[kind], _OF_A_TYPE * len(types)) for kind, types in KINDS.items())
        types = sum(min(self.sure[kind], len(types)) for kind, types in KINDS.items())
        return min(asked, len(QUESTION_TYPES)), types


def planned(rooms: Mapping[str, Room]) -> dict[str, tuple[str, ...]]:
    """The types of the questions of each argument of a domain and split, every type as often.

    Raises:
        InputError: they have too few different questions.
    """
    plan = _Plan(rooms)
    while any([plan.place(name) for name in plan.wanting()]):
        pass
    for name in plan.wanting():
        if not plan.place(name, of_any=True):
            raise InputError(f"{name} has too few different questions of the types wanting")
    return plan.types()


class _Plan:
    """How many questions of each kind every argument is asked so far."""

    def __init__(self, rooms: Mapping[str, Room]) -> None:
        """Start from one sure question of each type."""
        self._rooms = rooms
        self._asked = {
            name: {kind: min(len(types), room.sure[kind]) for kind, types in KINDS.items()}
            for name, room in rooms.items()
        }

    def wanting(self) -> list[str]:
        """The arguments that are asked fewer than nine questions, one entry a question."""
        missing = {name: len(QUESTION_TYPES) - sum(n.values()) for name, n in self._asked.items()}
        return [name for name, n in missing.items() for _ in range(n)]

    def _is_open(self, kind: str) -> bool:
        asked = sum(one[kind] for one in self._asked.values())
        return asked < len(KINDS[kind]) * len(self._asked)

    def place(self, start: str, of_any: bool = False) -> bool:
        """Ask one question more of an argument, others changing theirs from kind to kind.

        False where that cannot be, the questions being sure ones, or any.
        """
        came: dict[tuple[str, str], tuple[str, str] | None] = {}
        waiting: deque[tuple[str, tuple[str, str] | None]] = deque([(start, None)])
        seen = {start}
        while waiting:
            name, before = waiting.popleft()
            for kind in self._takes(name, of_any):
                if any(kind == reached for _, reached in came):
                    continue
                came[name, kind] = before
                if self._is_open(kind):
                    self._shift((name, kind), came)
                    return True
                givers = [one for one, n in self._asked.items() if n[kind] and one not in seen]
                seen.update(givers)
                waiting.extend((one, (name, kind)) for one in givers)
        return False

    def _takes(self, name: str, of_any: bool) -> list[str]:
        room, asked = self._rooms[name], self._asked[name]
        there = room.any if of_any else room.sure
        most = {kind: min(there[kind], _OF_A_TYPE * len(types)) for kind, types in KINDS.items()}
        return sorted((kind for kind in KINDS if asked[kind] < most[kind]), key=asked.__getitem__)

    def _shift(
        self,
        last: tuple[str, str],
        came: Mapping[tuple[str, str], tuple[str, str] | None],
    ) -> None:
        """Follow the changes back: each takes a kind and gives up the one that another takes."""
        at: tuple[str, str] | None = last
        while at is not None:
            name, kind = at
            self._asked[name][kind] += 1
            at = came[at]
            if at is not None:
                self._asked[name][at[1]] -= 1

    def types(self) -> dict[str, tuple[str, ...]]:
        """The types of each argument's questions; twin types take turns where a number is odd."""
        turn = dict.fromkeys(KINDS, 0)
        found: dict[str, tuple[str, ...]] = {}
        for name, asked in self._asked.items():
            types: list[str] = []
            for kind, n in asked.items():
                pair: Sequence[str] = KINDS[kind]
                types += [pair[(turn[kind] + at) % len(pair)] for at in range(n)]
                turn[kind] += n
            found[name] = tuple(sorted(types))
        return found

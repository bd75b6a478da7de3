"""Attackers that others write: `sorites audit DATASET --attacker module:function --erase signs`.

The function gets items with their answers, and returns a function that answers one item:

    def attacker(training: Sequence[Seen], answers: Sequence[str]) -> Callable[[Seen], str]: ...

With an erasure it gets only what that leaves, so whatever it does is not inference, and it has the
limit of all shortcuts. Without one it gets the whole item, and is only reported. Items come one at
a time and in no order, because the place of an item in its group can give its answer away.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.audit.blind import limited
from engine.audit.erasures import View, views
from engine.audit.shapes import renumbered, shape_of
from engine.audit.trained import Attacker, never
from engine.core.errors import InputError
from engine.core.items import Item

ERASURES = ("signs", "directions", "inner-directions", "links", "names", "passage")
"""What an attacker may be blind to. Without the passage it sees the question and the options."""

_ORDER = 20_261_127


@dataclass(frozen=True, slots=True)
class Seen:
    """What an attacker sees of an item.

    `keys` are the answers to choose from, and `options` their texts. `premises` and `query` are
    formulas; `views` what an erasure leaves of the item around its statement or each option. What
    is erased is empty.
    """

    keys: tuple[str, ...]
    passage: tuple[str, ...] = ()
    question: str = ""
    options: tuple[str, ...] = ()
    premises: tuple[str, ...] = ()
    query: tuple[str, ...] = ()
    views: tuple[View, ...] = ()


Answer = Callable[[Seen], str]


def challenger(name: str, erasure: str | None = None) -> Attacker:
    """The attacker `module:function`, found from the current folder, with what it may see.

    Raises:
        InputError: there is no such function or erasure.
    """
    if erasure is not None and erasure not in ERASURES:
        raise InputError(f"nothing is erased by {erasure!r}; choose from: {', '.join(ERASURES)}")
    if str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    _function(name)
    shown = f"{name}, {f'blind to {erasure}' if erasure else 'sees all'}"
    look = partial(_look, erasure)
    is_limited = limited(erasure) if erasure else never
    return Attacker(shown, look, partial(_Guest, name), is_limited=is_limited)


def seen(item: Item, erasure: str | None = None) -> Seen:
    """What is left of an item."""
    keys = tuple(option.key for option in item.options)
    texts = tuple(option.text for option in item.options)
    if erasure is None:
        return Seen(keys, item.passage, item.question, texts, item.premises, item.query)
    if erasure == "passage":
        return Seen(keys, question=item.question, options=texts)
    return Seen(keys, views=tuple(views(_renamed(item), erasure)))


def _renamed(item: Item) -> Item:
    """The item with its atoms numbered at random, in case they say something."""
    formulas = (*item.premises, *item.query)
    names = sorted({name for formula in formulas for name in shape_of(formula)[1]})
    numbers = Random("".join(formulas)).sample(range(len(names)), len(names))
    number = dict(zip(names, numbers, strict=True))

    premises, query = (
        tuple([renumbered(one, number) for one in part]) for part in (item.premises, item.query)
    )
    return replace(item, premises=premises, query=query)


def _look(erasure: str | None, items: Sequence[Item]) -> NDArray[Any] | None:
    if erasure not in (None, "passage") and not all(item.query for item in items):
        return None
    found = np.empty(len(items), dtype=object)
    found[:] = [seen(item, erasure) for item in items]
    return found


def _function(name: str) -> Callable[[Sequence[Seen], Sequence[str]], Answer]:
    module, _, function = name.partition(":")
    try:
        found = getattr(import_module(module), function)
    except Exception as error:  # outside code may raise anything
        raise InputError(
            f"the attacker {name!r} cannot be loaded: {type(error).__name__}: {error}; name it as"
            " module:function"
        ) from error
    if not callable(found):
        raise InputError(f"the attacker {name!r} is not a function; name it as module:function")
    return found  # type: ignore[no-any-return]


@dataclass
class _Guest:
    """An attacker in the form of a scikit-learn classifier."""

    name: str
    _answer: Answer | None = None

    def fit(self, training: NDArray[Any], answers: NDArray[Any]) -> None:
        order = Random(_ORDER).sample(range(len(training)), len(training))
        shown = [training[at] for at in order], [str(answers[at]) for at in order]
        self._answer = self._called(lambda: _function(self.name)(*shown))

    def predict(self, asked: NDArray[Any]) -> NDArray[Any]:
        found = [""] * len(asked)
        for at in Random(_ORDER).sample(range(len(asked)), len(asked)):
            found[at] = self._called(partial(self._answer or str, asked[at]))
            if found[at] not in asked[at].keys:
                raise InputError(
                    f"the attacker {self.name} answered {found[at]!r}; answer with one of:"
                    f" {', '.join(asked[at].keys)}"
                )
        return np.array(found)

    def _called(self, work: Callable[[], Any]) -> Any:
        try:
            return work()
        except Exception as error:  # outside code may raise anything
            raise InputError(
                f"the attacker {self.name} failed: {type(error).__name__}: {error}"
            ) from error

"""Every node of a formula, and values computed from the leaves up, both without recursion."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from engine.logic.syntax import Formula

Result = TypeVar("Result")


def postorder(formula: Formula) -> Iterator[Formula]:
    """Every node, children before parents, left to right, repeats included."""
    found: list[Formula] = []
    stack = [formula]
    while stack:  # parents before children, right to left
        node = stack.pop()
        found.append(node)
        stack.extend(node.children)
    return reversed(found)


def fold(formula: Formula, combine: Callable[[Formula, tuple[Result, ...]], Result]) -> Result:
    """Compute a value bottom-up: `combine(node, values of its children)`, without recursion."""
    values: list[Result] = []
    for node in postorder(formula):
        arity = len(node.children)
        inner = tuple(values[len(values) - arity :])
        del values[len(values) - arity :]
        values.append(combine(node, inner))
    return values[0]

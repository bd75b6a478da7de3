"""Equality of formulas up to the names of their bound variables."""

from __future__ import annotations

from engine.logic.syntax import Equals, Formula, Predicate, Quantified, Term, Variable


def alpha_equivalent(first: Formula, second: Formula) -> bool:
    """Equality up to the names of bound variables.

    >>> from engine.logic import parse
    >>> alpha_equivalent(parse("∀x F(x)"), parse("∀y F(y)"))
    True
    """
    return _nameless(first) == _nameless(second)


def _nameless(formula: Formula) -> tuple[object, ...]:
    """A flat prefix word with each bound variable replaced by the index of its binder."""
    word: list[object] = []
    bound: dict[Variable, list[int]] = {}
    binders = 0
    stack: list[Formula | Variable] = [formula]
    while stack:
        node = stack.pop()
        if isinstance(node, Variable):  # leaving the scope of this binder
            bound[node].pop()
            continue
        word.append(type(node).__name__)
        match node:
            case Quantified(variable=variable, body=body):
                bound.setdefault(variable, []).append(binders)
                binders += 1
                stack += [variable, body]
            case Predicate(name=name, args=args):
                word += [name, tuple(_binder(t, bound) for t in args)]
            case Equals(left=left, right=right):
                word += [_binder(left, bound), _binder(right, bound)]
            case _:
                stack.extend(reversed(node.children))
    return tuple(word)


def _binder(term: Term, bound: dict[Variable, list[int]]) -> object:
    scopes = bound.get(term) if isinstance(term, Variable) else None
    return scopes[-1] if scopes else term

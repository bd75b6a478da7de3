"""What is wrong with a draft that cannot be labelled or stored: the first field of another type."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from engine.decide.draft import ChoiceDraft, FormalDraft, LabelDraft, ProofDraft, SupportDraft

Draft = LabelDraft | ProofDraft | ChoiceDraft | SupportDraft | FormalDraft


def fault_of(draft: Draft) -> str | None:
    """The first field of a draft, or of its traits, with a value of a wrong type; None if none."""
    return _fault(draft, draft._fields, "draft has")


def _fault(held: object, names: tuple[str, ...], words: str) -> str | None:
    hints = get_type_hints(type(held))
    for name in names:
        value = getattr(held, name)
        if not _fits(value, hints[name]):
            return f"its {words} {name} = {value!r:.80}, not {_shown(hints[name])}"
        if name == "traits" and is_dataclass(value):
            own = tuple(field.name for field in fields(value))
            if fault := _fault(value, own, "draft's traits have"):
                return fault
    return None


def _fits(value: object, hint: Any) -> bool:  # Any: an annotation
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return any(_fits(value, part) for part in parts)
    if origin is Literal:
        return value in parts
    if origin is tuple:
        if not isinstance(value, tuple):
            return False
        if parts[-1] is ...:
            return all(_fits(one, parts[0]) for one in value)
        return len(value) == len(parts) and all(map(_fits, value, parts))
    if origin is Callable or hint is Any:
        return hint is Any or callable(value)
    return isinstance(value, origin or hint)


def _shown(hint: Any) -> str:  # Any: an annotation
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return " or ".join(map(_shown, parts))
    if origin is tuple:
        return f"a tuple of {_shown(parts[0])}" if parts[-1] is ... else "such a tuple"
    return "None" if hint is type(None) else getattr(hint, "__name__", str(hint))

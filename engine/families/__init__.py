"""The registry of families: everything a family says about itself, looked up by its name.

A family is a module (a package here, or a file or package of somebody else's) whose module-level
names are the fields of `Family`. Families of others are found by entry points of the group
`sorites.families`, whose names are the families' own:

    [project.entry-points."sorites.families"]
    syllogism = "my_package.syllogism"

Rooms ask `family(item.family)` for a hook and never name a family.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, fields
from functools import cache
from importlib import import_module, invalidate_caches
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from engine.core.errors import InputError
from engine.core.items import Item
from engine.core.skills import SkillTree

if TYPE_CHECKING:
    from engine.audit.suite import Suite
    from engine.decide.draft import Drafts
    from engine.logic import Formula
    from engine.show.cards import Card

__all__ = ["FAMILIES", "Family", "family", "find_family", "registered"]

_BUILT_IN = ("justlogic", "divlogiceval", "logicasker", "logicskills", "argqa")
_ENTRY_POINTS = "sorites.families"


@dataclass(frozen=True, slots=True)
class Family:
    """How the engine sees a family of items: the module-level names of its module.

    A family has `NAME`, `VERSION` and `Params`, and the functions `draft` and `default_size`.
    `draft(params, canonical params, seed, group)` is pure and gives the members of one group in
    order. Each function takes the family's own `params` (Any here), unless said otherwise. All
    other names are hooks: a family without one works everywhere, with what the rooms do by kind.
    """

    name: str
    version: int
    params: type[BaseModel]
    draft: Callable[[Any, str, int, int], Drafts]
    default_size: Callable[[Any], int]

    stock: Callable[[Any], int] | None = None
    """How many groups there can be, where the family does not make its own material."""

    items_per_shard: Callable[[Any], int] | None = None
    """How many items a worker makes at a time, where they are slow to make."""

    left_out: Callable[[Any, int], Mapping[str, tuple[str, ...]]] | None = None
    """What so many groups should be on but cannot be, with these settings: by where that is so."""

    readings: Callable[[Item], Callable[[str], tuple[Formula, ...]] | None] | None = None
    """What a sentence of the item can mean, for the check that it means its formula alone.

    None where the sentences of the item are not the family's own to read.
    """

    checks: Callable[[Any], Iterator[str]] | None = None
    """What is wrong with an item of its own that the checks of its kind do not look at.

    Takes the item as verification sees it, a `Case` of `engine.decide`.
    """

    commands: Callable[[], Mapping[str, Callable[..., None]]] | None = None
    """The commands that the family adds to the command line, by the words that call them.

    Functions as typer takes them; the words are such as `import NAME`, `reproduce NAME` or `NAME`.
    """

    exports: Callable[[], Mapping[str, Callable[[Sequence[Item]], Mapping[str, Any]]]] | None = None
    """The formats in which papers of the family release data sets, by name: records by split."""

    figures: Callable[[], Sequence[Path]] | None = None
    """Files of figures that papers report (YAML) or that others' raw files give (JSON)."""

    words: Callable[[], Mapping[str, Any]] | None = None
    """What is said of the family wherever a data set of it is described, as `FamilyWords`."""

    card: Callable[[], Card] | None = None
    """The family's own part of its data sets' card, and the items that pages show of it."""

    explain: Callable[[Item], tuple[str, ...] | None] | None = None
    """Why an item's answer is right, in sentences; None where what its kind says will do."""

    skill_tree: Callable[[Any], SkillTree] | None = None
    """The skills that a recipe asks, where the family has a tree of them."""

    audit: Callable[[Sequence[Item]], Suite] | None = None
    """What an audit looks at in a set of its items, whether made here or imported.

    Else shortcuts go by kind, as in `engine.audit.statements` and `engine.audit.choices`.
    """

    value_name: Callable[[str, str], str | None] | None = None
    """What a value of a trait is called, given both; None where the key says it."""

    def members(self, params: Any) -> int:
        """How many items a group has."""
        return int(params.members)


_SPELLED = {"name": "NAME", "version": "VERSION", "params": "Params"}
"""The fields that a module spells otherwise."""


def family(name: str) -> Family:
    """The family of that name.

    Raises:
        InputError: there is none, or it cannot be loaded.
    """
    if name not in FAMILIES:
        known = ", ".join(sorted(FAMILIES))
        raise InputError(f"there is no family named {name!r}; the families are: {known}")
    return _loaded(name)


def find_family(name: str) -> Family | None:
    """The family of that name; None of items whose family is not installed, or is no generator."""
    return _loaded(name) if name in FAMILIES else None


@contextmanager
def registered(path: Path) -> Iterator[Family]:
    """A family from a Python file or package, known by its name as if it were installed.

    Processes started meanwhile know it too.

    Raises:
        InputError: there is no family at that path.
    """
    path = path.resolve()
    if not (path.suffix == ".py" or (path / "__init__.py").is_file()) or not path.exists():
        raise InputError(f"{path} is neither a Python file nor a package; give that of a family")
    before = list(sys.path)
    with TemporaryDirectory() as folder:
        sys.path[:0] = [str(path.parent), folder]
        try:
            point = EntryPoint(path.stem, path.stem, _ENTRY_POINTS)
            name = _from_module(_import_of(point), path.stem).name
            info = Path(folder, f"{path.stem}-0.dist-info")
            info.mkdir()
            (info / "METADATA").write_text(f"Name: {path.stem}\nVersion: 0\n", encoding="utf-8")
            text = f"[{_ENTRY_POINTS}]\n{name} = {path.stem}\n"
            (info / "entry_points.txt").write_text(text, encoding="utf-8")
            _forget()
            yield family(name)
        finally:
            sys.path[:] = before
            _forget()


def _forget() -> None:
    invalidate_caches()
    _installed.cache_clear()
    _loaded.cache_clear()


class _Registry(Mapping[str, Family]):
    """The families by name. Each is loaded when it is asked for: all take a worker 0.3 s."""

    def __getitem__(self, name: str) -> Family:
        if name not in self:
            raise KeyError(name)
        return _loaded(name)

    def __contains__(self, name: object) -> bool:
        return name in _BUILT_IN or name in _installed()

    def __iter__(self) -> Iterator[str]:
        yield from _BUILT_IN
        yield from (name for name in _installed() if name not in _BUILT_IN)

    def __len__(self) -> int:
        return len(set(_BUILT_IN) | set(_installed()))


FAMILIES: Mapping[str, Family] = _Registry()


@cache
def _installed() -> Mapping[str, EntryPoint]:
    """The entry points of families, by the names of these; the first on the path counts."""
    return {point.name: point for point in reversed(tuple(entry_points(group=_ENTRY_POINTS)))}


@cache
def _loaded(name: str) -> Family:
    if name in _BUILT_IN:
        return _from_module(import_module(f"{__name__}.{name}"), name)
    point = _installed()[name]
    found = _from_module(_import_of(point), name)
    if found.name != name:
        raise InputError(
            f"the family {found.name!r} is installed as {name!r} ({point.value}); its entry point"
            " has to have its own name"
        )
    return found


def _import_of(point: EntryPoint) -> Any:  # Any: a module with names of its own
    try:
        return point.load()
    except Exception as error:  # somebody else's code may raise anything
        raise InputError(
            f"the family {point.name!r} ({point.value}) cannot be loaded:"
            f" {type(error).__name__}: {error}; mend or uninstall it"
        ) from error


def _from_module(module: Any, name: str) -> Family:
    spelled = {field.name: _SPELLED.get(field.name, field.name) for field in fields(Family)}
    needed = [spelled[field.name] for field in fields(Family) if field.default is MISSING]
    if missing := [one for one in needed if not hasattr(module, one)]:
        raise InputError(
            f"the family {name!r} lacks {', '.join(missing)}; its module has to have"
            f" {', '.join(needed)}"
        )
    found: dict[str, Any] = {field: getattr(module, one, None) for field, one in spelled.items()}
    return Family(**found)

"""The registry: looks up a family by name and says everything the engine knows about it.

A family is a module (a package here, or anybody's file or package) whose module-level names are the
fields of `Family`. Outside families register under the entry-point group `sorites.families`, each
by its own name:

    [project.entry-points."sorites.families"]
    syllogism = "my_package.syllogism"

Rooms ask `family(item.family)` for a hook and never name a family.
"""

from __future__ import annotations

import re
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

from pydantic import BaseModel, ValidationError

from engine.core.errors import InputError
from engine.core.hooks import framed
from engine.core.items import Item
from engine.core.skills import SkillTree
from engine.core.toml_files import read_toml

if TYPE_CHECKING:
    from engine.audit.shortcut_suite import Suite
    from engine.decide.draft import Drafts
    from engine.logic import Formula
    from engine.show.texts.cards import Card

__all__ = ["FAMILIES", "Family", "family", "find_family", "registered"]

_BUILT_IN = ("justlogic", "divlogiceval", "logicasker", "logicskills", "argqa")
_ENTRY_POINTS = "sorites.families"


@dataclass(frozen=True, slots=True)
class Family:
    """A family of items as the engine sees it: the module-level names of its module.

    A family must define `NAME`, `VERSION`, `Params`, `draft` and `default_size`. `draft(params,
    canonical params, seed, group)` is pure and returns the members of one group in order. Functions
    take the family's own `params` (typed Any here) unless noted. Everything else is an optional
    hook: without it the rooms fall back on what they do for the kind of item.
    """

    name: str
    version: int
    params: type[BaseModel]
    draft: Callable[[Any, str, int, int], Drafts]
    default_size: Callable[[Any], int]

    version_of: Callable[[Any], int] | None = None
    """The version of what makes the items of these settings, if tasks have versions of their own.

    Without it, `VERSION` counts for all.
    """

    stock: Callable[[Any], int] | None = None
    """The number of groups available, for a family that draws on a fixed corpus."""

    items_per_shard: Callable[[Any], int] | None = None
    """The number of items a worker makes at a time, for families whose items are slow to make."""

    readings: Callable[[Item], Callable[[str], tuple[Formula, ...]] | None] | None = None
    """Returns a parser of the item's sentences, to check that each means only its formula.

    None where the sentences are not in the family's own language.
    """

    checks: Callable[[Any], Iterator[str]] | None = None
    """Yields problems with an item that the checks of its kind do not cover.

    Takes the item as verification sees it, a `Case` of `engine.decide`.
    """

    commands: Callable[[], Mapping[str, Callable[..., None]]] | None = None
    """Commands the family adds to the command line, as typer functions.

    Keys are the words typed: `import NAME`, `reproduce NAME` or `NAME`.
    """

    exports: Callable[[], Mapping[str, Callable[[Sequence[Item]], Mapping[str, Any]]]] | None = None
    """Release formats of the family's papers, by name. Each maps items to records by split."""

    figures: Callable[[], Sequence[Path]] | None = None
    """Files of figures that papers report (YAML) or that others' raw files give (JSON).

    Without it, `reported.yaml` and `reproduced.json` of the family's folder, where they exist.
    """

    words: Callable[[], Mapping[str, Any]] | None = None
    """Texts that describe the family wherever its data sets appear, as `FamilyWords`.

    Without it, those of `words.toml` of the family's folder, if there is one.
    """

    card: Callable[[], Card] | None = None
    """The family's part of the dataset card, and the items that pages show as examples."""

    explain: Callable[[Item], tuple[str, ...] | None] | None = None
    """Explains in sentences why an item's answer is right; None to use the kind's explanation."""

    skill_tree: Callable[[Any], SkillTree] | None = None
    """The skills that a recipe covers, for a family with a skill tree."""

    audit: Callable[[Sequence[Item]], Suite] | None = None
    """What an audit checks in a set of the family's items, generated or imported.

    Without it, shortcuts go by kind, as in `engine.audit.label_shortcuts` and
    `engine.audit.choice_shortcuts`.
    """

    value_name: Callable[[str, str], str | None] | None = None
    """The display name of a trait's value, given both; None where the key will do."""

    def version_for(self, params: str) -> int:
        """The version of what makes items of these settings, which are canonical JSON.

        That of the family if it no longer has such settings.
        """
        if self.version_of is None:
            return self.version
        try:
            return self.version_of(self.params.model_validate_json(params))
        except ValidationError:
            return self.version

    def members(self, params: Any) -> int:
        """The number of items in a group."""
        try:
            return int(params.members)
        except Exception as error:  # an outside family's code may raise anything
            raise InputError(
                f"{self.name}: the members of its Params raised {type(error).__name__}: {error}"
            ) from error


_NAME = re.compile(r"[a-z][a-z0-9_-]*")
_SPELLED = {"name": "NAME", "version": "VERSION", "params": "Params"}
"""Fields that modules define under another name."""
_NO_HOOKS = {"name", "version", "params"}


def family(name: str) -> Family:
    """Look up a family by name.

    Raises:
        InputError: no family has that name, or it cannot be loaded.
    """
    if name not in FAMILIES:
        known = ", ".join(sorted(FAMILIES))
        raise InputError(f"there is no family named {name!r}; the families are: {known}")
    return _loaded(name)


def find_family(name: str) -> Family | None:
    """Look up a family by name; None if it is not installed or generates nothing."""
    return _loaded(name) if name in FAMILIES else None


@contextmanager
def registered(path: Path) -> Iterator[Family]:
    """Register the family in a Python file or package, as if it were installed.

    Processes started meanwhile see it too. The path of a built-in family gives that family.

    Raises:
        InputError: there is no family at that path.
    """
    path = path.resolve()
    if path.parent == Path(__file__).resolve().parent and path.name in _BUILT_IN:
        yield family(path.name)
        return
    if not (path.suffix == ".py" or (path / "__init__.py").is_file()) or not path.exists():
        raise InputError(f"{path} is neither a Python file nor a package; name a family's")
    before = list(sys.path)
    with TemporaryDirectory() as folder:
        sys.path[:0] = [str(path.parent), folder]
        try:
            point = EntryPoint(path.stem, path.stem, _ENTRY_POINTS)
            name = _from_module(_import_of(point), path.stem).name
            if name in _BUILT_IN:
                raise InputError(f"{path}: there is a family {name!r} already; choose another NAME")
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
    """Families by name, each loaded on first use: loading all takes a worker 0.3 s."""

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
    """Entry points of installed families by name; the first on the path wins."""
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
            " must have the family's name"
        )
    return found


def _import_of(point: EntryPoint) -> Any:  # Any: a module with its own names
    try:
        return point.load()
    except Exception as error:  # outside code may raise anything
        raise InputError(
            f"the family {point.name!r} ({point.value}) cannot be loaded:"
            f" {type(error).__name__}: {error}; fix or uninstall it"
        ) from error


def _from_module(module: Any, name: str) -> Family:
    spelled = {field.name: _SPELLED.get(field.name, field.name) for field in fields(Family)}
    needed = [spelled[field.name] for field in fields(Family) if field.default is MISSING]
    if missing := [one for one in needed if not hasattr(module, one)]:
        raise InputError(
            f"the family {name!r} lacks {', '.join(missing)}; its module must define"
            f" {', '.join(needed)}"
        )
    found: dict[str, Any] = {field: getattr(module, one, None) for field, one in spelled.items()}
    if not isinstance(found["name"], str) or not _NAME.fullmatch(found["name"]):
        raise InputError(
            f"the family {name!r} has the NAME {found['name']!r}; begin with a lower-case letter,"
            " and use only such letters, digits, - and _"
        )
    home = Path(module.__file__).resolve()
    if home.name == "__init__.py":
        home = home.parent
        found |= {hook: given for hook, given in _of_files(home).items() if found[hook] is None}
    for hook in found.keys() - _NO_HOOKS:
        if callable(found[hook]):
            found[hook] = framed(found["name"], hook, found[hook], home)
    return Family(**found)


def _of_files(folder: Path) -> dict[str, Callable[[], Any]]:
    """The hooks for which files of a family's folder stand."""
    hooks: dict[str, Callable[[], Any]] = {}
    words = folder / "words.toml"
    if words.is_file():
        hooks["words"] = lambda: read_toml(words, "the words of the family").table
    figures = [folder / name for name in ("reported.yaml", "reproduced.json")]
    if present := tuple(path for path in figures if path.is_file()):
        hooks["figures"] = lambda: present
    return hooks

"""Which room may import which, and that no module imports itself by way of others."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from tests.laws.sources import PRODUCT, Broken, module_of, named, python_files, tree_of

REGISTRY, FAMILY, FACES = "families", "a family", ("cli", "site", "dashboard")
ORDER = (
    ("core",),
    (REGISTRY,),
    ("logic",),
    ("language",),
    ("decide",),
    ("store",),
    ("grade",),
    ("ask", "audit", "io"),
    ("analysis",),
    ("show",),
    (FAMILY,),
    ("pipeline",),
    FACES,
)
"""From low to high: a room imports what stands before it, or with it."""

RANK = {room: rank for rank, rooms in enumerate(ORDER) for room in rooms}
FOR_FACES = {"pipeline", "analysis", "show", "core"}
STARTED_BY = {"site": "cli"}
"""The command line starts the other faces: it builds the site and serves it."""


def room_of(module: str) -> str | None:
    """The room of a module; None of the public interface, which may import all."""
    top, *parts = module.split(".")
    if top == "dashboard":
        return "dashboard"
    if top != "engine" or not parts or parts[0] not in {*RANK, REGISTRY}:
        return None
    return FAMILY if parts[0] == REGISTRY and family_of(module) else parts[0]


def family_of(module: str) -> str | None:
    """The name of the family whose module it is."""
    parts = module.split(".")
    if parts[:2] != ["engine", "families"] or len(parts) < 3:
        return None
    return parts[2] if ".".join(parts[:3]) in packages() else None


@cache
def packages() -> frozenset[str]:
    """The modules that are folders."""
    return frozenset(module_of(p) for p in python_files(*PRODUCT) if p.name == "__init__.py")


@cache
def modules() -> frozenset[str]:
    """All modules of the product."""
    return frozenset(map(module_of, python_files(*PRODUCT)))


def imported(node: ast.AST) -> Iterator[str]:
    """The modules of ours that an import statement names."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name in modules())
    if isinstance(node, ast.ImportFrom) and node.module in modules():
        for alias in node.names:
            full = f"{node.module}.{alias.name}"
            yield full if full in modules() else str(node.module)


def imports(
    tree: ast.Module, *, at_load: bool = False, annotations: bool = True
) -> Iterator[tuple[int, str]]:
    """The line and module of each import; with `at_load` only what loading the module runs.

    What only annotations need (`if TYPE_CHECKING`) is not loaded; `annotations` includes it.
    """
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if at_load and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if (
            (at_load or not annotations)
            and isinstance(node, ast.If)
            and getattr(node.test, "id", "") == "TYPE_CHECKING"
        ):
            waiting.extend(node.orelse)
            continue
        yield from ((getattr(node, "lineno", 0), module) for module in imported(node))
        waiting.extend(ast.iter_child_nodes(node))


def allowed(module: str, other: str) -> bool:
    """Whether a module may import another one."""
    here, there = room_of(module), room_of(other)
    if here is None:
        return there != FAMILY
    if there is None:
        return other.split(".")[0] != "engine"  # a package's own name says nothing of a room
    if there == FAMILY:
        return here == FAMILY and family_of(module) == family_of(other)
    if here in FACES:
        return there == here or there in FOR_FACES or STARTED_BY.get(there) == here
    return RANK[there] <= RANK[here]


def imports_upwards() -> Broken:
    """Imports against the order of the rooms."""
    found: Broken = defaultdict(list)
    for path in python_files(*PRODUCT):
        # the registry's annotations name what the hooks of families give to the rooms above
        is_registry = named(path) == "engine/families/__init__.py"
        for line, other in imports(tree_of(path), annotations=not is_registry):
            if not allowed(module_of(path), other):
                found[named(path)].append(f"line {line} imports {other}")
    return found


def import_circles() -> Broken:
    """Modules that import each other when they are loaded, in however many steps."""
    graph: dict[str, set[str]] = {}
    files = {module_of(path): path for path in python_files(*PRODUCT)}
    for module, path in files.items():
        named_there = {other for _, other in imports(tree_of(path), at_load=True)}
        graph[module] = {one for other in named_there for one in loaded_with(other, module)}
    found: Broken = defaultdict(list)
    for circle in circles(graph):
        for module in circle:
            found[named(files[module])].append(f"in a circle with {sorted(circle - {module})}")
    return found


def loaded_with(other: str, module: str) -> Iterator[str]:
    """A module that is imported, and the packages it lies in, which are loaded before it."""
    parts = other.split(".")
    for n in range(1, len(parts) + 1):
        package = ".".join(parts[:n])
        if package in modules() and not f"{module}.".startswith(f"{package}."):
            yield package


def circles(graph: dict[str, set[str]]) -> list[set[str]]:
    """The sets of modules each of which reaches all others of its set."""
    reach = {module: reached(graph, module) for module in graph}
    found: list[set[str]] = []
    for module in graph:
        circle = {other for other in reach[module] if module in reach.get(other, ())}
        if circle and not any(module in known for known in found):
            found.append(circle | {module})
    return found


def reached(graph: dict[str, set[str]], module: str) -> set[str]:
    """All that a module imports, in however many steps."""
    found: set[str] = set()
    waiting = list(graph[module])
    while waiting:
        other = waiting.pop()
        if other not in found:
            found.add(other)
            waiting.extend(graph.get(other, ()))
    return found

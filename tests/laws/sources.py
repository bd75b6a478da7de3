"""The Python files that the laws are about, as text and as trees."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

PROJECT = Path(__file__).parent.parent.parent
PRODUCT = ("engine", "dashboard", "sorites")

Broken = dict[str, list[str]]
"""What breaks a law, by the file that does."""


def python_files(*tops: str) -> list[Path]:
    """The Python files of these folders at the top of the project."""
    return sorted(path for top in tops for path in (PROJECT / top).rglob("*.py"))


def named(path: Path) -> str:
    """The file as a person names it, from the top of the project."""
    return path.relative_to(PROJECT).as_posix()


def module_of(path: Path) -> str:
    """The module that a file is."""
    return ".".join(path.relative_to(PROJECT).with_suffix("").parts).removesuffix(".__init__")


@cache
def tree_of(path: Path) -> ast.Module:
    """The file's syntax tree."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def docstrings(tree: ast.Module) -> set[ast.Constant]:
    """The strings that stand as statements: they explain, and nothing runs them."""
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }

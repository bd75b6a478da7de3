"""The README's map of commands, written from the command line itself: `make readme`."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

import typer.main
from typer.core import TyperGroup

from engine.cli import app

README = Path(__file__).parent.parent.parent / "README.md"
BEGIN, END = "<!-- commands: written by make readme -->\n", "<!-- end of commands -->\n"


def commands() -> Iterator[tuple[str, str, frozenset[str]]]:
    """Every command with its groups before it, its first sentence, and its options."""
    yield from _below("", typer.main.get_command(app))


def _below(prefix: str, command: object) -> Iterator[tuple[str, str, frozenset[str]]]:
    assert isinstance(command, TyperGroup)
    command.list_commands(None)  # so that families add theirs
    for name, child in command.commands.items():
        if isinstance(child, TyperGroup):
            yield from _below(f"{prefix}{name} ", child)
        else:
            sentence = (child.help or "").split("\n\n")[0].replace("\n", " ")
            options = (option for p in child.params for option in (*p.opts, *p.secondary_opts))
            yield prefix + name, sentence, frozenset(o for o in options if o.startswith("-"))


def mistake(line: str) -> str | None:
    """What is wrong with a command line that is shown; None where nothing is, or it is not ours."""
    words = shlex.split(line.strip(), comments=True)
    if words[:1] != ["sorites"]:
        return None
    known = {name: options for name, _, options in commands()}
    name = next((n for n in (" ".join(words[1:3]), *words[1:2]) if n in known), None)
    if name is None:
        is_group = any(one.startswith(f"{' '.join(words[1:])} ") for one in known)
        return None if is_group else f"there is no such command: {line}"
    used = {word.partition("=")[0] for word in words if word.startswith("-")}
    return f"there is no such option: {line}" if used - known[name] - {"--help"} else None


def table() -> str:
    """The map as a Markdown table."""
    rows = [f"| `sorites {name}` | {sentence} |\n" for name, sentence, _ in commands()]
    return "".join(["| command | what it does |\n", "|---|---|\n", *rows])


def with_table(readme: str) -> str:
    """The README with the map as it is now."""
    before, _, rest = readme.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + table() + END + after


if __name__ == "__main__":
    README.write_text(with_table(README.read_text(encoding="utf-8")), encoding="utf-8")

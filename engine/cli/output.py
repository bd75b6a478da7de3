"""What a command says: sentences for people, one JSON document for programs."""

from __future__ import annotations

import sys

import orjson
from rich.console import Console
from rich.markup import escape


def say(sentence: str) -> None:
    """Print a sentence on standard output; its text is never read as markup."""
    Console(highlight=False).print(escape(sentence), soft_wrap=True)


def write_json(document: object) -> None:
    """Print one JSON document and nothing else."""
    sys.stdout.write(orjson.dumps(document, option=orjson.OPT_INDENT_2).decode() + "\n")

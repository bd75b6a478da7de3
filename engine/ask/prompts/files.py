"""Prompts as files: id, version and the messages as Jinja templates, ours and the user's alike.

    id = "plain"
    version = 1
    shots = 0
    system = "Judge whether the statement follows. End with: Answer: true, false or uncertain."
    question = "{{ passage | join(' ') }} {{ question }}"

A template sees what is shown of an item and nothing else, so that it can give no answer away:
`passage` and `symbols` (lists), `question`, `options` (each with `key` and `text`), `domain` of a
structure asked for, `language` and `probe`. `answer`, with which examples are answered, also sees
`gold`. A line that holds nothing but `{% … %}` leaves none behind. Replies are read by the same
rules, whoever worded the question.

Ours are in `data/prompts/`: one for each kind of question, those by which replies are read
(`engine.ask.extraction`), and those by which a family has questions written. Those of questions
also see the `style`, whether the `forms` are to be named, and the `reasoning` of an example that is
explained; they may include what is in `shared.toml`.
"""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import orjson

from engine.core.errors import InputError
from engine.core.items import AnswerKind, Item
from engine.core.resources import data_file
from engine.core.toml_files import read_toml

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jinja2 import Template

SUFFIX = ".toml"
"""What the name of a prompt ends with that is the path of a file."""

Wording = dict[str, str | bool | None]
"""What our own templates see besides the item."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt file as read; `digest` is the SHA-256 of its content."""

    path: str
    id: str
    version: int
    shots: int
    digest: str
    _system: Template
    _question: Template
    _answer: Template

    def instructions(self, item: Item, probe: str, wording: Wording) -> str:
        """The system message."""
        return self._filled("system", item, {"probe": probe, **wording})

    def body(self, shown: Item, probe: str, wording: Wording) -> str:
        """The message that holds the item, as the probe shows it."""
        return self._filled("question", shown, {"probe": probe, **wording})

    def answered(self, example: Item, probe: str, wording: Wording) -> str:
        """The reply that an example is given."""
        return self._filled("answer", example, {"probe": probe, "gold": example.gold, **wording})

    def messages(self, seen: Mapping[str, object]) -> list[dict[str, str]]:
        """The messages of a prompt that is about no item, but about what it is given."""
        return [
            {"role": "system", "content": self._system.render(seen).strip()},
            {"role": "user", "content": self._question.render(seen).strip()},
        ]

    def specimen(self, probe: str, wording: Wording) -> list[str]:
        """All that it says under a probe, with one meaningless item in each language."""
        seen = {"probe": probe, "gold": "gold", **wording}
        return [
            template.render({**_SPECIMEN, "language": language}, **seen)
            for language in _LANGUAGES
            for template in (self._system, self._question, self._answer)
        ]

    def _filled(self, part: str, item: Item, seen: Mapping[str, object]) -> str:
        from jinja2 import TemplateError

        template: Template = getattr(self, f"_{part}")
        try:
            return template.render(_shown(item), **seen).strip()
        except (TemplateError, TypeError, ValueError, ArithmeticError) as error:
            raise InputError(
                f"the {part} of the prompt {self.path} cannot be filled for item"
                f" {item.hash[:12]}: {error}"
            ) from None


_LANGUAGES = ("en", "carroll", "symbolic", "formal")
_SPECIMEN: dict[str, object] = {
    "passage": ["first", "second"],
    "question": "asked",
    "options": [
        {"key": "A", "text": "one"},
        {"key": "B", "text": "other"},
        {"key": "C", "text": ""},
    ],
    "symbols": [{"atom": "p", "text": "is meant"}],
    "domain": [0, 1],
}


def _shown(item: Item) -> dict[str, object]:
    """What a template may see."""
    is_structure = item.answer_kind is AnswerKind.STRUCTURE
    return {
        "passage": item.passage,
        "question": item.question,
        "options": [{"key": option.key, "text": option.text} for option in item.options],
        "symbols": [{"atom": symbol.atom, "text": symbol.text} for symbol in item.symbols],
        "domain": orjson.loads(item.gold)["domain"] if is_structure else None,
        "language": item.traits.language,
    }


@lru_cache(maxsize=64)
def own_prompt(path: str) -> Prompt:
    """The prompt in a file of the user's.

    Raises:
        InputError: it cannot be read, or is not of the form above.
    """
    return _read(Path(path), {})


@cache
def our_prompt(name: str) -> Prompt:
    """One of our prompts, such as that by which questions of a kind are put."""
    shared = tomllib.loads(data_file("prompts/shared.toml").read_text(encoding="utf-8"))
    return _read(data_file(f"prompts/{name}.toml"), shared)


def our_prompt_id(name: str) -> str:
    """The id and version of one of our prompts with a hash of its file: equal ids, equal words."""
    prompt = our_prompt(name)
    return f"{prompt.id} v{prompt.version}@{prompt.digest[:8]}"


def _read(path: Path, shared: Mapping[str, str]) -> Prompt:
    # late: what asks nobody needs none of them
    from jinja2 import DictLoader, StrictUndefined, TemplateSyntaxError
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    from engine.ask.prompts.form import PromptFile

    file = read_toml(path, "the prompt")
    form = file.fitted(PromptFile)
    jinja = ImmutableSandboxedEnvironment(
        loader=DictLoader(shared),
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    try:
        system, question, answer = map(jinja.from_string, (form.system, form.question, form.answer))
    except TemplateSyntaxError as error:
        raise InputError(f"a template of {file.name} is no Jinja: {error}") from None
    digest = hashlib.sha256(file.content).hexdigest()
    return Prompt(str(path), form.id, form.version, form.shots, digest, system, question, answer)

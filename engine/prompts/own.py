"""Prompts of the user's own: a file with an id, a version and the messages as Jinja templates.

    id = "plain"
    version = 1
    shots = 0
    system = "Judge whether the statement follows. End with: Answer: true, false or uncertain."
    question = "{{ passage | join(' ') }} {{ question }}"

A template sees what is shown of an item and nothing else, so that it can give no answer away:
`passage` and `symbols` (lists), `question`, `options` (each with `key` and `text`), `domain` of a
structure asked for, `language` and `probe`. `answer`, with which examples are answered, also sees
`gold`. Replies are read by the same rules as all others.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import orjson

from engine.errors import InputError
from engine.items import AnswerKind, Item
from engine.toml_files import read_toml

if TYPE_CHECKING:
    from jinja2 import Template

SUFFIX = ".toml"
"""What the name of a prompt ends with that is the path of a file."""


@dataclass(frozen=True, slots=True)
class OwnPrompt:
    """A prompt file as read; `digest` is the SHA-256 of its content."""

    path: str
    id: str
    version: int
    shots: int
    digest: str
    _system: Template
    _question: Template
    _answer: Template

    def instructions(self, item: Item, probe: str) -> str:
        """The system message."""
        return self._filled("system", self._system, item, probe)

    def body(self, shown: Item, probe: str) -> str:
        """The message that holds the item, as the probe shows it."""
        return self._filled("question", self._question, shown, probe)

    def answered(self, example: Item, probe: str) -> str:
        """The reply that an example is given."""
        return self._filled("answer", self._answer, example, probe, gold=example.gold)

    def _filled(self, name: str, template: Template, item: Item, probe: str, **more: str) -> str:
        from jinja2 import TemplateError

        try:
            return template.render(_shown(item), probe=probe, **more).strip()
        except (TemplateError, TypeError, ValueError, ArithmeticError) as error:
            raise InputError(
                f"the {name} of the prompt {self.path} cannot be filled for item"
                f" {item.hash[:12]}: {error}"
            ) from None


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
def own_prompt(path: str) -> OwnPrompt:
    """The prompt in a file.

    Raises:
        InputError: it cannot be read, or is not of the form above.
    """
    # late: who asks in our words needs neither
    from jinja2 import StrictUndefined, TemplateSyntaxError
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    from engine.prompts.own_file import PromptFile

    file = read_toml(Path(path), "the prompt")
    told = file.fitted(PromptFile)
    jinja = ImmutableSandboxedEnvironment(undefined=StrictUndefined, autoescape=False)
    try:
        system, question, answer = map(jinja.from_string, (told.system, told.question, told.answer))
    except TemplateSyntaxError as error:
        raise InputError(f"a template of {file.name} is no Jinja: {error}") from None
    digest = hashlib.sha256(file.content).hexdigest()
    return OwnPrompt(path, told.id, told.version, told.shots, digest, system, question, answer)

"""Prompt files, ours and the user's: id, version and the messages as Jinja templates.

    id = "plain"
    version = 1
    shots = 0
    system = "Judge whether the statement follows. End with: Answer: true, false or uncertain."
    question = "{{ passage | join(' ') }} {{ question }}"

A template sees only what is shown of an item, so it cannot reveal the answer: `passage` and
`symbols` (lists), `question`, `options` (each with `key` and `text`), their `letters`, the `domain`
of a requested structure, `language` and `probe`. The template `answer`, which answers examples,
also sees `gold`. A line with nothing but `{% … %}` leaves no empty line. The same rules grade
replies to all prompts.

Ours are in `data/prompts/`: one per kind of question, those that extract and judge answers
(`engine.ask.extraction`), and those by which a family has questions written. Question prompts also
see the `style`, whether to name the `forms`, and the `reasoning` of an explained example; they may
include parts of `shared.toml`.
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
from engine.core.left_out import NOT_SHAPED
from engine.core.resources import data_file
from engine.core.toml_files import read_toml

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from jinja2 import Template

SUFFIX = ".toml"
"""The suffix of prompt names that are paths of files."""

Wording = dict[str, str | bool | None]
"""What our own templates see in addition to the item."""


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
    _is_general: bool
    """Whether the system message sees nothing of an item but its language and letters."""

    def instructions(self, item: Item, probe: str, wording: Wording) -> str:
        """The system message."""
        seen: Wording = {"probe": probe, **wording}
        if not self._is_general:
            return self._filled("system", item, seen)
        common = (self, tuple(seen.items()), item.traits.language, _letters(item))
        found = _GENERAL.get(common)
        if found is None:
            if len(_GENERAL) >= _MOST_GENERAL:
                _GENERAL.clear()
            found = _GENERAL[common] = self._filled("system", item, seen)
        return found

    def body(self, shown: Item, probe: str, wording: Wording) -> str:
        """The message with the item, as the probe shows it."""
        return self._filled("question", shown, {"probe": probe, **wording})

    def answered(self, example: Item, probe: str, wording: Wording) -> str:
        """The reply in an example."""
        return self._filled("answer", example, {"probe": probe, "gold": example.gold, **wording})

    def messages(self, seen: Mapping[str, object]) -> list[dict[str, str]]:
        """The messages of a prompt that is not about an item, filled with given values."""
        return [
            {"role": "system", "content": self._system.render(seen).strip()},
            {"role": "user", "content": self._question.render(seen).strip()},
        ]

    def specimen(self, probe: str, wording: Wording) -> list[str]:
        """The full wording under a probe, for a meaningless item in each language."""
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
        except (TemplateError, *NOT_SHAPED, ArithmeticError, RecursionError) as error:
            raise InputError(
                f"the {part} of the prompt {self.path} cannot be filled for item"
                f" {item.hash[:12]}: {error}"
            ) from None


_GENERAL: dict[Hashable, str] = {}
"""System messages that many items share, by what they depend on; `_MOST_GENERAL` at most."""
_MOST_GENERAL = 64

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
    "letters": ["A", "B", "C"],
    "domain": [0, 1],
}

_OF_ITEM = frozenset(_SPECIMEN) - {"letters"}


def _letters(item: Item) -> tuple[str, ...]:
    return tuple(option.key for option in item.options)


def _shown(item: Item) -> dict[str, object]:
    """What a template may see."""
    is_structure = item.answer_kind is AnswerKind.STRUCTURE
    return {
        "passage": item.passage,
        "question": item.question,
        "options": [{"key": option.key, "text": option.text} for option in item.options],
        "letters": _letters(item),
        "symbols": [{"atom": symbol.atom, "text": symbol.text} for symbol in item.symbols],
        "domain": orjson.loads(item.gold)["domain"] if is_structure else None,
        "language": item.traits.language,
    }


@lru_cache(maxsize=64)
def own_prompt(path: str) -> Prompt:
    """The prompt in a user's file.

    Raises:
        InputError: the file cannot be read or has another format.
    """
    return _read(Path(path), {})


@cache
def our_prompt(name: str) -> Prompt:
    """One of our prompts, such as that for a kind of question."""
    shared = tomllib.loads(data_file("prompts/shared.toml").read_text(encoding="utf-8"))
    return _read(data_file(f"prompts/{name}.toml"), shared)


def our_prompt_id(name: str) -> str:
    """The id, version and file hash of one of our prompts; equal ids mean equal wording."""
    prompt = our_prompt(name)
    return f"{prompt.id} v{prompt.version}@{prompt.digest[:8]}"


def _read(path: Path, shared: Mapping[str, str]) -> Prompt:
    # late, because only asking needs them
    from jinja2 import DictLoader, StrictUndefined, TemplateSyntaxError, nodes
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
        raise InputError(f"a template of {file.name} is not valid Jinja: {error}") from None
    except RecursionError:
        raise InputError(f"a template of {file.name} is nested too deep") from None
    digest = hashlib.sha256(file.content).hexdigest()
    parsed = map(jinja.parse, (form.system, *shared.values()))
    used = (name.name for text in parsed for name in text.find_all(nodes.Name))
    is_general = _OF_ITEM.isdisjoint(used)
    return Prompt(
        str(path), form.id, form.version, form.shots, digest, system, question, answer, is_general
    )

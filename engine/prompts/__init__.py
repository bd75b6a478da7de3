"""How an item is put to a model: styles, probes, few-shot examples."""

from engine.prompts.examples import Examples, choose_examples
from engine.prompts.message import answer_line, messages
from engine.prompts.probes import PROBES, probed
from engine.prompts.reasoning import reasoning
from engine.prompts.styles import STYLES, Style, prompt_id, prompt_names, style

__all__ = [
    "PROBES",
    "STYLES",
    "Examples",
    "Style",
    "answer_line",
    "choose_examples",
    "messages",
    "probed",
    "prompt_id",
    "prompt_names",
    "reasoning",
    "style",
]

"""The messages that ask a model an item: styles, probes and few-shot examples."""

from engine.ask.prompts.examples import Examples, choose_examples
from engine.ask.prompts.files import our_prompt, our_prompt_id
from engine.ask.prompts.message import answer_line, check_probe, messages, prompt_id, target
from engine.ask.prompts.probes import PROBES, WITHHELD_OPTION, probed, probes_of, withheld
from engine.ask.prompts.styles import BARE, PAPER, STYLES, Style, prompt_names, style
from engine.core.kinds import QuestionKind, common_kind
from engine.core.kinds import question_of as kind_of

__all__ = [
    "BARE",
    "PAPER",
    "PROBES",
    "STYLES",
    "WITHHELD_OPTION",
    "Examples",
    "QuestionKind",
    "Style",
    "answer_line",
    "check_probe",
    "choose_examples",
    "common_kind",
    "kind_of",
    "messages",
    "our_prompt",
    "our_prompt_id",
    "probed",
    "probes_of",
    "prompt_id",
    "prompt_names",
    "style",
    "target",
    "withheld",
]

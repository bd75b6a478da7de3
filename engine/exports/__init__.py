"""Data sets as others' tools and files have them."""

from engine.exports.argqa import SPLITS, released
from engine.exports.sft import PROMPT, Held, examples

__all__ = ["PROMPT", "SPLITS", "Held", "examples", "released"]

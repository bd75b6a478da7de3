"""Formulas of propositional and predicate logic about people, to English and back."""

from engine.families.logicasker.language.canonical import canonical
from engine.families.logicasker.language.drawing import draw_vocabulary
from engine.families.logicasker.language.reading import readings
from engine.families.logicasker.language.realise import sentence

__all__ = ["canonical", "draw_vocabulary", "readings", "sentence"]

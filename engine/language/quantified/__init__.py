"""Formulas of propositional and predicate logic about people, in English and back."""

from engine.language.quantified.canonical import canonical
from engine.language.quantified.drawing import draw_vocabulary
from engine.language.quantified.reading import readings
from engine.language.quantified.realise import sentence

__all__ = ["canonical", "draw_vocabulary", "readings", "sentence"]

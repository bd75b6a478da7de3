"""An optional model that extracts answers from replies that our rules cannot read.

It works for all families. It never replaces the rules' verdict: the extracted answer is stored
separately, with the model and its prompt.
"""

from engine.ask.extraction.judging import draw, for_persons, judge
from engine.ask.extraction.running import Extracted, Extractor, extract

__all__ = ["Extracted", "Extractor", "draw", "extract", "for_persons", "judge"]

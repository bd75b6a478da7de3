"""An extractor for replies that our rules cannot read: a model, off unless asked for.

One mechanism for all families. The rules' own verdict is never replaced: what the model took for
the answer stands beside it, with the model and the wording that it was asked in.
"""

from engine.ask.extraction.judging import draw, for_persons, judge
from engine.ask.extraction.running import Extracted, Extractor, extract

__all__ = ["Extracted", "Extractor", "draw", "extract", "for_persons", "judge"]

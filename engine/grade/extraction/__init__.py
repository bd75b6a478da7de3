"""An extractor for replies that our rules cannot read: a model, off unless asked for.

One mechanism for all families. The rules' own verdict is never replaced: what the model took for
the answer stands beside it, with the model and the wording that it was asked in.
"""

from engine.grade.extraction.judging import (
    for_persons,
    instructions,
    judge,
    read_sheet,
    sample_of,
    sheet_text,
)
from engine.grade.extraction.running import Extracted, Extractor, extract

__all__ = [
    "Extracted",
    "Extractor",
    "extract",
    "for_persons",
    "instructions",
    "judge",
    "read_sheet",
    "sample_of",
    "sheet_text",
]

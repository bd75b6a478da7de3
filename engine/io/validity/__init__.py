"""Are the questions themselves valid? A blind sample for readers, and what they found.

LogicAsker (§4.4, Table 9) had one question in ten read by two persons, who were asked whether it is
grammatical, has one interpretation, and has a derivable answer. Here a reader gets premises and
conclusion without key, kind or leaf, and finds the answer; it is compared with ours afterwards.
"""

from engine.io.validity.readings import read_sheet
from engine.io.validity.sampling import draw_sample
from engine.io.validity.sheet import instructions, sheet_text

__all__ = ["draw_sample", "instructions", "read_sheet", "sheet_text"]

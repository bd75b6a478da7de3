"""From formulas to English and back: proposition bank, wordings and reader."""

from engine.language.bank import Proposition, load_bank
from engine.language.lexicon import Lexicon
from engine.language.reading import readings
from engine.language.realise import fill, pattern, worded

__all__ = ["Lexicon", "Proposition", "fill", "load_bank", "pattern", "readings", "worded"]

"""Published argument corpora in six formats, read as argument graphs."""

from engine.io.corpora.registry import FORMATS, read_corpus

__all__ = ["FORMATS", "read_corpus"]

"""Argument corpora that others published, in six formats, as graphs of one model."""

from engine.io.corpora.registry import FORMATS, read_corpus

__all__ = ["FORMATS", "read_corpus"]

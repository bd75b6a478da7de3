"""Argument corpora that others published, in six formats, as graphs of one model."""

from engine.arguments.formats.registry import FORMATS, read_corpus

__all__ = ["FORMATS", "read_corpus"]

"""Data sets as others' tools and files have them."""

from engine.exports.argqa import SPLITS, released

__all__ = ["SPLITS", "released"]

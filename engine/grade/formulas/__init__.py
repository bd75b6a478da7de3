"""Formulas: the one that a reply gives, and whether it is equivalent to the gold."""

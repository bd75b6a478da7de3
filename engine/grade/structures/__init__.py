"""Finite structures: the one that a reply gives, and whether it is a countermodel."""

"""Formulas as text: tokens, parser and printer."""

"""Formulas as text: tokens, parser, printer and SMT-LIB."""

"""Texts that faces share: names, cards, findings and notices, escaped for where they stand."""

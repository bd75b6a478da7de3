"""Entailment and truth in first-order logic, by several independent procedures."""

"""Entailment and truth in propositional logic, by several independent procedures."""

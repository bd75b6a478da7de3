"""Elenchus: generate, verify and evaluate items that measure logical reasoning."""

"""Argument forms, proofs by them, and the search for shortest proofs."""

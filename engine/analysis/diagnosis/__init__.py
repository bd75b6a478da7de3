"""Diagnosis: where a model does worse than elsewhere, with tests."""

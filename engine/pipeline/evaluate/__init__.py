"""Evaluate: ask models, by one run configuration, and watch the runs."""

"""Runs and models: their scores, costs and outcomes, and paired comparisons of two runs."""

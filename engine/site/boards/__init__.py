"""Leaderboards and breakdowns as pages."""

"""Putting questions to a respondent: prompts, endpoints, baselines and resumable runs."""

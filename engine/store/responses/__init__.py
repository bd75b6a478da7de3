"""Runs and their answers: the journal, ingestion, grades and the reply cache."""

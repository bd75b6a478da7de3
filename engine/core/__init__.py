"""Shared types: items, answers, certificates, kinds and errors."""

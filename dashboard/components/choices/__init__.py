"""Choices and filters, which live in the address."""

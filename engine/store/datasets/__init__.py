"""Data sets and their items in the database."""

"""The published snapshot, and untrusted SQL queries over it."""

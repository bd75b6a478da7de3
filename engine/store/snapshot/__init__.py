"""The published snapshot, and untrusted SQL over it."""

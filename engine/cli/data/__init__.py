"""Commands that generate, import, list and export data."""

"""Commands that make, import, list and export data."""

"""Commands that report results."""

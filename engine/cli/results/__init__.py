"""Commands that show and compare results."""

"""Commands that check a data set."""

"""Commands that publish a database and show it."""

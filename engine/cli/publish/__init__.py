"""Commands that publish a database and serve it."""

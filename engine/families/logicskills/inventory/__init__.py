"""The inventory of sentences: made in pairs of two languages, classified, and stored."""

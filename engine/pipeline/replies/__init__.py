"""Replies that are stored already: imported, extracted, graded again, reviewed or removed."""

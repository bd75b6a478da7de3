"""A reply as text, whatever is asked: what it says to its reader, and where an answer stands."""

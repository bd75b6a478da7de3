"""What pages are made of: choices in the address, tables, figures, parts of a question."""

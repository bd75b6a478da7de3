"""The rules that arguments are made of: skills, their schemas and schema instances."""

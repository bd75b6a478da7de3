"""The rules that arguments are made of: skills, their schemas, and what an instance of one is."""

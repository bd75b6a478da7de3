"""LogicAsker's published questions, read and labelled again."""

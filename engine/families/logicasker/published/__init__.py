"""LogicAsker's published questions, parsed and labelled again."""

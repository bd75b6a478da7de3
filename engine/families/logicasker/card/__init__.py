"""LogicAsker's dataset card."""

"""ArgQA's dataset card."""

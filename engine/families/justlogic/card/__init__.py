"""JustLogic's dataset card."""

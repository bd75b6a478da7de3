"""DivLogicEval's dataset card."""

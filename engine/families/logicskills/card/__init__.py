"""LogicSkills' dataset card."""

"""LogicSkills' published questions and replies, parsed and judged again."""

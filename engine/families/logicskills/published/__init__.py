"""LogicSkills' published questions and replies, read and judged again."""

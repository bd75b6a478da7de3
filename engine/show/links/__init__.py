"""Links: where models, items and families have their pages, and under which name."""

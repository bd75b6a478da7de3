"""Sets of options: which options a reply says follow, and whether they are the gold ones."""

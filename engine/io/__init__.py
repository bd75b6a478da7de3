"""Data in and out: what others published, exports, submissions and human sheets."""

"""Data in and out: published data and results, exports, submissions and human sheets."""

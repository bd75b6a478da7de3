"""Publish: a snapshot, exports and submissions, for people and for other tools."""

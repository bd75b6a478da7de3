"""Hostile inputs for everything that reads a file from outside."""

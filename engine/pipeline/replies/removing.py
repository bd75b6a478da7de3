"""Removing a mistaken run, for the command line."""

from engine.store.responses.removal import remove_run

__all__ = ["remove_run"]

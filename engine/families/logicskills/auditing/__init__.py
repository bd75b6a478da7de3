"""Audits of questions in two-variable logic: shortcuts, and faulty items."""

from engine.families.logicskills.auditing.suite import suite

__all__ = ["suite"]

"""Audits of questions on skills: shortcuts, balance and published labels."""

from engine.families.logicasker.auditing.suite import suite

__all__ = ["suite"]

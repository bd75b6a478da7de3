"""What an audit of questions in two-variable logic looks at: shortcuts, and faults of items."""

from engine.families.logicskills.auditing.suite import suite

__all__ = ["suite"]

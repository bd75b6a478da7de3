"""Check: the labels, invariance and shortcuts of a data set, and the contract of a family."""

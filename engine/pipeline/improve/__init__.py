"""Improve: teach or test a model on its weakest skills."""

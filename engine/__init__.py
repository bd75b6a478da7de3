"""The engine of Sorites: generates, verifies, asks, grades, stores and analyses.

The public names are those of `sorites`; everything here is private to the project.
"""

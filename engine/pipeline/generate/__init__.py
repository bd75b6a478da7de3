"""Generate: items from a recipe and a seed, in data sets and suites that can be made again."""

"""Breakdowns: accuracy, wrong answers and paired contrasts by the traits of items."""

"""Where the figures of a page come from, and what is said where there are none."""

"""Views of pages that have several, each a function that a page calls."""

"""What commands print: sentences, JSON and progress."""

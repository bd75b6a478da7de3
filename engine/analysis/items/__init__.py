"""Single items and replies: how to find them, and everything known about one."""

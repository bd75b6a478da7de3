"""Tables in HTML and files: boards, parts, tasks and results."""

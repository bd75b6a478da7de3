"""JustLogic's published data and answers, read and judged again."""

"""JustLogic's published data and answers, parsed and judged again."""

"""Ask respondents questions: prompts, endpoints, baselines and resumable runs."""

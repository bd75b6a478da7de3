"""Ask respondents questions: prompts, endpoints, baselines and resumable runs.

`runs` decides what is asked and keeps what was answered; `endpoints` decides how requests go out:
how many at once, how fast, how often again.
"""

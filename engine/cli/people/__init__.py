"""Commands for human readers and respondents."""

"""The built-in respondents: constants, shortcuts, bounded reasoners and the oracle."""
